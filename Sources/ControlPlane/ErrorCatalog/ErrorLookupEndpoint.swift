import Entra
import Formats
import HTTP
import Protocol

extension ControlRoutes {
    /// The routes of the catalog of error codes.
    static let errorCatalog: [Route<ControlEndpoint>] = [
        Route(["GET"], "/error", .errorLookup),
        Route(["GET"], "/_understudy/errors", .errorCatalog),
    ]
}

extension ControlEndpoint {
    /// The page to which `error_uri` leads: the meaning of a code, the reasons why the server raises it, and the fix. Without a
    /// code the page lists and searches all codes.
    static var errorLookup: ControlEndpoint {
        ControlEndpoint("error", usesStore: false, errors: .page, keys: .none) { (context, _) throws(EntraError) in
            let query = try context.query.get()
            let content: ErrorCatalogPage.Content
            if let code = query["code"], !code.isEmpty {
                content = ErrorGuide.lookup(code).map { .code($0) } ?? .unknown(code, near: ErrorGuide.search(code))
            } else {
                let search = query["search"] ?? ""
                content = .list(ErrorGuide.search(search), search: search)
            }
            let page = ErrorCatalogPage(content, origin: context.origin.description)
            var status = 200
            if case .unknown = content { status = 404 }
            return HTTPResponse(
                status: status, headers: HeaderList(pairs: Pages.headersOfOwnPage(acceptsForm: true)),
                body: page.document)
        }
    }

    /// The catalog of error codes as JSON, for programs.
    static var errorCatalog: ControlEndpoint {
        .control("errors", usesStore: false, query: ControlQuery(["code", "search"]), isPublic: true) {
            (context, _) throws(ProblemDocument) in
            let query = try context.controlQuery
            var rows = ErrorGuide.search(query["search"] ?? "")
            if let code = query["code"] {
                let only = ErrorGuide.lookup(code)?.code
                rows = rows.filter { $0.code == only }
            }
            return .json(json(rows), isCompressible: true)
        }
    }

    private static func json(_ rows: [ErrorGuide]) -> [UInt8] {
        JSONWriter.object { json in
            json.array("errors") { list in
                for row in rows {
                    list.objectElement { member in
                        member.field("code", row.code.name)
                        member.field("number", row.code.number)
                        member.field("error", row.code.error.rawValue)
                        if let suberror = row.code.suberror { member.field("suberror", suberror.rawValue) }
                        member.field("status", row.code.status)
                        member.field("template", row.code.template)
                        member.field("meaning", row.meaning)
                        member.field("causes", row.causes)
                        member.field("fix", row.fix)
                    }
                }
            }
        }
    }
}
