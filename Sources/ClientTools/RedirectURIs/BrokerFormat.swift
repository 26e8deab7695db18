import Formats

/// The form of redirect URI to which a broker on an Apple device can respond, for one application
/// (docs/reference/wire.md#redirect-uri-decision, step 3).
struct BrokerFormat {
    let candidate: RedirectURICandidate
    let uri: URIText

    init(_ candidate: RedirectURICandidate) {
        self.candidate = candidate
        uri = URIText(candidate.uri)
    }

    /// The explicit bundle ID, or else the one in `msauth.B://auth`, or nil. A certificate redirect URI contains the bundle ID in
    /// the encoded URI.
    var bundleID: String? {
        if let explicit = candidate.bundleID, !explicit.isEmpty { return explicit }
        return certificateTarget.flatMap { BundleID.guessed(from: $0) } ?? BundleID.named(in: candidate.uri)
    }

    /// The scheme of the SDK's default URI, which also has the correct form.
    var defaultScheme: String { BrokerFormat.prefix + (bundleID ?? "[BUNDLE_ID]") }
    var expected: String { "\(defaultScheme)://auth" }

    private static let prefix = BundleID.prefix

    /// The correction to the SDK's default URI. A bundle ID that cannot be in a scheme has no such URI.
    var correction: RedirectURIVerdict.Remedy {
        guard bundleID != nil, URIText(expected).scheme == nil else { return .uri(expected) }
        return .advice(
            "the scheme \(defaultScheme) is not valid, because a scheme has only letters, digits, +, - and .: set --bundle-id "
                + "to the bundle id of the built app")
    }

    enum Kind {
        /// The form `msauth.B://auth`, exactly.
        case msal
        /// The form `anything://B`, which ADAL requires.
        case adal
    }

    /// The form of the URI, or nil if a broker cannot respond to the URI. The comparison is by bytes, so another letter case is
    /// another URI.
    var kind: Kind? {
        guard let bundleID else { return nil }
        if candidate.uri.isExactly("\(BrokerFormat.prefix)\(bundleID)://auth") { return .msal }
        return uri.scheme != nil && uri.host?.isExactly(bundleID) == true ? .adal : nil
    }

    /// Whether the URI is `msauth://code/{the app's redirect URI, percent-encoded}`, the second registration for sign-in with a
    /// certificate on the device (docs/reference/wire.md#certificate-redirect-uri). The app's redirect URI has MSAL's or ADAL's
    /// form.
    var isForCertificates: Bool {
        guard let target = certificateTarget else { return false }
        var own = candidate
        own.uri = target
        own.bundleID = bundleID
        return BrokerFormat(own).kind != nil
    }

    /// The app's redirect URI inside a certificate redirect URI, or nil for any other URI.
    var certificateTarget: String? { isOfCertificates ? Percent.decode(uri.path.utf8.dropFirst()) : nil }

    /// Returns the certificate redirect URI for one of the app's redirect URIs.
    static func certificateURI(for uri: String) -> String { "msauth://code/\(Percent.encode(uri))" }

    /// Whether the URI is the second registration of any application.
    var isOfCertificates: Bool { uri.scheme == "msauth" && uri.host == "code" }

    /// Whether the URI is `msal{client id}://auth`, the default of older versions of MSAL.
    var isClientIDForm: Bool {
        guard let id = uri.scheme?.dropping(prefix: "msal"), uri.host == "auth" else { return false }
        return candidate.clientID.map { $0.isExactlyIgnoringASCIICase(id) } ?? (GUID(id.asciiLowercased) != nil)
    }

    /// The reason why the URI does not have the form, from the first matching row (docs/reference/wire.md#redirect-uri-decision,
    /// reason table).
    var reason: String {
        BrokerFormat.reasons.first { $0.matches(self) }?.reason(self) ?? "the URI is not \(expected)"
    }

    private struct Row: Sendable {
        let matches: @Sendable (BrokerFormat) -> Bool
        let reason: @Sendable (BrokerFormat) -> String
    }

    private static let reasons: [Row] = [
        Row(matches: { $0.candidate.uri.utf8.allSatisfy { $0 <= ASCII.space } }, reason: { _ in "the URI is empty" }),
        Row(matches: { $0.uri.isWeb }, reason: { "a broker cannot redirect to the scheme \($0.uri.scheme ?? "")" }),
        Row(
            matches: { $0.uri.host == "auth" && $0.candidate.uri.hasExactPrefix("msauth") },
            reason: { $0.reasonOfNearMiss }
        ),
        Row(
            matches: { $0.candidate.uri.hasExactPrefix("msauth") },
            reason: { "the host is \($0.uri.host.map { "\"\($0)\"" } ?? "missing") and must be \"auth\"" }),
        Row(matches: { $0.uri.scheme == nil }, reason: { _ in "the URI has no scheme" }),
        Row(
            matches: { $0.candidate.uri.isExactly("urn:ietf:wg:oauth:2.0:oob") },
            reason: { _ in "out-of-band redirects are not supported" }),
        Row(matches: { $0.uri.host == nil }, reason: { _ in "the URI has no host" }),
        Row(matches: { $0.isClientIDForm }, reason: { _ in "msal{client id}://auth does not work with a broker" }),
        Row(
            matches: { $0.bundleID == nil && $0.uri.host?.containsExactly(".") == true },
            reason: { "the bundle id is unknown: the URI is valid if the bundle id is \($0.uri.host ?? "")" }),
    ]

    /// The reason for a URI of the form `msauth…://auth…`.
    private var reasonOfNearMiss: String {
        guard let bundleID, let scheme = uri.scheme, !scheme.isExactly(defaultScheme) else {
            return "the URI must be exactly \(expected)"
        }
        return scheme.isExactlyIgnoringASCIICase(defaultScheme)
            ? "the letter case differs from the bundle id \(bundleID)"
            : "the bundle id in the URI is not \(bundleID)"
    }
}

/// Functions that find the bundle ID in a redirect URI.
package enum BundleID {
    static let prefix = "msauth."

    /// Returns `B` of `msauth.B://auth`, or nil for any other form.
    package static func named(in uri: String) -> String? {
        let parts = URIText(uri)
        guard let name = parts.scheme?.dropping(prefix: prefix), parts.host == "auth", !name.isEmpty else { return nil }
        return name
    }

    /// Returns the bundle ID in MSAL's form, or else a host with a dot, as in ADAL's form `anything://B`.
    static func guessed(from uri: String) -> String? {
        if let name = named(in: uri) { return name }
        guard let host = URIText(uri).host, host.utf8.contains(UInt8(ascii: ".")) else { return nil }
        return host
    }
}
