import Formats

/// The search for "did you mean": the known name that is nearest to a mistyped name.
package enum Suggestion {
    /// Returns the nearest of `names`, or nil if none is near enough: at most a third of the letters may be wrong, and at most
    /// three. The search ignores letter case.
    package static func nearest(to word: String, among names: some Sequence<String>) -> String? {
        var best: (name: String, distance: Int)?
        for name in names {
            let bound = min(3, max(name.utf8.count, word.utf8.count) / 3)
            let distance = distance(word, name, bound: bound)
            if distance <= bound, distance < best?.distance ?? .max { best = (name, distance) }
        }
        return best?.name
    }

    static func hint(for word: String, among names: some Sequence<String>) -> String? {
        nearest(to: word, among: names).map { "did you mean \($0)?" }
    }

    /// Returns the number of letters that are inserted, left out, replaced or swapped with their neighbor. If the number is above
    /// `bound`, the result is some number above `bound`.
    static func distance(_ first: String, _ second: String, bound: Int) -> Int {
        let left = first.utf8.map(ASCII.lowercased)
        let right = second.utf8.map(ASCII.lowercased)
        guard (left.count - right.count).magnitude <= bound else { return bound + 1 }
        var before: [Int] = []
        var above = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var cost = min(above[column] + (isSame ? 0 : 1), above[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                current.append(cost)
            }
            (before, above) = (above, current)
        }
        return above[right.count]
    }
}

/// Wrong names that people use often and that are too far from the right name for "did you mean".
enum KnownMisspellings {
    /// Returns the hint for a name, or nil if the name is not a known mistake.
    static func hint(for name: String, in object: String) -> String? {
        hints[ByteString("\(object).\(name.asciiLowercased)")]
    }

    private static let secret = "did you mean passwordCredentials: [{secretText: …}]?"
    private static let redirectURI = "did you mean web.redirectUris, spa.redirectUris or publicClient.redirectUris?"
    private static let principalName = "did you mean userPrincipalName?"

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
        ("group", "users", "did you mean members?"),
        ("group", "memberOf", "list the group in the members of the other group"),
        ("group", "name", "did you mean displayName?"),
        ("user", "username", principalName), ("user", "upn", principalName), ("user", "login", principalName),
        ("user", "email", "did you mean mail?"), ("user", "name", "did you mean displayName?"),
        ("user", "memberOf", "did you mean groups?"), ("user", "role", "did you mean roles?"),
        ("permissionScope", "name", "did you mean value?"), ("appRole", "name", "did you mean value?"),
    ]
}
