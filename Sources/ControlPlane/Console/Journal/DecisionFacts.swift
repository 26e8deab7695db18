import Formats
import Protocol

/// The decision of a journal entry in short sentences, which explain the response. Tokens and errors are shown elsewhere.
enum DecisionFacts {
    static func all(_ decision: JSONValue?) -> [JournalEntryCard.Fact] {
        (decision?.object ?? []).flatMap { part in
            lines(part.name, part.value).map { (title(part.name), Cell($0)) }
        }
    }

    private static func title(_ part: String) -> String {
        switch part {
        case "tenant": "Tenant"
        case "client": "Client"
        case "redirectUri": "Redirect URI"
        case "scopes": "Scope"
        case "consent": "Consent"
        case "presented": "Grant presented"
        case "code": "Code issued"
        case "page": "Page shown"
        default: part
        }
    }

    private static func lines(_ part: String, _ value: JSONValue) -> [String] {
        let text = { (name: String) in value[name]?.string }
        switch part {
        case "tokens", "error": return []
        case "tenant":
            guard let name = text("displayName") else {
                let requested = text("asked") ?? ""
                return [value["known"]?.bool == false ? "no tenant has the ID or domain \(requested)" : requested]
            }
            return ["\(name), requested as \(text("asked") ?? "")"]
        case "client":
            guard let name = text("displayName") else {
                return ["no application has the client ID \(text("asked") ?? "")"]
            }
            let home = text("home").map { "home tenant \($0)" }
            return [[name, home, text("signInAudience")].joined]
        case "redirectUri":
            guard let matched = text("matched") else {
                let reason = text("message") ?? text("error") ?? "not registered"
                return ["\(text("asked") ?? "no redirect URI in the request"): \(reason)"]
            }
            let platform = text("platform").map { "platform \($0)" }
            return [["matches the registered URI \(matched)", platform, text("rule")].joined]
        case "scopes": return (value.array ?? []).map(scope)
        case "consent": return consent(value)
        case "presented", "code": return [grant(value)]
        case "page": return [[text("name"), text("username").map { "for \($0)" }].joined]
        default: return value.line.isEmpty ? [] : [value.line]
        }
    }

    private static func scope(_ scope: JSONValue) -> String {
        let requested = scope["asked"]?.string ?? ""
        if let message = scope["message"]?.string { return "\(requested): \(message)" }
        guard let resource = scope["resource"]?.string else { return requested }
        return "\(requested): \(scope["permission"]?.string ?? "") of \(resource)"
    }

    private static func consent(_ consent: JSONValue) -> [String] {
        let granted = (consent["permissions"]?.array ?? []).compactMap { entry -> String? in
            if let name = entry.string { return name }
            guard let name = entry["permission"]?.string else { return nil }
            return entry["by"]?.string.map { "\(name), granted by \($0)" } ?? name
        }
        let roles = (consent["roles"]?.array ?? []).compactMap(\.string).map { "role \($0)" }
        let head = [consent["state"]?.string, consent["detail"]?.string].compactMap(\.self).joined(separator: ": ")
        return (head.isEmpty ? [] : [head]) + granted + roles
    }

    private static func grant(_ grant: JSONValue) -> String {
        let scope = grant["scope"]?.string ?? grant["resource"]?.string
        return [
            grant["kind"]?.string.map { $0.replacingExactly("_", with: " ") },
            grant["user"]?.string.map { "for \($0)" },
            scope.map { "scope \($0)" },
        ].joined
    }
}

extension [String?] {
    /// The elements that are not nil, separated by commas.
    fileprivate var joined: String { compactMap(\.self).joined(separator: ", ") }
}
