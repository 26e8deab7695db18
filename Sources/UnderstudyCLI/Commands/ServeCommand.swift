import ArgumentParser
import Directory
import Platform
import Logging
import Synchronization
import Understudy

struct ServeCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Runs the server (the default command).")

    @OptionGroup var arguments: ServerArguments

    func run() throws {
        try ServeCommand.run(arguments.given)
    }

    /// `given`: the options of the command line, by long name.
    static func run(_ given: [String: String]) throws {
        do throws(StartFailure) {
            try serve(OptionSources(given: given, environment: try ProcessEnvironment.settings()))
        } catch {
            Output.errors(error.lines)
            throw ExitCode(error.exitCode)
        }
    }

    /// What ends the server; a second one ends it at once.
    private static let endings = [SIGTERM, SIGINT]
    /// Said when one has come, and nothing after it.
    private static let lastLine = "stopping"

    private static func serve(_ sources: OptionSources) throws(StartFailure) {
        // One that comes while the configuration is read is a wish to read it again, not the end.
        let hangups = Signals.blocked([SIGHUP])
        Signals.end(on: ServeCommand.endings)
        let given = try sources.options()
        let source = sources.source(given, exists: ProcessEnvironment.fileExists)
        let (configuration, options) = try ServeCommand.load(source, under: given)
        let logger = LogSetup.logger(options)
        for warning in configuration.warnings { logger.warning("\(warning)") }
        // Only now: reading a pipe as configuration may take long, and must be interruptible.
        let endings = Signals.blocked(ServeCommand.endings)
        let readyFile = try ReadyFile(options)
        let server: Understudy
        do throws(StartFailure) {
            server = try Understudy.start(options, directory: configuration.directory, logger: logger) {
                endings.hasCome
            }
        } catch {
            if case .givenUp = error { logger.info("\(ServeCommand.lastLine)") }
            throw error
        }
        // The program that started the server may have closed its end: a failed write of the banner is no failure.
        let banner = Banner.text(server, options, configuration, source) + "\n"
        Output.write(banner, to: readyFile?.isStandardOutput == true ? STDERR_FILENO : STDOUT_FILENO)
        if let readyFile { try ServeCommand.announce(server, options, in: readyFile) }
        defer { readyFile?.remove() }

        let isEnding = Atomic(false)
        do throws(SystemThread.Failure) {
            // On a thread of its own: the end does not wait for a pipe that is read as configuration.
            _ = try SystemThread {
                while true {
                    _ = hangups.next()
                    ServeCommand.reload(server, source, inForce: configuration.server, logger) {
                        isEnding.load(ordering: .relaxed)
                    }
                }
            }
        } catch {
            throw .system("cannot create a thread: error \(error.code)")
        }
        _ = endings.next()
        isEnding.store(true, ordering: .relaxed)
        logger.info("\(ServeCommand.lastLine)")
        endings.unblock()
        server.stop(drain: Double(options.value(of: .drainTimeout)) / 1000)
    }

    /// Tells the program that started the server that the server accepts.
    private static func announce(
        _ server: Understudy, _ options: ServerOptions, in file: ReadyFile
    ) throws(StartFailure) {
        let line = ReadyFile.line(server, options)
        guard file.isStandardOutput else { return try file.write(line) }
        do throws(ExitCode) {
            try Output.text(line)
        } catch {
            throw .system("--ready-file -: cannot write to standard output")
        }
    }

    /// The configuration, with the options in force.
    private static func load(
        _ source: Configuration.Source, under given: ServerOptions
    ) throws(StartFailure) -> (Configuration, ServerOptions) {
        let configuration = try load(source)
        let options = given.over(configuration.server)
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

    /// A configuration that cannot be used is reported, and the one in force stays. So do the options under `server:`. Nothing is
    /// put in force any more when the end has come.
    private static func reload(
        _ server: Understudy, _ source: Configuration.Source, inForce: ServerOptions, _ logger: Logger,
        isEnding: () -> Bool
    ) {
        guard !isEnding() else { return }
        do throws(StartFailure) {
            let configuration = try load(source)
            guard !isEnding() else { return }
            for warning in configuration.warnings { logger.warning("\(warning)") }
            server.reload(configuration.directory)
            logger.info("configuration reloaded from \(source.name)")
            if configuration.server != inForce { logger.warning("changes under server: take effect after a restart") }
        } catch {
            for line in error.lines { logger.error("\(line)") }
            logger.error("the configuration has problems; the server keeps the current configuration")
        }
    }
}
