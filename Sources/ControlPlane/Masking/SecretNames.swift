import Formats

/// The names of parameters, headers and JSON members whose values are secrets. Letter case and separators are ignored:
/// `X-Api-Key`, `api_key` and `apiKey` are the same name.
enum SecretNames {
    /// Whether the value with this name is a secret.
    static func isSecret(_ name: String) -> Bool {
        let name = folded(name)
        guard !name.isEmpty, !isHarmless(name) else { return false }
        return exact.contains(name) || suffixes.contains { name.ends(with: $0) }
            || parts.contains { name.contains(part: $0) }
    }

    /// Whether an object with this name is not a secret as a whole, because its members have names of their own.
    static func isContainer(_ name: String) -> Bool { containers.contains(folded(name)) }

    /// Whether the name is the `claims` parameter (OpenID Connect Core §5.5) or `optionalClaims` of Microsoft Graph, whose members
    /// are kinds of tokens.
    static func isClaims(_ name: String) -> Bool { claims.contains(folded(name)) }

    /// Whether the member of a JSON Web Key is private (RFC 7518 §6.2.2, §6.3.2, §6.4.1).
    static func isPrivateKeyMember(_ name: String) -> Bool {
        ["d", "p", "q", "dp", "dq", "qi", "oth", "k"].contains { name.isExactly($0) }
    }

    /// Whether the text is a word of the protocol. A secret of the directory that equals such a word is masked only under secret
    /// names.
    static func isWord(_ text: String) -> Bool { words.contains(ByteString(text)) }

    // MARK: - The tables

    /// The parts of secret names: a name that contains one of them is secret.
    private static let parts = table([
        "secret", "password", "passwd", "passphrase", "passcode", "token", "assertion", "verifier", "cookie",
        "authorization", "credential", "signature", "bearer", "apikey", "samlresponse", "samlrequest", "session",
        "identityheader",
    ])

    /// The suffixes of secret names.
    private static let suffixes = table([
        "code", "codes", "key", "auth", "otp", "otc", "oob", "pwd", "sig", "jwt", "jwe", "pop", "hmac", "accesspass",
    ])

    /// The exact secret names. `sft`, `ctx` and `canary` are fields of Entra's own pages.
    private static let exact = Set(
        table(["pass", "pin", "sas", "prt", "sft", "ctx", "wctx", "wresult", "canary", "newproof"]))

    /// The suffixes of names that are not secret, such as `token_type` and `token_endpoint`.
    private static let harmlessSuffixes = table([
        "type", "types", "supported", "endpoint", "uri", "url", "iframe", "alg", "algorithm", "method", "methods",
        "version", "length", "count", "lifetime", "expiresin", "expireson", "expiresat", "datetime", "policy",
        "policies", "enabled", "issuance", "use", "name",
    ])

    private static let harmless = Set(
        table([
            "errorcode", "errorcodes", "statuscode", "countrycode", "countrylettercode", "postalcode", "zipcode",
            "languagecode", "currencycode", "responsecode", "resultcode", "reasoncode", "returncode", "exitcode",
            "areacode", "regioncode", "encode", "decode", "unicode", "barcode", "returnspacode", "sessionstate",
            "publickey", "idempotencykey", "secwebsocketkey", "partitionkey", "sortkey", "primarykey",
        ]))

    private static let containers = Set(
        table([
            "passwordcredential", "passwordcredentials", "keycredential", "keycredentials",
            "federatedidentitycredentials",
        ]))

    private static let claims = Set(table(["claims", "optionalclaims"]))

    private static let words = Set(
        [
            "password", "passwd", "secret", "client_secret", "client-secret", "code", "token", "access_token",
            "id_token",
            "refresh_token", "authorization_code", "client_credentials", "device_code", "implicit", "bearer", "Bearer",
            "assertion", "openid", "profile", "offline_access", "common", "organizations", "consumers", "authorize",
            "localhost", "fragment", "form_post",
        ].map { ByteString($0) })

    /// The prefix of CORS headers, which never contain a credential.
    private static let crossOriginPrefix = Array("accesscontrol".utf8)

    private static func table(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    private static func isHarmless(_ name: [UInt8]) -> Bool {
        harmless.contains(name) || harmlessSuffixes.contains { name.ends(with: $0) }
            || name.starts(with: crossOriginPrefix)
            || name.ends(with: Array("id".utf8)) && !name.contains(part: Array("session".utf8))
    }

    /// Returns the letters and digits of a name in lower case, without a number at the end.
    private static func folded(_ name: String) -> [UInt8] {
        let kept = name.utf8.filter { ASCII.isLetter($0) || ASCII.isDigit($0) }.map(ASCII.lowercased)
        return Array(kept[..<(kept.lastIndex { !ASCII.isDigit($0) }.map { $0 + 1 } ?? 0)])
    }
}

extension [UInt8] {
    fileprivate func ends(with suffix: [UInt8]) -> Bool {
        count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
    }

    fileprivate func contains(part: [UInt8]) -> Bool { firstRange(of: part, from: 0) != nil }

    /// Returns the first range of a non-empty byte sequence from a position on, or nil.
    func firstRange(of part: [UInt8], from start: Int) -> Range<Int>? {
        guard let first = part.first, count >= part.count, start <= count - part.count else { return nil }
        return withUnsafeBufferPointer { bytes in
            for position in start...(bytes.count - part.count) where bytes[position] == first {
                let range = position..<(position + part.count)
                if bytes[range].elementsEqual(part) { return range }
            }
            return nil
        }
    }
}
