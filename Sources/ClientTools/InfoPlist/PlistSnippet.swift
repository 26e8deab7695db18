import Formats

/// Snippets of an Info.plist to paste.
package enum PlistSnippet {
    package static func urlTypes(_ scheme: String) -> String {
        """
        <key>CFBundleURLTypes</key>
        <array>
        \(urlType(scheme, indent: 4))
        </array>
        """
    }

    /// Returns one entry of CFBundleURLTypes.
    static func urlType(_ scheme: String) -> String { urlType(scheme, indent: 0) }

    private static func urlType(_ scheme: String, indent: Int) -> String {
        let lines = [
            "<dict>", "    <key>CFBundleURLSchemes</key>", "    <array>",
            "        <string>\(XMLText.escaped(scheme))</string>", "    </array>", "</dict>",
        ]
        return lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }

    package static func queriesSchemes(_ schemes: [String]) -> String {
        """
        <key>LSApplicationQueriesSchemes</key>
        <array>
        \(schemes.map { "    <string>\(XMLText.escaped($0))</string>" }.joined(separator: "\n"))
        </array>
        """
    }
}
