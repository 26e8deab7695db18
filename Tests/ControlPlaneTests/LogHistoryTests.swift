@testable import ControlPlane
import Formats
import Testing

/// Checks the newest log lines that the console shows.
@Suite struct LogHistoryTests {
    private func line(_ message: String, _ level: LogHistory.Level = .info, _ fields: [(String, String)] = [])
        -> LogHistory.Line
    {
        LogHistory.Line(
            time: Timestamp(seconds: 0), level: level, message: message,
            fields: fields.map { (name: $0.0, value: $0.1) })
    }

    @Test("The history keeps the newest lines up to the capacity, the newest first")
    func keepsNewestLines() {
        let history = LogHistory()
        for number in 0...LogHistory.capacity { history.append(line("\(number)")) }
        let lines = history.lines()
        #expect(lines.count == LogHistory.capacity)
        #expect(lines.first?.message == "\(LogHistory.capacity)" && lines.last?.message == "1")
    }

    @Test("Long text is cut")
    func cutsLongText() {
        let history = LogHistory()
        let long = String(repeating: "x", count: LogHistory.maximumText + 1)
        history.append(line(long, .error, [("reason", long)]))
        #expect(history.lines().allSatisfy { $0.text.utf8.count < 2 * LogHistory.maximumText + 32 })
    }

    @Test("A level and a text filter the lines")
    func filters() {
        let history = LogHistory()
        history.append(line("request", .info, [("code", "AADSTS50011")]))
        history.append(line("store unavailable", .error))
        #expect(history.lines(from: .warning).map(\.message) == ["store unavailable"])
        #expect(history.lines(containing: "aadsts50011").map(\.message) == ["request"])
        #expect(history.lines(from: .critical).isEmpty)
    }
}
