package import Formats

/// A page that shows one request as a command with its secrets. No other page shows the secrets of a flow.
package struct CurlView: ConsoleView {
    package let request: String
    package let command: CodeBlock

    package init(request: String, command: CodeBlock) {
        self.request = request
        self.command = command
    }

    package var section: ConsoleSection { .flows }
    package var title: String { "Request \(request) as a curl command with secrets" }
    package var lead: String { Console.secretsWarning }

    package func write(to html: inout HTMLWriter) {
        html.trail(from: section, [("Flow of request \(request)", Console.flow(of: request))])
        html.codeBlock(command)
    }
}

extension Console {
    /// The path of the page of one flow. The query names any journal entry of the flow.
    package static let flowPath = root + "console/flow"

    /// Returns the address of the flow that contains a request.
    package static func flow(of request: String) -> String { "\(flowPath)?id=\(request)" }
}
