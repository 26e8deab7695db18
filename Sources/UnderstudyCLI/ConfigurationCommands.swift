import ArgumentParser
import Directory
import Glibc
import Understudy

struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init", abstract: "Writes a commented starter configuration; never overwrites.")

    @Argument(help: "Where to write it.")
    var file = "understudy.yaml"

    func run() throws {
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            let reason =
                errno == EEXIST ? "exists already, and is left as it is" : "cannot be written: \(systemReason())"
            Output.errors(["\(file): \(reason)"])
            throw ExitCode(1)
        }
        let isWritten = Output.write(StarterConfiguration.text, to: descriptor)
        guard close(descriptor) == 0, isWritten else {
            let reason = systemReason()
            unlink(file)
            Output.errors(["\(file): cannot be written: \(reason)"])
            throw ExitCode(1)
        }
        Output.line("Wrote \(file). Run: understudy serve --config \(file)")
    }

    private func systemReason() -> String { String(cString: strerror(errno)) }
}

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Validates a configuration and lists every problem.")

    @Argument(help: "The configuration; without it, the one that serve would read.")
    var file: String?

    func run() throws {
        let sources = OptionSources(
            given: file.map { ["config": $0] } ?? [:], environment: ProcessEnvironment.all)
        let source: Configuration.Source
        do throws(StartFailure) {
            source = sources.source(try sources.options(), exists: ProcessEnvironment.fileExists)
        } catch {
            Output.errors(error.lines)
            throw ExitCode(error.exitCode)
        }
        do {
            let configuration = try Configuration.load(source)
            for warning in configuration.warnings { Output.line("warning: \(warning)") }
            Output.line("\(source.name): no problems")
        } catch {
            for problem in error.problems { Output.line("\(problem)") }
            for warning in error.warnings { Output.line("warning: \(warning)") }
            Output.errors(["\(error.problems.count) problem\(error.problems.count == 1 ? "" : "s")"])
            throw ExitCode(1)
        }
    }
}

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Prints the configuration's JSON Schema.")

    func run() {
        Output.line(String(decoding: ConfigurationSchema.json(), as: UTF8.self))
    }
}
