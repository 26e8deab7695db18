package import Formats

/// The values of an app's Info.plist that the identity SDKs read.
package struct InfoPlist: Sendable {
    package let bundleID: String
    /// All schemes of CFBundleURLTypes › CFBundleURLSchemes.
    package let urlSchemes: [String]
    /// Whether the file has CFBundleURLTypes, so that a new scheme goes into the existing list.
    package let hasURLTypes: Bool
    /// The schemes of LSApplicationQueriesSchemes. Empty if the key is missing.
    package let queriesSchemes: [String]
    package let isAppExtension: Bool

    /// The reason why a property list cannot be checked.
    package enum Failure: Error, Sendable, Equatable {
        /// The file is not an Info.plist. The message continues the file's name.
        case malformed(String)
        /// The build determines the bundle ID, and no other source has it.
        case unknownBundleID
    }

    /// Reads an Info.plist. `bundleID` is the value that the build inserts for `$(PRODUCT_BUNDLE_IDENTIFIER)`. If the file has no
    /// literal bundle ID, the bundle ID is `orElse`, or else the one in a URL scheme of MSAL's form.
    ///
    /// Throws `malformed` for a value of a wrong type, and `unknownBundleID` if no source has the bundle ID.
    package init(_ root: PropertyList, bundleID explicit: String?, orElse guess: String? = nil) throws(Failure) {
        guard case .dictionary = root else { throw .malformed("the property list must be a dictionary") }
        let written = try InfoPlist.string(root["CFBundleIdentifier"], "CFBundleIdentifier")
        let schemes = try InfoPlist.schemes(root)
        let queries = try InfoPlist.strings(root["LSApplicationQueriesSchemes"], "LSApplicationQueriesSchemes")
        let named = schemes.filter { !InfoPlist.isVariable($0) }.lazy.compactMap { BundleID.named(in: "\($0)://auth") }
            .first
        let literal = written.flatMap { InfoPlist.isVariable($0) ? nil : $0 }
        guard let bundleID = explicit ?? literal ?? guess ?? named else { throw .unknownBundleID }
        self.bundleID = bundleID
        urlSchemes = schemes.map { InfoPlist.expanded($0, bundleID) }
        hasURLTypes = root["CFBundleURLTypes"] != nil
        queriesSchemes = queries
        isAppExtension = root["NSExtension"] != nil
    }

    /// Returns the URL schemes of all URL types.
    private static func schemes(_ root: PropertyList) throws(Failure) -> [String] {
        let types = try InfoPlist.array(root["CFBundleURLTypes"], "CFBundleURLTypes")
        var schemes: [String] = []
        for (position, type) in types.enumerated() {
            let path = "CFBundleURLTypes[\(position)]"
            guard case .dictionary = type else { throw .malformed("\(path) must be a dictionary") }
            schemes += try InfoPlist.strings(type["CFBundleURLSchemes"], "\(path).CFBundleURLSchemes")
        }
        return schemes
    }

    // MARK: Build variables

    private static let spellings = ["$(PRODUCT_BUNDLE_IDENTIFIER)", "${PRODUCT_BUNDLE_IDENTIFIER}"]

    /// Returns whether the text contains a build variable of any name. The build also decides `com.contoso.$(PRODUCT_NAME)`.
    private static func isVariable(_ text: String) -> Bool { text.containsExactly("$(") || text.containsExactly("${") }

    private static func expanded(_ text: String, _ bundleID: String) -> String {
        let spelling = spellings.first { text.containsExactly($0) }
        return spelling.map { text.replacingExactly($0, with: bundleID, atMost: 1) } ?? text
    }

    // MARK: Types

    private static func string(_ value: PropertyList?, _ path: String) throws(Failure) -> String? {
        guard let value else { return nil }
        guard let string = value.string else { throw .malformed("\(path) must be a string") }
        return string
    }

    private static func array(_ value: PropertyList?, _ path: String) throws(Failure) -> [PropertyList] {
        guard let value else { return [] }
        guard let array = value.array else { throw .malformed("\(path) must be an array") }
        return array
    }

    private static func strings(_ value: PropertyList?, _ path: String) throws(Failure) -> [String] {
        let values = try array(value, path)
        let strings = values.compactMap(\.string)
        guard strings.count == values.count else { throw .malformed("\(path) must contain only strings") }
        return strings
    }
}

