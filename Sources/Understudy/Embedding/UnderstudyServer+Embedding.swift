import ControlPlane
import Directory
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif
import Formats
import Logging

extension UnderstudyServer {
    /// Starts a server: reads the configuration, creates the keys and opens the ports. When this function returns, the server
    /// accepts requests.
    ///
    /// The function does not suspend, so it is not `async`. Call it in the initializer of a Swift Testing suite, in
    /// `setUpWithError`, or in the initial value of a property.
    ///
    /// - Parameter options: The options; by default, those of a server for one test.
    /// - Returns: The server, which stops when it is released.
    /// - Throws: ``StartError`` with one line for each problem, before the server listens.
    public static func start(
        _ options: UnderstudyOptions = UnderstudyOptions()
    ) throws(Understudy::StartError) -> UnderstudyServer {
        do throws(StartFailure) {
            let configuration = try load(options.configurationSource)
            let server = options.serverOptions(over: configuration.server)
            let history = LogHistory()
            let logger =
                options.logs
                ? LogSetup.logger(server, history) : Logger(label: "understudy") { _ in SwiftLogNoOpLogHandler() }
            let started = try start(server, directory: configuration.directory, logger: logger, history: history)
            guard !started.baseURLs.isEmpty else {
                throw .system("\(options.host): the address is not valid in a URL")
            }
            return started
        } catch {
            throw Understudy::StartError(error)
        }
    }

    private static func load(_ source: Configuration.Source) throws(StartFailure) -> Configuration {
        do {
            return try Configuration.load(source)
        } catch {
            throw .configuration(error.problems)
        }
    }

    /// Stops the server: closes the ports and every connection, and returns when all threads have ended. A thread that waits for an
    /// unresponsive store is abandoned after two seconds, with the ports closed. Further calls do nothing. The data in memory, such
    /// as the journal, can still be read.
    public func stop() {
        stop(drain: 0)
    }

    /// The scheme of a URL.
    public enum Scheme: String, Sendable, CaseIterable {
        /// HTTP, which needs no certificate.
        case http
        /// HTTPS, with a certificate that the server's CA signed. MSAL insists on HTTPS.
        case https
    }

    /// The URLs at which the server listens, without a path: HTTP first, then each HTTPS port.
    public var baseURLs: [URL] { urls }

    /// The URL for clients, such as `https://localhost:54321`. If HTTPS is off, this is the HTTP URL.
    public var baseURL: URL { url(.https) }

    /// Returns the URL of the server for a scheme, such as `http://localhost:54320`. If the server does not listen for the scheme,
    /// the URL has the other scheme.
    ///
    /// - Parameter scheme: The scheme.
    public func url(_ scheme: Scheme) -> URL {
        urls.first { $0.scheme?.isExactly(scheme.rawValue) == true } ?? urls[0]
    }

    /// Returns the authority of a tenant, as clients are configured with it, such as `https://localhost:54321/contoso.com`.
    ///
    /// - Parameters:
    ///   - tenant: The ID or domain of the tenant, or a word such as `common`.
    ///   - scheme: The scheme. If the server does not listen for the scheme, the URL has the other scheme.
    public func authority(for tenant: String, over scheme: Scheme = .https) -> URL {
        url(scheme).appending(path: tenant)
    }
}

/// Starts a server, runs `body` with the server, and stops the server, even if `body` throws.
///
/// - Parameters:
///   - options: The options; by default, those of a server for one test.
///   - isolation: The actor on which `body` runs: the caller's actor.
///   - body: The work with the server.
/// - Returns: The result of `body`.
/// - Throws: ``StartError``, and the errors of `body`.
public func withUnderstudy<Result>(
    _ options: UnderstudyOptions = UnderstudyOptions(), isolation: isolated (any Actor)? = #isolation,
    _ body: (UnderstudyServer) async throws -> Result
) async throws -> Result {
    let server = try UnderstudyServer.start(options)
    defer { server.stop() }
    return try await body(server)
}
