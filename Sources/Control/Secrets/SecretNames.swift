import Wire

/// Names that say that a value is a secret: of parameters, headers and members of JSON. Letter case and separators do not count:
/// `X-Api-Key`, `api_key` and `apiKey` are one name.
enum SecretNames {
    /// Whether the value under a name is a secret.
    static func isSecret(_ name: String) -> Bool {
        let name = folded(name)
        guard !name.isEmpty, !isHarmless(name) else { return false }
        return exact.contains(name) || suffixes.contains { name.ends(with: $0) } || parts.contains { name.holds($0) }
    }

    /// A name under which an object is no secret as a whole: the members of the object tell by their own names.
    static func isContainer(_ name: String) -> Bool { containers.contains(folded(name)) }

    /// A name of the `claims` request (OpenID Connect Core §5.5) or of Graph's `optionalClaims`, whose members are kinds of tokens.
    static func isClaims(_ name: String) -> Bool { claims.contains(folded(name)) }

    /// Whether a JSON Web Key has private material under a name (RFC 7518 §6.2.2, §6.3.2, §6.4.1).
    static func isPrivateKeyMember(_ name: String) -> Bool {
        ["d", "p", "q", "dp", "dq", "qi", "oth", "k"].contains { name.isExactly($0) }
    }

    /// Words of the protocol. A secret of the directory that is such a word is masked under the names of secrets only.
    static func isWord(_ text: String) -> Bool { words.contains(ExactString(text)) }

    // MARK: - The tables

    /// A name that holds one of these is a secret's.
    private static let parts = table([
        "secret", "password", "passwd", "passphrase", "passcode", "token", "assertion", "verifier", "cookie",
        "authorization", "credential", "signature", "bearer", "apikey", "samlresponse", "samlrequest", "session",
        "identityheader",
    ])

    /// A name that ends with one of these is a secret's.
    private static let suffixes = table([
        "code", "codes", "key", "auth", "otp", "otc", "oob", "pwd", "sig", "jwt", "jwe", "pop", "hmac",
    ])

    /// A name that is one of these is a secret's: `sft`, `ctx` and `canary` are fields of Entra's own pages.
    private static let exact = Set(
        table(["pass", "pin", "sas", "prt", "sft", "ctx", "wctx", "wresult", "canary", "newproof"]))

    /// What a name is about that ends with one of these, is no secret: `token_type`, `token_endpoint`.
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
        ].map { ExactString($0) })

    /// About the access that pages of other sites have (CORS), never a credential.
    private static let crossOriginPrefix = Array("accesscontrol".utf8)

    private static func table(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    private static func isHarmless(_ name: [UInt8]) -> Bool {
        harmless.contains(name) || harmlessSuffixes.contains { name.ends(with: $0) }
            || name.starts(with: crossOriginPrefix)
            || name.ends(with: Array("id".utf8)) && !name.holds(Array("session".utf8))
    }

    /// Letters and digits in lower case, without the number at the end.
    private static func folded(_ name: String) -> [UInt8] {
        let kept = name.utf8.filter { ASCII.isLetter($0) || ASCII.isDigit($0) }.map(ASCII.lowercased)
        return Array(kept[..<(kept.lastIndex { !ASCII.isDigit($0) }.map { $0 + 1 } ?? 0)])
    }
}

extension [UInt8] {
    fileprivate func ends(with suffix: [UInt8]) -> Bool {
        count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
    }

    fileprivate func holds(_ part: [UInt8]) -> Bool { firstRange(of: part, from: 0) != nil }

    /// Where a non-empty sequence of bytes is found first, from a position on.
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
