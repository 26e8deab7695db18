import Directory
import Entra
import Formats
import HTTP
import Protocol

extension ControlRoutes {
    /// The routes of the landing page and its icon.
    static let landing: [Route<ControlEndpoint>] = [
        Route(["GET"], "/", .landing),
        Route(["GET"], "/favicon.ico", .favicon),
    ]
}

extension ControlEndpoint {
    /// The root of the server: a page for browsers, one line of JSON for all other clients. Only operators, who may use the control
    /// plane, see users and clients.
    static var landing: ControlEndpoint {
        ControlEndpoint("landing", usesStore: false, errors: .problem, isPublic: true, isConsole: true, keys: .none) {
            (context, server) throws(EntraError) in
            let directory = context.services.directory
            let tenant = directory.tenants.leading
            let authority = tenant.map { "\(server.secureOrigin(near: context.origin))/\($0.id)" }
            var response: HTTPResponse
            if context.request.headers.acceptsHTML {
                let isOperator =
                    server.controlGuard.rejection(
                        context.request, at: context.origin, by: context.hosts, isPublic: false, isConsole: true) == nil
                let page = LandingPage(
                    version: server.version, authority: authority, hasAuthority: !server.hasOwnCertificate,
                    directory: isOperator ? LandingPage.Directory(directory) : nil)
                response = HTTPResponse(
                    status: 200, headers: HeaderList(pairs: Pages.headersOfOwnPage()), body: page.document)
            } else {
                response = .json(summary(context.origin, authority, server) + [UInt8(ascii: "\n")])
            }
            response.headers.append("Vary", "Accept")
            return response
        }
    }

    private static func summary(_ origin: Origin, _ authority: String?, _ server: any ControlServer) -> [UInt8] {
        JSONWriter.object { json in
            json.field("name", "Understudy")
            json.field("version", server.version)
            json.field("description", "A test identity server, not Microsoft.")
            json.field("console", "\(origin)\(Console.root)")
            if let authority { json.field("authority", authority) }
            if !server.hasOwnCertificate { json.field("ca", "\(origin)/_understudy/ca.pem") }
            json.field("health", "\(origin)/_understudy/health")
            json.field("openapi", "\(origin)/_understudy/openapi.yaml")
            json.field("schema", "\(origin)/_understudy/schema.json")
            json.field("errors", "\(origin)/_understudy/errors")
        }
    }

    /// The icon that browsers request from every server.
    static var favicon: ControlEndpoint {
        ControlEndpoint("favicon", usesStore: false, errors: .problem, isPublic: true, keys: .none) {
            (_, _) throws(EntraError) in
            HTTPResponse(
                status: 200,
                headers: HeaderList([
                    .init("Content-Type", Favicon.mediaType), .init("Cache-Control", "public, max-age=86400"),
                ]), body: Favicon.bytes)
        }
    }
}
