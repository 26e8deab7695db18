import Directory
import Logging
import Wire

extension Understudy {
    /// Starts a server: reads the configuration, makes the keys, opens the ports. It serves when this returns.
    ///
    /// Nothing is waited for that would suspend, so this is no `async` function: it can stand in the initializer of a Swift Testing
    /// suite, in `setUpWithError`, and in a property.
    ///
    /// - Parameter options: How it starts; left out, a server for one test.
    /// - Returns: The server, which stops when it is released.
    /// - Throws: ``StartError``, with a line for each thing that is wrong, before anything listens.
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

    /// Stops: closes the ports and every connection, and returns when all threads have ended. One that waits for a silent store
    /// is left to itself after two seconds, with the ports closed. Further calls do nothing. What is in memory is still there
    /// to be asked: the journal, above all.
    public func stop() {
        stop(drain: 0)
    }

    /// The origin that clients use, `https://localhost:54321`; that of HTTP where HTTPS is off.
    public var origin: String { origins.first { $0.hasExactPrefix("https:") } ?? origins.first ?? "" }

    /// The origin of HTTP, `http://localhost:54320`; nil where it is off.
    public var httpOrigin: String? { origins.first { $0.hasExactPrefix("http:") } }
}

/// Starts a server, does something with it, and stops it, whatever came of it.
///
/// - Parameters:
///   - options: How it starts; left out, a server for one test.
///   - isolation: The actor that `body` runs on: the caller's.
///   - body: What to do with the server.
/// - Returns: What `body` returns.
/// - Throws: ``Understudy/StartError``, and whatever `body` throws.
public func withUnderstudy<Result>(
    _ options: Understudy.Options = Understudy.Options(), isolation: isolated (any Actor)? = #isolation,
    _ body: (Understudy) async throws -> Result
) async throws -> Result {
    let understudy = try Understudy.start(options)
    defer { understudy.stop() }
    return try await body(understudy)
}
