import Entra
package import Wire

/// What nobody gets to see who does not ask for it: one table for parameters, headers, cookies and members of JSON.
package struct SecretMask: Sendable {
    /// `?secrets=true`: everything is shown.
    package let isOff: Bool

    package init(isOff: Bool = false) {
        self.isOff = isOff
    }

    /// What stands for a secret.
    package static let text = "***"

    /// Names of parameters, in lower case.
    private static let parameters: Set<String> = [
        "client_secret", "password", "passwd", "code", "refresh_token", "access_token", "id_token", "id_token_hint",
        "assertion", "client_assertion", "user_federated_identity_credential", "code_verifier", "device_code",
        "spa_code", "otc", "oob", "totp", "newproof",
        "currentpassword", "newpassword", "confirmnewpassword", "reenterpassword", "new_password", "flowtoken",
        "continuation_token", "continuationtoken", "otp",
        "wresult", "samlresponse", "request", "logintoken", "token", "secret", "attribute.password",
    ]

    /// Members of JSON, in lower case.
    private static let members: Set<String> = parameters.subtracting(["request", "token"]).union([
        "secrettext", "private_key", "passwordprofile", "bootstrap_token",
    ])

    /// The same within an `error`, whose own `code` is a word for it.
    private static let membersOfErrors = members.subtracting([Parameter.code])

    /// Headers, in lower case. Of those the scheme stays where they have one.
    private static let headers: Set<String> = [
        "authorization", "proxy-authorization", "x-identity-header", "secret", "x-ms-refreshtokencredential",
        "x-ms-devicecredential", "x-ms-sso-refreshtoken", "x-ms-userfederatedidentitycredential",
    ]

    /// The value of a parameter, as it may be shown.
    package func parameter(_ name: String, _ value: String) -> String {
        isOff || value.isEmpty || !SecretMask.parameters.contains(name.asciiLowercased) ? value : SecretMask.text
    }

    package func form(_ form: Form) -> Form {
        Form(form.fields.map { Form.Field($0.name, parameter($0.name, $0.value)) })
    }

    package func header(_ name: String, _ value: String) -> String {
        guard !isOff else { return value }
        switch name.asciiLowercased {
        case "cookie": return SecretMask.cookies(value)
        case "set-cookie":
            let end = value.utf8.firstIndex(of: UInt8(ascii: ";")) ?? value.endIndex
            return SecretMask.cookies(String(value[..<end])) + value[end...]
        case "location": return url(value)
        case let name where SecretMask.headers.contains(name): return SecretMask.credentials(value)
        default: return value
        }
    }

    /// A URL with the secrets of its query and its fragment masked.
    package func url(_ text: String) -> String {
        guard !isOff else { return text }
        var rest = text.utf8[...]
        var out = ""
        while let mark = rest.firstIndex(where: { "?#&".utf8.contains($0) }) {
            let next = rest.index(after: mark)
            out += SecretMask.pair(rest[..<mark], isOfURL: out.isEmpty, self)
            out += String(Substring(rest[mark..<next]))
            rest = rest[next...]
        }
        return out + SecretMask.pair(rest, isOfURL: out.isEmpty, self)
    }

    /// JSON with the values of secret members masked, at any depth.
    package func json(_ value: JSONValue) -> JSONValue {
        isOff ? value : SecretMask.json(value, SecretMask.members)
    }

    private static func json(_ value: JSONValue, _ secrets: Set<String>) -> JSONValue {
        switch value {
        case .object(let members):
            return .object(
                members.map { member in
                    let inner = member.name.isExactly("error") ? membersOfErrors : secrets
                    let isSecret = secrets.contains(member.name.asciiLowercased)
                    return JSONValue.Member(member.name, isSecret ? .string(text) : json(member.value, inner))
                })
        case .array(let values): return .array(values.map { json($0, secrets) })
        default: return value
        }
    }

    /// `name=value` of a query, still encoded.
    private static func pair(_ text: Substring.UTF8View, isOfURL: Bool, _ mask: SecretMask) -> String {
        let whole = String(Substring(text))
        guard !isOfURL, let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return whole }
        let name = String(Substring(text[..<equals]))
        let value = String(Substring(text[text.index(after: equals)...]))
        return "\(name)=\(mask.parameter(Percent.decode(name.utf8, plusIsSpace: true) ?? name, value))"
    }

    private static func cookies(_ header: String) -> String {
        header.utf8.split(separator: UInt8(ascii: ";")).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return name.count == pair.count ? text : "\(Substring(name))=\(text)"
        }.joined(separator: ";")
    }

    /// `Bearer ***`; a value of one word is masked whole.
    private static func credentials(_ value: String) -> String {
        let scheme = value.utf8.prefix { $0 != ASCII.space }
        return scheme.count == value.utf8.count ? text : "\(Substring(scheme)) \(text)"
    }
}
