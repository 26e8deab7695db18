package import Entra
package import Formats

/// The rules for a registration from a file or from Microsoft Graph (docs/reference/protocol.md#registration-limits).
/// `RedirectURIRegistration` has the rules for redirect URIs.
package enum ApplicationRules {
    /// A problem of a value, and a hint for its correction.
    package struct Problem: Sendable {
        package let message: String
        package var hint: String?
    }

    /// Whether the text is an Entity ID without a scheme, which only applications with SAML single sign-on have. Microsoft Graph
    /// creates none (docs/reference/protocol.md#obo-saml-spn).
    static func isEntityID(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 255
            && text.utf8.allSatisfy {
                $0 > ASCII.space && $0 < 0x7F && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "*")
            }
    }

    /// Returns the reason why a URI cannot be an App ID URI, or nil if the URI is valid.
    package static func problem(ofIdentifierUri uri: String, _ audience: SignInAudience) -> Problem? {
        let scheme = uri.utf8.prefix { $0 != UInt8(ascii: ":") }
        let isURI = scheme.count < uri.utf8.count && scheme.first.map(ASCII.isLetter) == true
        if !isURI || !uri.utf8.allSatisfy({ $0 > ASCII.space && $0 != 0x7F }) {
            return Problem(message: "\"\(uri)\" is not a URI", hint: "use a URI such as api://orders")
        }
        let limit = audience.admitsPersonalAccounts ? 120 : 255
        if uri.utf8.count > limit {
            return Problem(message: "must have at most \(limit) characters, not \(uri.utf8.count)")
        }
        if uri.utf8.contains(UInt8(ascii: "*")) { return Problem(message: "\"\(uri)\" must not contain a wildcard") }
        if audience.admitsPersonalAccounts {
            let hint = "signInAudience is \(audience.rawValue)"
            if String(Substring(scheme)).isExactlyIgnoringASCIICase("urn") {
                return Problem(message: "\"\(uri)\" must not have the scheme urn", hint: hint)
            }
            if uri.utf8.contains(where: "?#".utf8.contains) {
                return Problem(message: "\"\(uri)\" must not have a query or a fragment", hint: hint)
            }
        }
        // One of the APIs of Microsoft that every tenant has is registered with the name.
        guard let api = MicrosoftNames.owner(exactly: uri).flatMap({ MicrosoftAPI.find($0.api) }), api.isCore else {
            return nil
        }
        return Problem(
            message: "the identifier URI \(uri) belongs to a built-in Microsoft API",
            hint:
                "every tenant has \(api.displayName); an application with the appId \(api.clientID) adds permissions to it"
        )
    }

    /// The form of a logout URL, for messages.
    static let logoutURLForm = "an https URL of at most 255 characters"

    /// Returns whether the text has the form of a front-channel logout URL, whatever the settings and the audience are. Only the
    /// two loopback hosts that redirect URIs may have can be under http, so `[::1]` cannot
    /// (docs/reference/protocol.md#redirect-uri-schemes).
    static func isLogoutURL(_ url: String) -> Bool {
        let isPlain = url.utf8.allSatisfy { $0 > ASCII.space && $0 < 0x7F && $0 != UInt8(ascii: "#") }
        guard isPlain, url.utf8.count <= 255, let origin = Origin(of: url) else { return false }
        return origin.isSecure || origin.host == "localhost" || origin.host == "127.0.0.1"
    }

    /// Returns the reason why a registration cannot have the front-channel logout URL, or nil if the URL is allowed
    /// (docs/reference/protocol.md#front-channel-logout-url).
    package static func problem(
        ofLogoutURL url: String, _ audience: SignInAudience, scheme: LogoutURLScheme
    ) -> Problem? {
        if scheme == .https, !url.asciiLowercased.hasExactPrefix("https:") {
            return Problem(
                message: "the logout URL must be \(logoutURLForm)",
                hint: "use https, or set logoutUrlScheme: httpOnLoopback")
        }
        return audience.admitsPersonalAccounts && url.utf8.contains(UInt8(ascii: "*"))
            ? Problem(
                message: "the logout URL must not contain a wildcard", hint: "signInAudience is \(audience.rawValue)")
            : nil
    }

    /// Returns the reason why a registration cannot have the tags, or nil if they are allowed.
    package static func problem(ofTags tags: JSONValue) -> String? {
        var known: Set<ByteString> = []
        for tag in (tags.array ?? []).compactMap(\.string) {
            if !(1...256).contains(tag.utf16.count) { return "a tag must have 1 to 256 characters" }
            if tag.utf8.contains(where: { $0 <= ASCII.space }) {
                return "the tag \"\(tag)\" must not contain white space"
            }
            if !known.insert(ByteString(tag)).inserted { return "the tag \"\(tag)\" occurs twice" }
        }
        return nil
    }

    package static func maximumScopeLength(_ audience: SignInAudience) -> Int {
        audience.admitsPersonalAccounts ? 40 : 120
    }

    package static let maximumRoleLength = 120

    /// Returns the reason why `value` cannot be the value of a scope or an app role, or nil if `value` is valid.
    package static func problem(ofPermission value: String, _ limit: Int) -> String? {
        if value.utf8.count > limit { return "must have at most \(limit) characters, not \(value.utf8.count)" }
        if value.utf8.first == UInt8(ascii: ".") { return "a permission's value must not begin with a dot" }
        let isPlain = value.utf8.allSatisfy { $0 > ASCII.space && $0 < 0x7F && !#"/\"<>"#.utf8.contains($0) }
        return isPlain
            ? nil : #"a permission's value must not contain spaces, non-ASCII characters or any of / \ " < >"#
    }
}

