import Directory
import Formats
import Logging

extension Understudy {
    /// Starts a server: reads the configuration, creates the keys and opens the ports. When this function returns, the server
    /// accepts requests.
    ///
    /// The function does not suspend, so it is not `async`. Call it in the initializer of a Swift Testing suite, in
    /// `setUpWithError`, or in the initial value of a property.
    ///
    /// - Parameter options: The options; by default, those of a server for one test.
    /// - Returns: The server, which stops when it is released.
    /// - Throws: ``StartError`` with one line for each problem, before the server listens.
    public static func start(_ options: Options = Options()) throws(StartError) -> Understudy {
        do throws(StartFailure) {
            let configuration = try load(options.configurationSource)
            let server = options.serverOptions(over: configuration.server)
            let logger =
                options.logs ? LogSetup.logger(server) : Logger(label: "understudy") { _ in SwiftLogNoOpLogHandler() }
            return try start(server, directory: configuration.directory, logger: logger)
        } catch {
            throw StartError(error)
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

    /// The origin for clients, such as `https://localhost:54321`. If HTTPS is off, this is the HTTP origin.
    public var origin: String { origins.first { $0.hasExactPrefix("https:") } ?? origins.first ?? "" }

    /// The HTTP origin, such as `http://localhost:54320`, or nil if HTTP is off.
    public var httpOrigin: String? { origins.first { $0.hasExactPrefix("http:") } }
}

/// Starts a server, runs `body` with the server, and stops the server, even if `body` throws.
///
/// - Parameters:
///   - options: The options; by default, those of a server for one test.
///   - isolation: The actor on which `body` runs: the caller's actor.
///   - body: The work with the server.
/// - Returns: The result of `body`.
/// - Throws: ``Understudy/StartError``, and the errors of `body`.
public func withUnderstudy<Result>(
    _ options: Understudy.Options = Understudy.Options(), isolation: isolated (any Actor)? = #isolation,
    _ body: (Understudy) async throws -> Result
) async throws -> Result {
    let understudy = try Understudy.start(options)
    defer { understudy.stop() }
    return try await body(understudy)
}
