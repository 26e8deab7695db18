import Directory
import Platform
import Testing
@testable import Understudy

/// These tests cover the bytes of the command line and the environment.
@Suite struct ProcessTextTests {
    private func problem(_ read: () throws(StartFailure) -> Void) -> String? {
        do throws(StartFailure) {
            try read()
            return nil
        } catch {
            return error.exitCode == 64 ? error.lines.joined() : "exit code \(error.exitCode)"
        }
    }

    private func settings(_ entries: String...) throws -> [String: String] {
        try ProcessText.settings(entries.map { Array($0.utf8) })
    }

    @Test("Valid UTF-8 arguments are unchanged")
    func keepsValidArgumentsUnchanged() throws {
        let texts = ["serve", "", "--control-token", "\u{301}abc", "a\u{0}b", "日本", "--x=\u{301}"]
        let read = try ProcessText.arguments(texts.map { Array($0.utf8) })
        #expect(read.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
    }

    @Test(
        "An argument that is not UTF-8 stops the start, and the error contains only the position and the byte",
        arguments: [
            ([0x73, 0x33, 0xFF], "byte 0xFF at offset 2"), ([0x61, 0xC3], "byte 0xC3 at offset 1"),
            ([0xC3, 0xA9, 0xED, 0xA0, 0x80], "byte 0xED at offset 2"), ([0xC0, 0x80], "byte 0xC0 at offset 0"),
        ] as [([UInt8], String)])
    func rejectsArgumentThatIsNotUTF8(bytes: [UInt8], where position: String) {
        let message = problem { () throws(StartFailure) in
            _ = try ProcessText.arguments([Array("--control-token".utf8), bytes, [0xFF]])
        }
        #expect(message == "argument 2 is not UTF-8: \(position)")
    }

    @Test("A variable's name ends at the first =, and variables without the prefix are ignored")
    func splitsVariableAtFirstEqualsSign() throws {
        let read = try settings(
            "UNDERSTUDY_CONTROL_TOKEN=\u{301}abc", "UNDERSTUDY_SEED=a=b", "UNDERSTUDY_CONFIG=", "UNDERSTUDY=1",
            "PATH=x",
            "understudy_seed=c", "XUNDERSTUDY_HOST=d")
        #expect(read.keys.sorted() == ["UNDERSTUDY_CONFIG", "UNDERSTUDY_CONTROL_TOKEN", "UNDERSTUDY_SEED"])
        #expect(read["UNDERSTUDY_CONTROL_TOKEN"]?.utf8.elementsEqual("\u{301}abc".utf8) == true)
        #expect(read["UNDERSTUDY_SEED"] == "a=b")
        #expect(read["UNDERSTUDY_CONFIG"] == "")
    }

    @Test("A value that begins with a combining mark is kept whole")
    func keepsValueThatBeginsWithCombiningMark() throws {
        let environment = try settings("UNDERSTUDY_CONTROL_TOKEN=\u{301}abc")
        let options = try OptionSources(commandLine: [:], environment: environment).options()
        #expect(options.controlToken?.utf8.elementsEqual("\u{301}abc".utf8) == true)
    }

    @Test("A name with the prefix and a combining mark is an unknown setting")
    func rejectsNameWithCombiningMark() throws {
        let environment = try settings("UNDERSTUDY_\u{301}CONTROL_TOKEN=abc")
        let message = problem { () throws(StartFailure) in
            _ = try OptionSources(commandLine: [:], environment: environment).options()
        }
        #expect(message?.contains("no such setting") == true)
    }

    @Test(
        "A malformed variable with the prefix stops the start",
        arguments: [
            (
                Array("UNDERSTUDY_CONTROL_TOKEN=s3\u{FF}".utf8.dropLast(2)) + [0xFF],
                "UNDERSTUDY_CONTROL_TOKEN is not UTF-8: byte 0xFF at offset 2"
            ),
            (
                Array("UNDERSTUDY_".utf8) + [0xFF] + Array("=1".utf8),
                "the name of a variable that begins with UNDERSTUDY_ is not UTF-8: byte 0xFF at offset 11"
            ),
            (Array("UNDERSTUDY_SEED".utf8), "UNDERSTUDY_SEED has no value: = is missing after the name"),
        ] as [([UInt8], String)])
    func rejectsMalformedVariable(entry: [UInt8], message: String) {
        #expect(problem { () throws(StartFailure) in _ = try ProcessText.settings([entry]) } == message)
    }

    @Test("A variable with two values stops the start")
    func rejectsVariableWithTwoValues() throws {
        #expect(try settings("UNDERSTUDY_SEED=a", "UNDERSTUDY_SEED=a") == ["UNDERSTUDY_SEED": "a"])
        let message = problem { () throws(StartFailure) in
            _ = try ProcessText.settings(["UNDERSTUDY_SEED=a", "UNDERSTUDY_SEED=b"].map { Array($0.utf8) })
        }
        #expect(message == "UNDERSTUDY_SEED is set twice, with different values")
    }

    @Test("The process reads its own arguments and environment")
    func readsArgumentsAndEnvironmentOfProcess() {
        let arguments = ProcessStart.arguments.compactMap { String(validating: $0, as: UTF8.self) }
        #expect(!arguments.isEmpty)
        #expect(arguments == Array(CommandLine.arguments.dropFirst()))
        #expect(ProcessStart.environment.contains { $0.starts(with: "PATH=".utf8) })
    }
}
