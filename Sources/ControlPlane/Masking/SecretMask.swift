package import Crypto
package import Directory
import Entra
package import Formats
package import Protocol
import Synchronization

/// The rule for masking secrets, shared by the journal and its stream, the console, verification, the list of stubs, and the log. A
/// value is masked
///
/// - by its name (`SecretNames`): the value of a parameter, a header, a cookie or a JSON member;
/// - by its shape (`SecretShape`), anywhere in a text: a token, a code or a private key;
/// - as a known secret (`KnownSecrets`), anywhere in a text: a secret of the directory, or a secret by name in the same entry.
///
/// Masking also covers encodings in a text: percent-encoding, Base64 and embedded JSON.
package struct SecretMask: Sendable {
    /// Whether secrets are shown (`?secrets=true`). The server's own credentials stay masked.
    package let isOff: Bool
    let own: ServerSecrets
    let known: [KnownSecrets]
    /// The keys that recognize values sealed by this server.
    let sealing: SealingKeys?
    /// The replacement of the control token.
    private(set) var tokenStandIn = SecretMask.text

    package init(isOff: Bool = false) {
        self.init(isOff: isOff, own: ServerSecrets())
    }

    init(isOff: Bool = false, own: ServerSecrets, known: [KnownSecrets] = [], sealing: SealingKeys? = nil) {
        self.isOff = isOff
        self.own = own
        self.known = known.filter { !$0.isEmpty }
        self.sealing = sealing
    }

    /// The replacement of a secret.
    package static let text = "***"

    /// Returns this mask with further known secrets.
    func adding(_ secrets: KnownSecrets) -> SecretMask {
        var mask = SecretMask(isOff: isOff, own: own, known: known + [secrets], sealing: sealing)
        mask.tokenStandIn = tokenStandIn
        return mask
    }

    /// Returns this mask with another replacement of the control token.
    func naming(controlToken text: String) -> SecretMask {
        var mask = self
        mask.tokenStandIn = text
        return mask
    }

    /// This mask with secrets shown.
    var showingSecrets: SecretMask { SecretMask(isOff: true, own: own) }

    // MARK: - Named values

    /// Returns the value of a decoded parameter with secrets masked.
    package func parameter(_ name: String, _ value: String) -> String {
        guard !value.isEmpty else { return value }
        // `request` is a JSON Web Token (RFC 9101) as a parameter, but an ordinary word in other places.
        let isSecret = SecretNames.isSecret(name) || name.isExactlyIgnoringASCIICase(Parameter.request)
        return !isOff && isSecret ? hidden(value.utf8) : content(of: name, value, SecretWork()) ?? value
    }

    package func form(_ form: Form) -> Form {
        Form(form.fields.map { Form.Field(text($0.name), parameter($0.name, $0.value)) })
    }

    package func header(_ name: String, _ value: String) -> String {
        if let shown = controlCredentials(value) { return shown }
        guard !isOff else { return text(value) }
        switch name.asciiLowercased {
        case "cookie": return SecretMask.cookies(value)
        case "set-cookie":
            let end = value.utf8.firstIndex(of: UInt8(ascii: ";")) ?? value.endIndex
            return SecretMask.cookies(String(value[..<end])) + text(String(value[end...]))
        default: break
        }
        guard !value.isEmpty else { return value }
        if SecretNames.isSecret(name) { return credentials(value, isSecret: true) }
        return text(credentials(value, isSecret: false))
    }

    /// Returns a URL with the secrets of its query and fragment masked.
    package func url(_ text: String) -> String { self.text(text) }

    /// Returns a JSON value with its secrets masked at any depth.
    package func json(_ value: JSONValue) -> JSONValue { json(value, in: .ordinary) }

    func json(_ value: JSONValue, in context: SecretJSON.Context) -> JSONValue {
        hidesNothing ? value : SecretJSON(mask: self, work: SecretWork()).masked(value, in: context)
    }

    /// Returns a text with its secrets masked.
    package func text(_ text: String) -> String {
        guard !hidesNothing, let bytes = SecretText.masked(Array(text.utf8), self, SecretWork()) else { return text }
        return String(utf8: bytes) ?? SecretMask.text
    }

    /// Returns a JSON value whose named secrets are already masked, with the secrets in all texts and member names masked.
    func texts(of value: JSONValue) -> JSONValue {
        hidesNothing ? value : SecretJSON(mask: self, work: SecretWork()).texts(of: value)
    }

    /// Whether every text stays unchanged.
    private var hidesNothing: Bool { isOff && own.isEmpty }

    // MARK: - Parts

    /// Returns the replacement of a secret value.
    func hidden(_ value: some Collection<UInt8>) -> String {
        own.isControlToken(value) ? tokenStandIn : SecretMask.text
    }

    /// Whether the name implies the form of its value: the claims of tokens, or a filter.
    static func isStructured(_ name: String) -> Bool { SecretNames.isClaims(name) || isFilter(name) }

    private static func isFilter(_ name: String) -> Bool {
        ["$filter", "filter", "$search"].contains { name.isExactlyIgnoringASCIICase($0) }
    }

    /// Returns the masked value of a name that is not secret, or nil if nothing is masked. The name implies the form of the value.
    func content(of name: String, _ value: String, _ work: SecretWork) -> String? {
        if SecretNames.isClaims(name), let json = JSONValue(parsing: Array(value.utf8)) {
            let masked = SecretJSON(mask: self, work: work).masked(json, in: .claims)
            return masked == json ? nil : JSONWriter.text(masked)
        }
        let filtered = SecretMask.isFilter(name) && !isOff ? SecretMask.filter(value) : nil
        let text = filtered ?? value
        return SecretText.masked(Array(text.utf8), self, work).flatMap { String(utf8: $0) } ?? filtered
    }

    /// Returns an OData filter with its literals masked if the filter names a secret, or nil. Any of the literals may be the
    /// secret.
    private static func filter(_ text: String) -> String? {
        let pieces = text.pieces(separatedBy: "'", keepingEmpty: true)
        let isWord = { (byte: UInt8) in ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") }
        let words = text.utf8.split { !isWord($0) }.map { String(Substring($0)) }
        guard pieces.count > 1, words.contains(where: SecretNames.isSecret) else { return nil }
        return pieces.enumerated().map { $0.offset % 2 == 1 && !$0.element.isEmpty ? SecretMask.text : $0.element }
            .joined(separator: "'")
    }

    private static func cookies(_ header: String) -> String {
        header.utf8.split(separator: UInt8(ascii: ";")).map { pair in
            let name = pair.prefix { $0 != UInt8(ascii: "=") }
            return name.count == pair.count ? text : "\(Substring(name))=\(text)"
        }.joined(separator: ";")
    }

    private static let schemes = [
        "Basic", "Bearer", "PoP", "DPoP", "Digest", "Negotiate", "NTLM", "PKeyAuth", "SharedAccessSignature",
        "SharedKey",
    ]

    /// Returns credentials such as `Bearer ***`, which keep the scheme. A value without a scheme is masked as a whole if it is
    /// secret.
    private func credentials(_ value: String, isSecret: Bool) -> String {
        for scheme in SecretMask.schemes {
            guard let credential = AuthorizationHeader.credentials(value, scheme: scheme) else { continue }
            // A single word after a scheme is a credential in any header. A challenge has parameters (RFC 9110 §11.3).
            let isWord = credential.utf8.allSatisfy { ASCII.isTokenCharacter($0) || "/=".utf8.contains($0) }
            guard isSecret || isWord && !SecretMask.isParameter(credential) else { continue }
            return "\(value.upTo(" ")) \(hidden(credential.utf8))"
        }
        return isSecret ? hidden(value.utf8) : value
    }

    /// Whether the text has the form `name=value`, with an `=` that is not padding.
    private static func isParameter(_ text: String) -> Bool {
        text.utf8.reversed().drop { $0 == UInt8(ascii: "=") }.contains(UInt8(ascii: "="))
    }

    /// Returns the replacement of credentials that contain the control token, as a bearer token or a password. Returns nil for any
    /// other value.
    private func controlCredentials(_ value: String) -> String? {
        guard !own.isEmpty else { return nil }
        let bearer = AuthorizationHeader.credentials(value, scheme: "Bearer")
        let basic = AuthorizationHeader.credentials(value, scheme: "Basic").flatMap { Base64.decodeStandard($0.utf8) }
        let password = basic.flatMap { bytes in
            bytes.firstIndex(of: UInt8(ascii: ":")).map { bytes[($0 + 1)...] }
        }
        let isPresented = bearer.map { own.isControlToken($0.utf8) } ?? password.map { own.isControlToken($0) } ?? false
        return isPresented ? "Bearer \(tokenStandIn)" : nil
    }
}

extension [JSONValue.Member] {
    /// The members with distinct names (RFC 8259 §4). Masked names that coincide get a number.
    var withDistinctNames: [JSONValue.Member] {
        var seen: Set<ByteString> = []
        return map { member in
            var name = member.name
            var number = 1
            while !seen.insert(ByteString(name)).inserted {
                number += 1
                name = "\(member.name) \(number)"
            }
            return number == 1 ? member : JSONValue.Member(name, member.value)
        }
    }
}

extension JSONWriter {
    /// Returns a value as text.
    static func text(_ value: JSONValue) -> String {
        // Allowed (lossy-text): the JSON of a value is UTF-8.
        String(decoding: JSONWriter.value(value), as: UTF8.self)
    }
}

/// The masks of a server. Each mask knows the secrets of the server and of one version of the directory.
package final class SecretMasks: Sendable {
    /// The number of directory versions whose secrets are cached. A reader of the journal goes through the versions in order.
    private static let maximumVersions = 2

    /// The server's own credentials, such as the control token, which are never shown.
    private let own: ServerSecrets
    private let versions = Mutex<[(directory: Directory, known: KnownSecrets)]>([])

    package init(controlToken: String? = nil, storePassword: String? = nil) {
        own = ServerSecrets(controlToken: controlToken, others: [storePassword].compactMap(\.self))
    }

    /// Returns the mask for texts from the time of a directory version.
    package func mask(_ directory: Directory, _ sealing: SealingKeys?) -> SecretMask {
        SecretMask(own: own, known: [known(directory)], sealing: sealing)
    }

    /// The mask that shows secrets, except for the server's own credentials.
    package var showingSecrets: SecretMask { SecretMask(isOff: true, own: own) }

    /// The query parameter that requests secrets.
    package static let parameter = "secrets"

    /// Whether a query requests secrets. Throws a problem of status 400 for a value other than `true` and `false`.
    package static func areSecretsShown(by query: Form) throws(ProblemDocument) -> Bool {
        switch query[parameter] ?? "false" {
        case "true": return true
        case "false": return false
        default: throw .invalid("The parameter secrets must be true or false.")
        }
    }

    /// The number of directory versions whose secrets are cached.
    var keptVersions: Int { versions.withLock(\.count) }

    private func known(_ directory: Directory) -> KnownSecrets {
        if let known = versions.withLock({ $0.first { $0.directory === directory }?.known }) { return known }
        let known = KnownSecrets(directory.secrets)
        versions.withLock { versions in
            versions = ([(directory, known)] + versions.filter { $0.directory !== directory })
                .prefix(SecretMasks.maximumVersions).map(\.self)
        }
        return known
    }
}

extension Directory {
    /// The secrets of the directory: of applications, of users, and of the hosts of managed identities.
    fileprivate var secrets: [String] {
        var secrets: [String] = []
        for tenant in tenants {
            for application in tenant.applications { secrets += application.passwordCredentials.map(\.secretText) }
            for user in tenant.users {
                secrets += ([user.password] + user.multiFactorMethods.map(\.secret)).compactMap(\.self)
            }
            secrets.append(settings(tenant: tenant, application: nil).managedIdentityHeader)
        }
        return secrets
    }
}

extension MFAMethod {
    /// The fixed code, or the secret of an authenticator app in base32.
    fileprivate var secret: String? {
        switch self {
        case .code(let code): code
        case .authenticator(let bytes): Base32.encode(bytes)
        case .email, .sms, .push: nil
        }
    }
}
