import ArgumentParser
import ControlPlane
import Crypto
import Directory
import Logging
import Platform
import Synchronization
import Understudy

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the server (the default command).")

    @OptionGroup var arguments: ServerArguments

    func run() throws {
        try ServeCommand.run(arguments.optionValues)
    }

    /// Runs the server. `optionValues` are the options on the command line, by long name.
    static func run(_ optionValues: [String: String]) throws {
        do throws(StartFailure) {
            try serve(OptionSources(commandLine: optionValues, environment: try ProcessEnvironment.settings()))
        } catch {
            Output.errors(error.lines)
            throw ExitCode(error.exitCode)
        }
    }

    /// The signals that end the server. A second signal ends the server at once.
    private static let terminationSignals = [SIGTERM, SIGINT]
    /// The log line after such a signal, which is the last line of the log.
    private static let lastLine = "stopping"

    private static func serve(_ sources: OptionSources) throws(StartFailure) {
        // A hangup signal during the reading of the configuration requests another reading and does not end the process.
        let reloadSignals = Signals.blocked([SIGHUP])
        Signals.end(on: ServeCommand.terminationSignals)
        let preparation = OpenSSL.startPreparation()
        let overrides = try sources.options()
        let source = sources.source(overrides, exists: ProcessEnvironment.fileExists)
        let (configuration, options) = try ServeCommand.load(source, under: overrides)
        let history = LogHistory()
        let logger = LogSetup.logger(options, history)
        for warning in configuration.warnings { logger.warning("\(warning)") }
        // The thread must end first, because the signals are not blocked in it.
        preparation.value()
        // The signals are blocked only now, because reading a pipe as configuration may take long and must be interruptible.
        let terminationSignals = Signals.blocked(ServeCommand.terminationSignals)
        let readyFile = try ReadyFile(options)
        let server: UnderstudyServer
        do throws(StartFailure) {
            server = try UnderstudyServer.start(
                options, directory: configuration.directory, logger: logger, history: history
            ) {
                terminationSignals.hasArrived
            }
        } catch {
            if case .canceled = error { logger.info("\(ServeCommand.lastLine)") }
            throw error
        }
        // The program that started the server may have closed its end of the pipe, so a failed write of the banner is not an error.
        let banner = Banner.text(server, options, configuration, source) + "\n"
        Output.write(banner, to: readyFile?.isStandardOutput == true ? STDERR_FILENO : STDOUT_FILENO)
        if let readyFile { try ServeCommand.announce(server, options, in: readyFile) }
        defer { readyFile?.remove() }

        let isEnding = Atomic(false)
        do throws(SystemThread.Failure) {
            // The reload has a thread of its own, so that the end of the server does not wait for a configuration from a pipe.
            _ = try SystemThread {
                while true {
                    _ = reloadSignals.next()
                    ServeCommand.reload(server, source, currentOptions: configuration.server, logger) {
                        isEnding.load(ordering: .relaxed)
                    }
                }
            }
        } catch {
            throw .system("cannot create a thread: error \(error.code)")
        }
        _ = terminationSignals.next()
        isEnding.store(true, ordering: .relaxed)
        logger.info("\(ServeCommand.lastLine)")
        terminationSignals.unblock()
        server.stop(drain: Double(options.value(of: .drainTimeout)) / 1000)
    }

    /// Reports to the program that started the server that the server accepts connections.
    private static func announce(
        _ server: UnderstudyServer, _ options: ServerOptions, in file: ReadyFile
    ) throws(StartFailure) {
        let line = ReadyFile.line(server, options)
        guard file.isStandardOutput else { return try file.write(line) }
        do throws(ExitCode) {
            try Output.text(line)
        } catch {
            throw .system("--ready-file -: cannot write to standard output")
        }
    }

    /// Returns the configuration with the current options.
    private static func load(
        _ source: Configuration.Source, under overrides: ServerOptions
    ) throws(StartFailure) -> (Configuration, ServerOptions) {
        let configuration = try load(source)
        let options = overrides.over(configuration.server)
        do {
            try configuration.checkServer(options)
        } catch {
            throw .configuration(error.problems)
        }
        return (configuration, options)
    }

    private static func load(_ source: Configuration.Source) throws(StartFailure) -> Configuration {
        do {
            return try Configuration.load(source)
        } catch {
            throw .configuration(error.problems)
        }
    }

    /// Reloads the configuration. An invalid configuration is reported, and the current one stays. The options under `server:`
    /// always stay. After a signal that ends the server, no configuration is loaded.
    private static func reload(
        _ server: UnderstudyServer, _ source: Configuration.Source, currentOptions: ServerOptions, _ logger: Logger,
        isEnding: () -> Bool
    ) {
        guard !isEnding() else { return }
        do throws(StartFailure) {
            let configuration = try load(source)
            guard !isEnding() else { return }
            for warning in configuration.warnings { logger.warning("\(warning)") }
            server.reload(configuration.directory)
            logger.info("configuration reloaded from \(source.name)")
            if configuration.server != currentOptions {
                logger.warning("changes under server: take effect after a restart")
            }
        } catch {
            for line in error.lines { logger.error("\(line)") }
            logger.error("the configuration has problems; the server keeps the current configuration")
        }
    }
}

/// Signals for which a thread waits, one at a time. All threads that start later have the signals blocked.
struct Signals {
    private let numbers: [Int32]

    /// Blocks the signals. Callers must call the function before any thread starts. `next` returns a signal that arrives in the
    /// meantime first.
    static func blocked(_ numbers: [Int32]) -> Signals {
        let signals = Signals(numbers: numbers)
        signals.change(SIG_BLOCK)
        return signals
    }

    /// Makes the signals end the process if nobody waits for them, even for the first process of a container. The kernel has no
    /// default action for that process.
    static func end(on numbers: [Int32]) {
        guard getpid() == 1 else { return }
        for number in numbers { signal(number) { _exit(128 + $0) } }
    }

    /// Whether a signal has arrived that `next` would return at once.
    var hasArrived: Bool {
        var pending = sigset_t()
        sigpending(&pending)
        return numbers.contains { sigismember(&pending, $0) == 1 }
    }

    /// Waits for the next signal and returns its number.
    func next() -> Int32 {
        var set = set
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        return number
    }

    /// Restores the default action of the signals: a second SIGTERM ends the process at once.
    func unblock() { change(SIG_UNBLOCK) }

    private var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        return set
    }

    private func change(_ how: Int32) {
        var set = set
        pthread_sigmask(how, &set, nil)
    }
}
