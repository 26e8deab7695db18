import Formats

/// The web console: server-rendered HTML with one style sheet and one script, all from this server. Every page works without
/// the script, which adds copy buttons and live updates.
package enum Console {
    /// The path of the console's first page.
    package static let root = "/_understudy/"
    /// The path that shows one request as a curl command with its secrets. A form names the request.
    package static let curlPath = root + "console/curl"
    /// The warning on a page that shows secrets.
    static let secretsWarning = "This page shows secrets. Anyone who sees this page can use the secrets."
    package static let stylesheetPath = root + "console/style.css"
    package static let iconPath = root + "console/icon.svg"
    package static let scriptPath = root + "console/console.js"

    /// Renders the whole document of a view as UTF-8. Send the document uncompressed, because a page mixes secrets with reflected
    /// input (BREACH).
    package static func render(_ view: some ConsoleView) -> [UInt8] {
        var html = HTMLWriter(capacity: 32_768)
        html.consoleDocument(view)
        return html.bytes
    }

    package static var stylesheet: [UInt8] { bytes(ConsoleStylesheet.text) + bytes(ConsoleStylesheet.diagrams) }
    package static var icon: [UInt8] {
        bytes(
            """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -4 32 32"><circle cx="20" cy="12" r="9.25" fill="none" \
            stroke="#a8628f" stroke-width="1.5"/><circle cx="12" cy="12" r="10" fill="#a8628f"/></svg>

            """)
    }
    package static var script: [UInt8] { bytes(ConsoleScript.text) }

    /// The headers of every page. The headers forbid inline scripts and styles, forbid content from other origins, and isolate the
    /// window from pages of other origins.
    package static let headers: [(name: String, value: String)] = [
        ("Content-Type", "text/html; charset=utf-8"),
        (
            "Content-Security-Policy",
            "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
                + "base-uri 'none'; frame-ancestors 'none'"
        ),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("X-Frame-Options", "DENY"),
        ("Referrer-Policy", "same-origin"),
        ("X-Content-Type-Options", "nosniff"),
        ("Cache-Control", "no-store"),
    ]

    private static func bytes(_ text: StaticString) -> [UInt8] { text.withUTF8Buffer { Array($0) } }
}
