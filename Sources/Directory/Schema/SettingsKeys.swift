import Wire

extension SettingsOverrides {
    /// Lifetimes are bounded where the service bounds them from above. Below, a test may go down to a second.
    private static let day = 86_400

    static let keys = ObjectSpec<SettingsOverrides>(
        "settings",
        "Behaviour. Every key may stand at the top, under a tenant and under an application; the nearest wins.",
        unknownKeys: .refused,
        keys: [
            .key(
                "signIn", \.signIn, .word,
                "interactive: pages. automatic: the login_hint's user, else the only user, is signed in without a page."
            ),
            .key(
                "consent", \.consent, .word,
                "prompt: the consent page. automatic: whatever the user may consent to is, without a page."),
            .key(
                "userConsent", \.userConsent, .word,
                "Whether users may consent for themselves; disabled sends them to an administrator (AADSTS90094)."),
            .key(
                "staySignedInPage", \.staySignedInPage, .bool, "Whether \"Stay signed in?\" is asked after a sign-in."),
            .key(
                "accessTokenLifetime", \.accessTokenLifetime, .lifetime(1...28 * 3600),
                "Seconds: one number, or a range from which each token's lifetime is drawn. Default 3600..5399."),
            .key("idTokenLifetime", \.idTokenLifetime, .integer(1...day), "Seconds. Default 3600."),
            .key("authorizationCodeLifetime", \.authorizationCodeLifetime, .integer(1...3600), "Seconds. Default 600."),
            .key(
                "refreshTokenLifetime", \.refreshTokenLifetime, .integer(1...365 * day), "Seconds. Default 90 days."),
            .key(
                "singlePageRefreshTokenLifetime", \.singlePageRefreshTokenLifetime, .integer(1...365 * day),
                "Seconds; of refresh tokens of single-page applications, which are not renewed. Default 24 hours."),
            .key("sessionLifetime", \.sessionLifetime, .integer(1...365 * day), "Seconds. Default 24 hours."),
            .key(
                "persistentSessionLifetime", \.persistentSessionLifetime, .integer(1...365 * day),
                "Seconds; of a session whose user chose to stay signed in. Default 90 days."),
            .key(
                "consentDeclinedError", \.consentDeclinedError, .word,
                "The error an application is sent when the user declines consent (AADSTS65004)."),
            .key(
                "refreshWithSeveralResources", \.refreshWithSeveralResources, .word,
                "A refresh that names scopes of several resources: the first resource's token, or AADSTS28000."),
            .key(
                "errorLineSeparator", \.errorLineSeparator, .word,
                "What stands before the trace block of an error description: spaces, or line ends as before 2023."),
            .key(
                "graphTokenSignature", \.graphTokenSignature, .word,
                "Access tokens for Microsoft Graph: opaque, only Graph can check them; verifiable, anyone can."),
            .key(
                "nativeAuthTestContract", \.nativeAuthTestContract, .bool,
                "true: the control contract of Microsoft's own native authentication test suites (POST /config/response)."),
        ])
}

extension ValueSpec where Value == ClosedRange<Int> {
    /// `3600`, or a range `3600..5400` with both ends in it.
    static func lifetime(_ bounds: ClosedRange<Int>) -> ValueSpec {
        let range = Shape.pattern("^[0-9]+\\.\\.[0-9]+$", called: "a range such as 3600..5400")
        return ValueSpec(.either([.integer(bounds), range])) { node, place, findings in
            if case .scalar(let scalar) = node.content, scalar.value == .string {
                guard let range = parse(scalar.text) else {
                    let hint = "a number of seconds, or a range such as 3600..5400"
                    findings.error(place, "\"\(scalar.text)\" is no lifetime", hint: hint)
                    return nil
                }
                guard bounds.contains(range.lowerBound), bounds.contains(range.upperBound) else {
                    findings.error(place, "must be from \(bounds.lowerBound) to \(bounds.upperBound) seconds")
                    return nil
                }
                return range
            }
            return ValueSpec<Int>.integer(bounds).read(node, place, &findings).map { $0...$0 }
        }
    }

    private static func parse(_ text: String) -> ClosedRange<Int>? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, parts[1].isEmpty, let lower = ASCII.decimal(parts[0]),
            let upper = ASCII.decimal(parts[2]), lower <= upper
        else { return nil }
        return lower...upper
    }
}
