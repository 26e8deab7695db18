import Formats

/// Wrong names that people use often and that are too far from the right name for "did you mean".
enum KnownMisspellings {
    /// Returns the hint for a name, or nil if the name is no known mistake.
    static func hint(for name: String, in object: String) -> String? {
        hints[ByteString("\(object).\(name.asciiLowercased)")]
    }

    private static let secret = "did you mean passwordCredentials: [{secretText: …}]?"
    private static let redirectURI = "did you mean web.redirectUris, spa.redirectUris or publicClient.redirectUris?"
    private static let principalName = "did you mean userPrincipalName?"
    private static let membership = "list the group under each user instead: groups: [NAME]"

    private static let hints: [ByteString: String] = Dictionary(
        rows.map { (ByteString("\($0.object).\($0.name.asciiLowercased)"), $0.hint) },
        uniquingKeysWith: { first, _ in first })

    private static let rows: [(object: String, name: String, hint: String)] = [
        ("application", "secret", secret), ("application", "secrets", secret), ("application", "clientSecret", secret),
        ("application", "client_secret", secret), ("application", "secretText", secret),
        ("application", "password", secret),
        ("application", "clientId", "did you mean appId?"), ("application", "client_id", "did you mean appId?"),
        ("application", "applicationId", "did you mean appId?"),
        ("application", "scope", "did you mean api.oauth2PermissionScopes?"),
        ("application", "scopes", "did you mean api.oauth2PermissionScopes?"),
        ("application", "permissions", "did you mean requiredResourceAccess, or api.oauth2PermissionScopes?"),
        ("application", "roles", "did you mean appRoles?"),
        ("application", "redirect_uris", redirectURI), ("application", "redirect_uri", redirectURI),
        ("application", "redirectUri", redirectURI), ("application", "callbackUrl", redirectURI),
        ("application", "certificate", "did you mean keyCredentials: [{certificate: FILE}]?"),
        ("application", "identifierUri", "did you mean identifierUris?"),
        ("passwordCredential", "secret", "did you mean secretText?"),
        ("passwordCredential", "clientSecret", "did you mean secretText?"),
        ("passwordCredential", "password", "did you mean secretText?"),
        ("passwordCredential", "text", "did you mean secretText?"),
        ("group", "members", membership), ("group", "users", membership),
        ("group", "name", "did you mean displayName?"),
        ("user", "username", principalName), ("user", "upn", principalName), ("user", "login", principalName),
        ("user", "email", "did you mean mail?"), ("user", "name", "did you mean displayName?"),
        ("user", "memberOf", "did you mean groups?"), ("user", "role", "did you mean roles?"),
        ("permissionScope", "name", "did you mean value?"), ("appRole", "name", "did you mean value?"),
    ]
}
