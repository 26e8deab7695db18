import Formats

/// A page of this server as a browser without scripts sees it: elements with their text, and the form with its fields. The parser
/// understands only the markup that `HTMLWriter` creates.
struct PageForm: Sendable {
    struct Element: Sendable {
        let name: String
        let attributes: [ByteString: String]
        /// The text up to the next tag.
        let text: String
    }

    /// A field or a button.
    struct Control: Sendable {
        let id: String?
        let name: String
        let value: String
        let type: String
        let isChecked: Bool
        let isDisabled: Bool
    }

    let elements: [Element]

    init(_ html: [UInt8]) {
        var elements: [Element] = []
        for piece in html.split(separator: UInt8(ascii: "<")).dropFirst()
        where piece.first.map(ASCII.isLetter) == true {
            let end = PageForm.tagEnd(piece)
            let tag = piece[..<end]
            let name = tag.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }
            elements.append(
                Element(
                    name: String(decoding: name, as: UTF8.self),
                    attributes: PageForm.attributes(tag.dropFirst(name.count)),
                    text: PageForm.unescaped(piece[end...].dropFirst())))
        }
        self.elements = elements
    }

    func element(id: String) -> Element? { elements.first { $0.attributes["id"]?.isExactly(id) == true } }

    /// Whether the page has the element and does not hide the element.
    func shows(id: String) -> Bool { element(id: id).map { $0.attributes["hidden"] == nil } ?? false }

    func text(id: String) -> String? {
        element(id: id).map { PageForm.trimmed($0.text) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The first heading, or the title if there is no heading.
    var heading: String {
        elements.first { $0.name == "h1" }.map { PageForm.trimmed($0.text) } ?? title
    }

    var title: String { elements.first { $0.name == "title" }.map { PageForm.trimmed($0.text) } ?? "" }

    /// The target of the form, or nil for a page without a form.
    var action: String? { elements.first { $0.name == "form" }?.attributes["action"] }

    /// The fields and buttons of the form, in order.
    var controls: [Control] {
        elements.compactMap { element in
            guard element.name == "input" || element.name == "button" else { return nil }
            let attributes = element.attributes
            return Control(
                id: attributes["id"], name: attributes["name"] ?? "", value: attributes["value"] ?? "",
                type: element.name == "button" ? "submit" : attributes["type"] ?? "text",
                isChecked: attributes["checked"] != nil, isDisabled: attributes["disabled"] != nil)
        }
    }

    func control(named name: String) -> Control? { controls.first { $0.name.isExactly(name) } }

    func control(id: String) -> Control? { controls.first { $0.id?.isExactly(id) == true } }

    /// Returns the form that a browser posts when this button is pressed with these fields filled in: fields with a name, checked
    /// boxes, and the button.
    func submission(
        pressing button: Control?, filling: [ByteString: String], unticking: (Control) -> Bool = { _ in false }
    )
        -> Form
    {
        var form = Form()
        for control in controls where !control.name.isEmpty && !control.isDisabled {
            switch control.type {
            case "submit": break
            case "checkbox", "radio":
                if control.isChecked, !unticking(control) { form.append(control.name, control.value) }
            default: form.append(control.name, filling[control.name] ?? control.value)
            }
        }
        if let button, !button.name.isEmpty { form.append(button.name, button.value) }
        return form
    }

    /// The hidden fields, which are the response in a form that submits itself.
    var hidden: Form {
        Form(controls.filter { $0.type == "hidden" }.map { Form.Field($0.name, $0.value) })
    }

    private static func tagEnd(_ piece: ArraySlice<UInt8>) -> Int {
        var isQuoted = false
        for index in piece.indices {
            if piece[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            if piece[index] == UInt8(ascii: ">"), !isQuoted { return index }
        }
        return piece.endIndex
    }

    private static func attributes(_ text: ArraySlice<UInt8>) -> [ByteString: String] {
        var attributes: [ByteString: String] = [:]
        var rest = text
        while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
            let name = rest[..<equals].drop { $0 == ASCII.space || $0 == ASCII.lineFeed }
            let value = rest[equals...].dropFirst(2)
            guard let quote = value.firstIndex(of: UInt8(ascii: "\"")) else { break }
            attributes[String(decoding: name, as: UTF8.self)] = unescaped(value[..<quote])
            rest = value[quote...].dropFirst()
        }
        return attributes
    }

    /// Returns the text with the character references resolved that this server's pages use.
    private static func unescaped(_ text: ArraySlice<UInt8>) -> String {
        var out: [UInt8] = []
        var rest = text
        while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
            out += rest[..<start]
            rest = rest[start...]
            guard let end = rest.prefix(12).firstIndex(of: UInt8(ascii: ";")),
                let character = reference(rest[(start + 1)..<end])
            else {
                out.append(UInt8(ascii: "&"))
                rest = rest.dropFirst()
                continue
            }
            out += character
            rest = rest[(end + 1)...]
        }
        return String(decoding: out + rest, as: UTF8.self)
    }

    private static func reference(_ name: ArraySlice<UInt8>) -> [UInt8]? {
        let text = String(decoding: name, as: UTF8.self)
        switch text {
        case "amp": return [UInt8(ascii: "&")]
        case "lt": return [UInt8(ascii: "<")]
        case "gt": return [UInt8(ascii: ">")]
        case "quot": return [UInt8(ascii: "\"")]
        default: break
        }
        let value =
            text.dropping(prefix: "#x").map { UInt32($0, radix: 16) }
            ?? text.dropping(prefix: "#").flatMap { UInt32($0) }
        return value.flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
    }

    private static func trimmed(_ text: String) -> String { String(Substring(text.utf8.trimmed)) }
}
