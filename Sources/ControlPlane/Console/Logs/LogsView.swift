import Entra
import Formats
import HTTP
import Protocol

/// A page with the newest lines of the server's log, the newest first. The list is live.
struct LogsView: ConsoleView {
    let lines: [LogHistory.Line]
    /// The number of matching lines that the page does not show.
    let left: Int
    /// The least level that the page shows.
    let level: LogHistory.Level
    /// The text that the lines contain, or an empty string for all lines.
    let filter: String
    let curl: ControlCommand

    /// The largest number of lines on the page.
    private static let maximumLines = 60
    /// The time between two looks of the script at the page, in milliseconds.
    private static let interval = 2_000

    var section: ConsoleSection { .logs }
    var lead: String {
        "The newest lines that the server wrote to standard error. Secrets are masked, as in the log itself."
    }

    init(_ history: LogHistory, level: LogHistory.Level, filter: String, curl: ControlCommand) {
        let matching = history.lines(from: level, containing: filter)
        lines = Array(matching.prefix(Self.maximumLines))
        left = max(matching.count - Self.maximumLines, 0)
        self.level = level
        self.filter = filter
        self.curl = curl
    }

    func write(to html: inout HTMLWriter) {
        html.queryForm(.logs, "Filter") { html in
            html.selectField(
                "Level", name: "level",
                options: LogHistory.Level.allCases.map { ($0.rawValue, "\($0.rawValue) and above") },
                chosen: level.rawValue)
            html.input("Text", name: "text", value: filter, hint: "a code, a path or an ID")
        }
        html.liveStatus()
        html.element("div", ["id": "live", "data-poll": "\(Self.interval)"]) { html in
            html.raw("\n")
            guard !lines.isEmpty else { return writeEmpty(to: &html) }
            html.element("ol", ["class": "log"]) { html in
                for line in lines { html.logLine(line) }
            }
            if left > 0 { html.element("p", ["class": "soft"], text: "Older lines that are not shown: \(left).") }
        }
        html.raw("\n")
    }

    private func writeEmpty(to html: inout HTMLWriter) {
        guard filter.isEmpty, level == .trace else {
            return html.teaching("No line matches.", nil, links: [("Show all lines", ConsoleSection.logs.path)])
        }
        html.teaching(
            "No lines yet. The server logs rejected requests at the level info. Start the server with --log-level debug to "
                + "log every request.",
            CodeBlock(
                "A request that the server rejects",
                curl.get("/common/oauth2/v2.0/token") + " -d grant_type=client_credentials"))
    }
}

extension HTMLWriter {
    fileprivate mutating func logLine(_ line: LogHistory.Line) {
        raw("\n<li><span class=\"soft\">")
        text(line.time.timeOfDay)
        raw("</span> ")
        badge(Badge(line.level.rawValue, line.level >= .error ? .bad : .calm))
        raw(" <span class=\"line\"><b>")
        text(line.message)
        raw("</b>")
        for field in line.fields {
            raw(" <span class=\"soft\">")
            text(field.name)
            raw("=</span><bdi>")
            text(field.value)
            raw("</bdi>")
        }
        raw("</span></li>")
    }
}

extension ControlRoutes {
    /// The route of the page of the log.
    static let consoleLogs: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/console/logs", .consoleLogs)
    ]
}

extension ControlEndpoint {
    /// The page of the log. `?level=` and `?text=` limit the lines.
    static var consoleLogs: ControlEndpoint {
        ControlEndpoint("console", usesStore: false, errors: .problem, isConsole: true, keys: .none) {
            (context, server) throws(EntraError) in
            let query = try context.query.get()
            return .console(
                LogsView(
                    server.logs, level: query["level"].flatMap(LogHistory.Level.init(rawValue:)) ?? .trace,
                    filter: query["text"] ?? "", curl: ControlCommand(context, server)))
        }
    }
}

/// The styles of the page of the log.
enum LogsStyle {
    static let style: StaticString = """
        .log { margin: 0 0 1rem; padding: 0; list-style: none; background: var(--card); border: 1px solid var(--line);
          border-radius: .75rem; overflow: hidden; font-size: .8125rem; }
        .log li { display: grid; grid-template-columns: 4.25rem 4.75rem minmax(0, 1fr); gap: .25rem .5rem; align-items: baseline;
          padding: .375rem 1rem; font-variant-numeric: tabular-nums; }
        .log li + li { border-top: 1px solid var(--line); }
        .log .badge { justify-self: start; }
        .log .line { font-family: var(--mono); }
        @media (max-width: 48rem) { .log li { grid-template-columns: auto 1fr; } .log .line { grid-column: 1 / 3; } }

        """
}
