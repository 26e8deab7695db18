import ArgumentParser
import Directory

struct SchemaCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "schema", abstract: "Prints the configuration's JSON Schema.")

    func run() throws {
        try Output.line(String(decoding: ConfigurationSchema.json(), as: UTF8.self))
    }
}