/// A linter that finds missing entries of an Info.plist for the redirect URIs of its app.
package struct PlistLinter: Sendable {
    package let info: InfoPlist
    package var clientID: String?
    package var authority = AuthorityKind.common
    package var platform = AppPlatform.ios
    /// The registered redirect URIs, or nil if they are not known.
    package var registered: [String]?

    package init(_ info: InfoPlist) {
        self.info = info
    }

    /// The judges by default: the SDKs that read an Info.plist and can sign in at the authority. Brokers and ADAL support
    /// workforce tenants, and brokers also personal accounts.
    package var judges: [RedirectURIJudge] {
        var judges: [RedirectURIJudge] = [.msal1, .msal2]
        if authority.canUseBroker { judges.append(.broker) }
        if authority.needsBrokerCapableURI || authority == .adfs { judges.append(.adal) }
        return registered == nil ? judges : judges + [.entra]
    }

    /// Returns the redirect URIs to check: the given ones, or else the registered ones that can only belong to the app, or else
    /// the SDK's default. The default is an empty text if only `msal{client id}` is declared, at an authority that needs no broker.
    package func urisToCheck(_ explicit: [String]) -> [String] {
        guard explicit.isEmpty else { return explicit }
        let own = (registered ?? []).filter { isOwn($0) }
        return own.isEmpty ? [usesClientIDForm ? "" : "msauth.\(info.bundleID)://auth"] : own
    }

    private var usesClientIDForm: Bool {
        func declares(_ scheme: String) -> Bool { info.urlSchemes.contains { $0.isExactly(scheme) } }
        guard let clientID, platform == .ios, !authority.needsBrokerCapableURI else { return false }
        return declares("msal\(clientID)") && !declares("msauth.\(info.bundleID)")
    }

    /// Returns whether a registered URI belongs to the app. The second registration, for sign-in with a certificate, does not
    /// count: the broker returns to it, and no SDK receives it (docs/reference/wire.md#redirect-uri-verdicts).
    private func isOwn(_ uri: String) -> Bool {
        let format = BrokerFormat(candidate(uri))
        guard !format.isOfCertificates else { return false }
        guard format.kind == nil else { return true }
        return URIText(uri).scheme.map { scheme in info.urlSchemes.contains { $0.isExactly(scheme) } } ?? false
    }

    /// Returns one verdict for each judge. A suggestion for the file extends the existing entries.
    package func verdicts(on uri: String, by judges: [RedirectURIJudge]) -> [RedirectURIVerdict] {
        judges.map { judge in
            if judge == .entra, let registered { return registration(of: uri, among: registered) }
            return fitted(RedirectURILinter.verdict(candidate(uri), by: judge))
        }
    }

    private func candidate(_ uri: String) -> RedirectURICandidate {
        var candidate = RedirectURICandidate(uri: uri)
        candidate.bundleID = info.bundleID
        candidate.clientID = clientID
        candidate.authority = authority
        candidate.platform = platform
        candidate.urlSchemes = info.urlSchemes
        candidate.queriesSchemes = info.queriesSchemes
        candidate.isAppExtension = info.isAppExtension
        return candidate
    }

    private func registration(of uri: String, among registered: [String]) -> RedirectURIVerdict {
        guard !registered.contains(where: { $0.isExactly(uri) }) else {
            return .accepted(.entra, "an application of the configuration registers this URI")
        }
        return .rejected(
            .entra, "no application of the configuration registers \(uri)", .mismatch,
            .advice("add the URI to publicClient.redirectUris"))
    }

    /// Returns the verdict with a snippet that fits the existing entries of the file.
    private func fitted(_ verdict: RedirectURIVerdict) -> RedirectURIVerdict {
        let remedy: RedirectURIVerdict.Remedy?
        switch verdict.remedy {
        case .urlScheme(let scheme) where info.hasURLTypes: remedy = .urlType(scheme)
        case .queriesSchemes(let missing) where !info.queriesSchemes.isEmpty:
            remedy = .queriesSchemes(info.queriesSchemes + missing)
        default: remedy = verdict.remedy
        }
        return RedirectURIVerdict(
            judge: verdict.judge, isAccepted: verdict.isAccepted, reason: verdict.reason, error: verdict.error,
            remedy: remedy)
    }
}

/// Snippets of an Info.plist to paste.
package enum PlistSnippet {
    package static func urlTypes(_ scheme: String) -> String {
        """
        <key>CFBundleURLTypes</key>
        <array>
        \(urlType(scheme, indent: 4))
        </array>
        """
    }

    /// Returns one entry of CFBundleURLTypes.
    static func urlType(_ scheme: String) -> String { urlType(scheme, indent: 0) }

    private static func urlType(_ scheme: String, indent: Int) -> String {
        let lines = [
            "<dict>", "    <key>CFBundleURLSchemes</key>", "    <array>",
            "        <string>\(XMLText.escaped(scheme))</string>", "    </array>", "</dict>",
        ]
        return lines.map { String(repeating: " ", count: indent) + $0 }.joined(separator: "\n")
    }

    package static func queriesSchemes(_ schemes: [String]) -> String {
        """
        <key>LSApplicationQueriesSchemes</key>
        <array>
        \(schemes.map { "    <string>\(XMLText.escaped($0))</string>" }.joined(separator: "\n"))
        </array>
        """
    }
}
