import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

extension ControlRoutes {
    /// The routes of the web console.
    static let console: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy", .consoleAddress),
        Route(["GET"], "/_understudy/console/directory", .consoleDirectoryPage),
        Route(["POST"], "/_understudy/console/directory", .consoleDirectory),
        Route(["GET"], "/_understudy/console/directory/edit", .consoleForm),
        Route(["POST"], "/_understudy/console/directory/edit", .consoleSubmission),
        Route(["GET"], "/_understudy/console/directory/export", .consoleExport(showsSecrets: false)),
        Route(["POST"], "/_understudy/console/directory/export", .consoleExport(showsSecrets: true)),
        Route(["GET"], "/_understudy/console/msal", .consoleMSAL),
        Route(["GET"], "/_understudy/console/redirect-uris", .consoleRedirectURIs),
        Route(["GET"], "/_understudy/console/migration", .consoleMigration),
        Route(["GET"], "/_understudy/console/style.css", .consoleStylesheet),
        Route(["GET"], "/_understudy/console/console.js", .consoleScript),
        Route(["GET"], "/_understudy/console/theme.js", .consoleTheme),
        Route(["GET"], "/_understudy/console/icon.svg", .consoleIcon),
    ]
}

extension ControlEndpoint {
    /// Returns the endpoint of a page of the web console that depends on the query alone.
    static func consolePage(
        _ page: @escaping @Sendable (Form, RequestContext, any ControlServer) -> HTTPResponse
    ) -> ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (context, server) throws(EntraError) in
            page(try context.query.get(), context, server)
        }
    }

    fileprivate static var consoleMSAL: ControlEndpoint {
        consolePage { query, context, server in
            .console(
                MSALView(
                    context.services.directory, application: query["app"], platform: query["platform"],
                    origin: context.origin, secure: server.secureOrigin(near: context.origin)))
        }
    }

    fileprivate static var consoleRedirectURIs: ControlEndpoint {
        consolePage { query, _, _ in .console(RedirectURIView(query: query)) }
    }

    fileprivate static var consoleMigration: ControlEndpoint {
        consolePage { query, context, _ in .console(migration(query, context.services)) }
    }

    /// The redirect from `/_understudy` to the address with the slash.
    static var consoleAddress: ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isConsole: true) { (_, _) throws(EntraError) in
            HTTPResponse(status: 308, headers: HeaderList([.init("Location", Console.root)]))
        }
    }

    static var consoleStylesheet: ControlEndpoint { consoleFile("text/css; charset=utf-8", Console.stylesheet) }
    static var consoleScript: ControlEndpoint { consoleFile("text/javascript; charset=utf-8", Console.script) }
    static var consoleTheme: ControlEndpoint { consoleFile("text/javascript; charset=utf-8", Console.theme) }

    static var consoleIcon: ControlEndpoint { consoleFile("image/svg+xml", Console.icon) }

    private static func consoleFile(_ type: String, _ content: [UInt8]) -> ControlEndpoint {
        ControlEndpoint("console", errors: .problem, isPublic: true) { (_, _) throws(EntraError) in
            HTTPResponse(status: 200, contentType: type, body: content, isCompressible: true)
        }
    }

    private static func migration(_ query: Form, _ services: Services) -> MigrationView {
        MigrationView(
            query: query, home: { account(named: $0, services.directory) },
            compare: { name in
                do throws(TokenComparison.Failure) {
                    let tokens = try TokenComparison.all(ofConsoleName: name, services: services)
                    guard !tokens.isEmpty else {
                        return .failed("The application gets no tokens, because it lists no API and signs in no user.")
                    }
                    return .compared(
                        tokens.map { token in
                            let title = [token.token, token.resource.map { "for \($0)" }, "of \(token.subject)"]
                            return (
                                remark: token.remark,
                                claims: MigrationView.table(
                                    title.compactMap(\.self).joined(separator: " "), token.v1, token.v2)
                            )
                        })
                } catch {
                    return .failed(error.message)
                }
            })
    }

    /// Returns the home object ID and the home tenant ID of the user with this name.
    private static func account(named name: String, _ directory: Directory) -> (uid: String, utid: String)? {
        let user = directory.tenants.lazy.compactMap { $0.user(named: name) }.first
        return user.map { ($0.home.objectID.description, $0.home.tenantID.description) }
    }
}

extension HTTPResponse {
    /// Redirects after a form was processed, so that a reload does not post the form again (RFC 9110 §15.4.4).
    static func seeOther(_ path: String) -> HTTPResponse {
        HTTPResponse(status: 303, headers: HeaderList([.init("Location", path)]))
    }

    /// Creates the response of a console page.
    static func console(_ view: some ConsoleView, status: Int = 200) -> HTTPResponse {
        HTTPResponse(status: status, headers: HeaderList(pairs: Console.headers), body: Console.render(view))
    }
}
