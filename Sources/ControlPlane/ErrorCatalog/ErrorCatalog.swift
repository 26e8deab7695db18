package import Entra
package import Formats
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
                content = AADSTS.lookup(code).map { .code($0) } ?? .unknown(code, near: AADSTS.search(code))
            } else {
                let search = query["search"] ?? ""
                content = .list(AADSTS.search(search), search: search)
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
            var rows = AADSTS.search(query["search"] ?? "")
            if let code = query["code"] {
                let only = AADSTS.lookup(code)
                rows = rows.filter { $0 == only }
            }
            return .json(json(rows), isCompressible: true)
        }
    }

    private static func json(_ rows: [AADSTS]) -> [UInt8] {
        JSONWriter.object { json in
            json.array("errors") { list in
                for row in rows {
                    list.objectElement { member in
                        member.field("code", row.name)
                        member.field("number", row.number)
                        member.field("error", row.error.rawValue)
                        if let suberror = row.suberror { member.field("suberror", suberror.rawValue) }
                        member.field("status", row.status)
                        if !row.names.isEmpty {
                            member.object("errorAt") { errors in
                                for name in row.names {
                                    for endpoint in name.endpoints { errors.field(endpoint.name, name.error.rawValue) }
                                }
                            }
                        }
                        member.field("delivery", row.delivery.rawValue)
                        member.object("evidence") { evidence in
                            evidence.field("error", row.source.rawValue)
                            evidence.field("delivery", row.deliverySource.rawValue)
                            if let report = row.evidence { evidence.field("reports", report) }
                        }
                        if let code = row.b2c { member.field("b2c", code.name) }
                        member.field("template", row.template)
                        member.field("meaning", row.meaning)
                        member.field("causes", [row.cause].compactMap(\.self))
                        member.field("fix", row.fix)
                    }
                }
            }
        }
    }
}

/// A page of the error catalog: one code, or a list of codes with a search field.
package struct ErrorCatalogPage: Sendable {
    package enum Content: Sendable {
        /// A code with all its details.
        case code(AADSTS)
        /// The codes that contain the search text, or all codes for an empty text.
        case list([AADSTS], search: String)
        /// A code that is not in the catalog, with the codes that contain the same text.
        case unknown(String, near: [AADSTS])
    }

    package let content: Content
    /// The origin in the stub example.
    package let origin: String

    package init(_ content: Content, origin: String) {
        self.content = content
        self.origin = origin
    }
}

extension ErrorCatalogPage: StyledPage {
    private static let path = "/error"

    package var title: String {
        switch content {
        case .code(let row): "\(row.name) – Understudy"
        case .list, .unknown: "Error codes – Understudy"
        }
    }

    /// The whole document in UTF-8.
    package var document: [UInt8] {
        var html = HTMLWriter(capacity: 65_536)
        html.document(self)
        return html.bytes
    }

    package func writeHead(to html: inout HTMLWriter) { html.favicon() }

    package func write(to html: inout HTMLWriter) {
        switch content {
        case .code(let row): write(row, to: &html)
        case .list(let rows, let search):
            html.raw("<h1>Error codes</h1>\n")
            html.element(
                "p", ["class": "lead"],
                text: search.isEmpty
                    ? "This test server knows \(rows.count) codes."
                    : "\(rows.count) codes contain “\(search)”.")
            html.raw("\n")
            writeSearch(search, to: &html)
            write(rows, to: &html)
        case .unknown(let code, let near):
            html.raw("<h1>Unknown code</h1>\n")
            html.element("p", ["class": "lead"], text: "The catalog has no code \(code).")
            html.raw("\n")
            writeSearch(code, to: &html)
            write(near, to: &html)
        }
    }

    private func write(_ row: AADSTS, to html: inout HTMLWriter) {
        html.element("h1", text: row.name)
        html.raw("\n")
        html.element("p", ["class": "lead"], text: row.meaning)
        html.raw("\n<h2>When this server raises the code</h2>\n")
        html.element(
            "p",
            text: row.cause ?? "This server returns the code only as a stub. No request of a client causes the code.")
        html.raw("\n<h2>What to do</h2>\n")
        html.element("p", text: row.fix)
        html.raw("\n<h2>On the wire</h2>\n")
        html.definitions(facts(row))
        html.raw("\n<h2>Stub the code in a test</h2>\n")
        html.element("p") { $0.element("code", text: recipe(row)) }
        html.raw("\n")
        html.element("p", ["class": "aside"]) { html in
            html.element("a", ["class": "link", "href": ErrorCatalogPage.path], text: "All codes")
        }
        html.raw("\n")
    }

    /// Returns the form of the code in responses, and the evidence for the form.
    private func facts(_ row: AADSTS) -> [(name: String, value: String)] {
        var facts: [(name: String, value: String)] = [("OAuth error", row.error.rawValue)]
        if let suberror = row.suberror { facts.append(("Suberror", suberror.rawValue)) }
        facts.append(("HTTP status of the JSON response", String(row.status)))
        facts.append(("At the authorization endpoint", row.delivery.explanation))
        facts.append(("Evidence for error and status", row.source.explanation))
        facts.append(("Evidence for the authorization endpoint", row.deliverySource.explanation))
        if let reports = row.evidence { facts.append(("Reports", reports)) }
        facts.append(("Message, with example values", "\(row.name): \(row.exampleMessage)"))
        return facts
    }

    /// Returns a command for any shell. After the command, the client's next request fails with the code.
    private func recipe(_ code: AADSTS) -> String {
        "curl -H 'Content-Type: application/json' -d '{\"match\": {\"clientId\": \"aaaaaaaa-0000-4000-8000-000000000001\"}, "
            + "\"responses\": [{\"error\": \"\(code.name)\"}]}' '\(origin)/_understudy/responses'"
    }

    private func writeSearch(_ text: String, to html: inout HTMLWriter) {
        html.element("form", ["method": "get", "action": ErrorCatalogPage.path, "role": "search"]) { html in
            html.raw("\n<label for=\"search\">Search codes and descriptions</label>\n")
            html.void(
                "input",
                [
                    "type": "search", "id": "search", "class": "field", "name": "search", "value": text,
                    "autocomplete": "off", "spellcheck": "false",
                ])
            html.raw("\n<div class=\"actions\">")
            html.void("input", ["type": "submit", "class": "button", "value": "Search"])
            html.raw("</div>\n")
        }
        html.raw("\n")
    }

    private func write(_ rows: [AADSTS], to html: inout HTMLWriter) {
        guard !rows.isEmpty else { return }
        html.raw("<h2>Codes</h2>\n")
        html.links(
            rows.map {
                (text: $0.name, href: "\(ErrorCatalogPage.path)?code=\($0.linkName)", meaning: $0.meaning)
            })
    }
}

extension AADSTS.Delivery {
    /// The delivery in a few words.
    fileprivate var explanation: String {
        switch self {
        case .redirected: "A redirect to the client"
        case .shown: "A page for the user"
        case .shownUnlessSilent: "A page for the user; with prompt=none a redirect to the client"
        }
    }
}

extension AADSTS.Source {
    /// The evidence in a few words.
    fileprivate var explanation: String {
        switch self {
        case .observed: "A capture of the real service"
        case .report: "A public report"
        case .reference: "Microsoft's documentation"
        case .library: "Microsoft's client libraries"
        case .inferred: "None: inferred from similar codes"
        }
    }
}

extension AADSTS {
    /// The code as in `error_uri`: the number alone, or the whole name for a family other than AADSTS.
    fileprivate var linkName: String { family == .aadsts ? String(number) : name }
}
