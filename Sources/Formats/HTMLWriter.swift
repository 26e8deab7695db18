/// Writes HTML straight to bytes. Markup is a `StaticString`, which can only come from the source code. Dynamic text is a `String`,
/// and the writer escapes every `String`.
///
/// Use: `html.element("p", ["class": "lead"]) { $0.text(applicationName) }`. Never put dynamic text inside `<script>` or `<style>`:
/// the text is harmless there, but browsers do not undo the escaping.
package struct HTMLWriter {
    /// Attributes in the order written. The value is escaped; nil omits the attribute; "" writes a boolean attribute.
    package typealias Attributes = KeyValuePairs<StaticString, String?>

    package private(set) var bytes: [UInt8] = []

    package init(capacity: Int = 0) {
        bytes.reserveCapacity(capacity)
    }

    /// Appends markup from the source code, unchanged.
    package mutating func raw(_ markup: StaticString) {
        markup.withUTF8Buffer { bytes.append(contentsOf: $0) }
    }

    /// Writes `<name attributes>content</name>`.
    package mutating func element(
        _ name: StaticString, _ attributes: Attributes = [:], _ content: (inout HTMLWriter) -> Void
    ) {
        void(name, attributes)
        content(&self)
        raw("</")
        raw(name)
        raw(">")
    }

    /// Writes `<name attributes>text</name>`.
    package mutating func element(_ name: StaticString, _ attributes: Attributes = [:], text: String) {
        element(name, attributes) { $0.text(text) }
    }

    /// Writes an element without content or end tag (HTML §13.1.2 "void elements"), such as `input`.
    package mutating func void(_ name: StaticString, _ attributes: Attributes = [:]) {
        raw("<")
        raw(name)
        for (name, value) in attributes {
            guard let value else { continue }
            raw(" ")
            raw(name)
            raw("=\"")
            text(value)
            raw("\"")
        }
        raw(">")
    }

    /// Writes text that a browser reads back unchanged, both in content and in double-quoted attributes. The five markup
    /// characters, hidden scalars, and marks that would combine with markup are written as references, so that the page source
    /// shows them. Only NUL is lost, because HTML cannot contain it: NUL becomes U+FFFD.
    package mutating func text(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar {
            case "a"..."z", " ", "A"..."Z", "-"..."9", "\t", "\n": bytes.append(UInt8(truncatingIfNeeded: scalar.value))
            case "&": raw("&amp;")
            case "<": raw("&lt;")
            case ">": raw("&gt;")
            case "\"": raw("&quot;")
            case "'": raw("&#39;")
            case "\0": raw("\u{FFFD}")
            // HTML §13.2.5.80 reads references to C1 controls as Windows-1252.
            case "\u{80}"..."\u{9F}": bytes.append(contentsOf: scalar.utf8)
            case _ where scalar.isHidden || scalar.isMark && !carriesMarks: reference(to: scalar)
            default: bytes.append(contentsOf: scalar.utf8)
            }
        }
    }

    private mutating func reference(to scalar: Unicode.Scalar) {
        raw("&#x")
        bytes.append(contentsOf: String(scalar.value, radix: 16, uppercase: true).utf8)
        raw(";")
    }

    /// Whether a combining mark may follow the last written byte, which then belongs to neither a tag nor a reference.
    private var carriesMarks: Bool {
        bytes.last.map { $0 >= 0x80 || ASCII.isLetter($0) || ASCII.isDigit($0) } ?? false
    }
}
