import Formats

/// An HTML page as a browser without scripts parses it: its elements and its forms. The parser supports only the markup of the
/// server's own pages.
struct Page: Sendable {
    struct Element: Sendable {
        let name: String
        let attributes: [String: String]
        /// The text up to the next tag.
        let text: String
    }

    /// A form field or a button.
    struct Control: Sendable {
        let id: String?
        let name: String
        let value: String
        let type: String
        let isChecked: Bool
        let isDisabled: Bool
    }

    struct Form: Sendable {
        typealias Fields = [(String, String)]

        let method: String
        let action: String
        let controls: [Control]

        /// Returns the fields that a browser posts when the button is pressed: named fields, ticked boxes and the button. Boxes are
        /// ticked by name and unticked by value.
        func submission(
            pressing button: Control?, filling: [String: String], ticking: Set<String>, unticking: Set<String>
        ) -> Fields {
            var fields: Fields = []
            for control in controls where !control.name.isEmpty && !control.isDisabled {
                switch control.type {
                case "submit": break
                case "checkbox":
                    if control.isChecked || ticking.contains(control.name), !unticking.contains(control.value) {
                        fields.append((control.name, control.value))
                    }
                default: fields.append((control.name, filling[control.name] ?? control.value))
                }
            }
            if let button, !button.name.isEmpty { fields.append((button.name, button.value)) }
            return fields
        }
    }

    enum Kind: String, Sendable {
        case username
        case password
        case accountPicker
        case staySignedIn
        case accountKind
        case proofChoice
        case oneTimeCode
        case pushNotification
        case proofRegistration
        case termsOfUse
        case changePassword
        case consent
        case adminApproval
        case deviceCode
        case deviceConfirmation
        case deviceApproved
        case deviceDeclined
        case formPost
        case code
        case nativeClient
        case error
        case other
    }

    let elements: [Element]
    let forms: [Form]

    init(_ html: String) {
        var elements: [Element] = []
        for piece in html.split(separator: "<").dropFirst() where piece.first?.isLetter == true {
            let end = Page.tagEnd(piece)
            let tag = piece[..<end]
            let name = tag.prefix { $0.isLetter || $0.isNumber }
            elements.append(
                Element(
                    name: String(name), attributes: Page.attributes(tag.dropFirst(name.count)),
                    text: Page.unescape(piece[end...].dropFirst())))
        }
        self.elements = elements
        forms = Page.forms(elements)
    }

    func element(id: String) -> Element? { elements.first { $0.attributes["id"] == id } }

    func elements(named name: String) -> [Element] { elements.filter { $0.attributes["name"] == name } }

    func control(id: String) -> Control? { forms.flatMap(\.controls).first { $0.id == id } }

    func control(name: String) -> Control? { forms.flatMap(\.controls).first { $0.name == name } }

    /// The scopes that the consent page lists, in order.
    var listedScopes: [String] {
        forms.flatMap(\.controls).filter { $0.name == "consentedScope" }.map(\.value)
    }

    /// The user names on the tiles of the account picker.
    var tiles: [String] { elements.compactMap { $0.attributes["data-test-id"] }.filter { $0 != "otherTile" } }

    var kind: Kind {
        if element(id: "exceptionMessageContainer") != nil { return .error }
        if element(id: "api") != nil { return .other }
        if element(id: "i0116") != nil || element(id: "usernameEntry") != nil { return .username }
        if element(id: "i0118") != nil || element(id: "passwordEntry") != nil { return .password }
        // The page of Active Directory Federation Services asks for both.
        if let field = control(id: "userNameInput") { return field.value.isEmpty ? .username : .password }
        if element(id: "idDiv_SAOTCS_Proofs") != nil { return .proofChoice }
        if element(id: "idTxtBx_SAOTCC_OTC") != nil { return .oneTimeCode }
        if element(id: "idRichContext_DisplaySign") != nil { return .pushNotification }
        if element(id: "idRemoteNGC_DisplaySign") != nil { return .pushNotification }
        if element(id: "aadTile") != nil { return .accountKind }
        if element(id: "proofUpMethod") != nil { return .proofRegistration }
        if element(id: "btnAccept") != nil { return .termsOfUse }
        if element(id: "newPassword") != nil { return .changePassword }
        if control(name: "LoginOptions") != nil { return .staySignedIn }
        if element(id: "otherTile") != nil { return .accountPicker }
        if !elements(named: "consent").isEmpty { return .consent }
        if element(id: "adminApprovalMessage") != nil { return .adminApproval }
        if element(id: "otc") != nil || element(id: "userCodeInput") != nil { return .deviceCode }
        if element(id: "appConfirmTitle") != nil { return .deviceConfirmation }
        if let outcome = element(id: "message")?.text {
            return outcome.hasPrefix("You have signed in") ? .deviceApproved : .deviceDeclined
        }
        if element(id: "i0281") == nil, elements.contains(where: { $0.name == "script" }) { return .formPost }
        return .other
    }

    private static func tagEnd(_ piece: Substring) -> Substring.Index {
        var quote: Character?
        for index in piece.indices {
            switch piece[index] {
            case let mark where quote == mark: quote = nil
            case "\"" where quote == nil: quote = "\""
            case ">" where quote == nil: return index
            default: break
            }
        }
        return piece.endIndex
    }

    private static func attributes(_ text: Substring) -> [String: String] {
        var attributes: [String: String] = [:]
        var rest = text
        while let equals = rest.firstIndex(of: "=") {
            let name = rest[..<equals].drop { $0 == " " || $0 == "\n" }
            let value = rest[equals...].dropFirst(2)
            guard let quote = value.firstIndex(of: "\"") else { break }
            attributes[String(name)] = unescape(value[..<quote])
            rest = value[quote...].dropFirst()
        }
        return attributes
    }

    private static let entities = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")]

    /// Resolves the character references that the server's pages use.
    static func unescape(_ text: some StringProtocol) -> String {
        let named = entities.reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
        var pieces = named.split(separator: "&#x", omittingEmptySubsequences: false).map(String.init)
        for index in pieces.indices.dropFirst() {
            let parts = pieces[index].split(separator: ";", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, let scalar = UInt32(parts[0], radix: 16).flatMap(Unicode.Scalar.init) else {
                continue
            }
            pieces[index] = String(scalar) + parts[1]
        }
        return pieces.joined().replacing("&amp;", with: "&")
    }

    private static func forms(_ elements: [Element]) -> [Form] {
        var forms: [Form] = []
        for element in elements {
            if element.name == "form" {
                forms.append(
                    Form(
                        method: element.attributes["method"] ?? "get", action: element.attributes["action"] ?? "",
                        controls: []))
            } else if ["input", "button"].contains(element.name), let form = forms.popLast() {
                forms.append(
                    Form(method: form.method, action: form.action, controls: form.controls + [control(element)]))
            }
        }
        return forms
    }

    private static func control(_ element: Element) -> Control {
        let attributes = element.attributes
        return Control(
            id: attributes["id"], name: attributes["name"] ?? "", value: attributes["value"] ?? "",
            type: element.name == "button" ? "submit" : attributes["type"] ?? "text",
            isChecked: attributes["checked"] != nil, isDisabled: attributes["disabled"] != nil)
    }
}