/// The rules for federated identity credentials (Graph `federatedIdentityCredential`;
/// docs/reference/protocol.md#federated-identity-credential).
extension ApplicationRules {
    /// The maximum number of federated identity credentials of one application.
    package static let maximumFederatedCredentials = 20

    /// An invalid property: its name, and what it must be.
    package struct PropertyProblem: Sendable {
        package let property: String
        package let message: String
    }

    /// Returns a problem within the credential, regardless of the application's other credentials, or nil if the credential is
    /// valid. `admitsIssuer` decides which issuers are allowed.
    package static func problem(
        of credential: FederatedIdentityCredential, admitsIssuer: (Origin) -> Bool = \.isSecure
    ) -> PropertyProblem? {
        let isPlain = credential.name.utf8.allSatisfy {
            ASCII.isLetter($0) || ASCII.isDigit($0) || "-_".utf8.contains($0)
        }
        let startsPlain = credential.name.utf8.first.map { ASCII.isLetter($0) || ASCII.isDigit($0) } ?? false
        guard isPlain, startsPlain, (3...120).contains(credential.name.utf8.count) else {
            return PropertyProblem(
                property: "name",
                message: "must be 3 to 120 letters, digits, hyphens and underscores, beginning with a letter or digit")
        }
        guard credential.audiences.count == 1 else {
            return PropertyProblem(property: "audiences", message: "must have exactly one element")
        }
        guard (credential.subject == nil) != (credential.claimsMatchingExpression == nil) else {
            return PropertyProblem(
                property: "subject",
                message: credential.subject == nil
                    ? "must have a value, unless there is a claimsMatchingExpression"
                    : "must be null, because there is a claimsMatchingExpression")
        }
        let texts =
            [("issuer", credential.issuer), ("subject", credential.subject ?? "")]
            + credential.audiences.map { ("audiences", $0) }
        for (name, value) in texts where value.utf8.count > 600 {
            return PropertyProblem(property: name, message: "must have at most 600 characters")
        }
        for (name, value) in texts where value.utf8.contains(UInt8(ascii: "*")) {
            return PropertyProblem(property: name, message: "must not contain a wildcard")
        }
        guard (credential.description ?? "").utf8.count <= 600 else {
            return PropertyProblem(property: "description", message: "must have at most 600 characters")
        }
        guard let issuer = Origin(of: credential.issuer), admitsIssuer(issuer) else {
            return PropertyProblem(property: "issuer", message: "must be an https URL")
        }
        return credential.claimsMatchingExpression?.problem(at: credential.issuer).map {
            PropertyProblem(property: "claimsMatchingExpression", message: $0)
        }
    }

    /// Returns whether a configuration file may use this issuer. Microsoft Graph allows https only. A file also allows http, for
    /// an issuer that runs next to the tests, if the host is a loopback host or a name without a dot, which no one can register
    /// in public DNS.
    static func isIssuerAllowedInFile(_ issuer: Origin) -> Bool {
        issuer.isSecure || issuer.isLoopback || !issuer.host.utf8.contains(UInt8(ascii: "."))
    }

    /// A conflict of a credential with another one of the application.
    package enum CredentialConflict: Sendable {
        case name(String)
        /// The other credential trusts the same tokens, so that the service rejects the new one as invalid
        /// (docs/reference/protocol.md#fic-duplicate).
        case issuerAndSubject

        package var message: String {
            switch self {
            case .name(let name): "A federated identity credential with the name '\(name)' already exists."
            case .issuerAndSubject: "Issuer and subject combination already exists for this application."
            }
        }
    }

    /// Returns the conflict of the entry with the existing ones, or nil.
    package static func conflict(
        of credential: FederatedIdentityCredential, among known: [FederatedIdentityCredential]
    ) -> CredentialConflict? {
        if known.contains(where: { $0.name.isExactly(credential.name) }) { return .name(credential.name) }
        func trusted(_ one: FederatedIdentityCredential) -> [ByteString?] {
            [
                ByteString(one.issuer), one.subject.map { ByteString($0) },
                one.claimsMatchingExpression.map { ByteString($0.text) },
            ]
        }
        let isDuplicate = known.contains { trusted($0) == trusted(credential) }
        return isDuplicate ? .issuerAndSubject : nil
    }
}
