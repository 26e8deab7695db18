import Entra
package import HTTP

extension HTTPResponse {
    package static func json(_ body: [UInt8], status: Int = 200, isCompressible: Bool = false) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: HeaderList(beginningWith: jsonType), body: body, isCompressible: isCompressible)
    }

    private static let jsonType = HeaderList([.init("Content-Type", "application/json; charset=utf-8")])

    /// Creates the response with a page, and notes the page for the journal.
    static func page(_ model: PageModel, _ context: RequestContext) -> HTTPResponse {
        context.notes.note(model)
        return .page(model)
    }

    package static func page(_ model: PageModel, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: HeaderList(pairs: Pages.headers(for: model)), body: Pages.render(model))
    }
}
