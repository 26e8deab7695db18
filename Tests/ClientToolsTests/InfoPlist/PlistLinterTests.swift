import ClientTools
import Formats
import Testing

struct PlistLinterTests {
    /// Makes an Info.plist with these parts.
    static func info(
        bundleID: String? = "com.contoso.app", schemes: [String]? = ["msauth.com.contoso.app"],
        queries: [String]? = ["msauthv2", "msauthv3"], isExtension: Bool = false, explicit: String? = nil,
        guess: String? = nil
    ) throws -> InfoPlist {
        var entries: [PropertyList.Entry] = []
        if let bundleID { entries.append(PropertyList.Entry("CFBundleIdentifier", .string(bundleID))) }
        if let schemes {
            let type = PropertyList.dictionary([
                PropertyList.Entry("CFBundleTypeRole", .string("Editor")),
                PropertyList.Entry("CFBundleURLSchemes", .array(schemes.map(PropertyList.string))),
            ])
            entries.append(PropertyList.Entry("CFBundleURLTypes", .array([type])))
        }
        if let queries {
            entries.append(
                PropertyList.Entry("LSApplicationQueriesSchemes", .array(queries.map(PropertyList.string))))
        }
        if isExtension { entries.append(PropertyList.Entry("NSExtension", .dictionary([]))) }
        return try InfoPlist(.dictionary(entries), bundleID: explicit, orElse: guess)
    }

    private static let validURI = "msauth.com.contoso.app://auth"

    @Test func acceptsCompleteFile() throws {
        let linter = PlistLinter(try PlistLinterTests.info())
        #expect(linter.urisToCheck([]) == [PlistLinterTests.validURI])
        let verdicts = linter.verdicts(on: PlistLinterTests.validURI, by: linter.judges)
        #expect(verdicts.allSatisfy { $0.isAccepted }, "\(verdicts)")
    }

    struct Row: Sendable {
        let name: String
        var schemes: [String]? = ["msauth.com.contoso.app"]
        var queries: [String]? = ["msauthv2", "msauthv3"]
        var uri = PlistLinterTests.validURI
        var judge = RedirectURIJudge.msal2
        var isExtension = false
        /// The parts of the snippet; nil if the file is accepted.
        let snippet: [String]?
    }

    static let rows: [Row] = [
        Row(
            name: "no URL types", schemes: nil,
            snippet: [
                "<key>CFBundleURLTypes</key>", "<key>CFBundleURLSchemes</key>",
                "<string>msauth.com.contoso.app</string>",
            ]),
        Row(name: "empty URL types", schemes: [], snippet: ["<dict>", "<string>msauth.com.contoso.app</string>"]),
        Row(
            name: "another scheme", schemes: ["fb1234"], snippet: ["<dict>", "<string>msauth.com.contoso.app</string>"]),
        Row(
            name: "scheme in other case", schemes: ["MSAUTH.com.contoso.app"],
            snippet: ["<string>msauth.com.contoso.app</string>"]),
        Row(name: "an extension needs none", schemes: [], isExtension: true, snippet: nil),
        Row(
            name: "no queries schemes", queries: nil,
            snippet: [
                "<key>LSApplicationQueriesSchemes</key>", "<string>msauthv2</string>", "<string>msauthv3</string>",
            ]),
        Row(
            name: "ADAL's queries schemes", queries: ["msauth", "msauthv3"],
            snippet: ["<string>msauth</string>", "<string>msauthv3</string>", "<string>msauthv2</string>"]),
        Row(
            name: "only one of them", queries: ["msauthv2"], judge: .msal1,
            snippet: ["<string>msauthv2</string>", "<string>msauthv3</string>"]),
        Row(name: "broker", queries: [], judge: .broker, snippet: ["<string>msauthv3</string>"]),
        Row(name: "ADAL's form", schemes: ["x-contoso"], uri: "x-contoso://com.contoso.app", snippet: nil),
        Row(name: "ADAL checks nothing by itself", schemes: nil, queries: nil, judge: .adal, snippet: nil),
        Row(name: "another app's URI", uri: "msauth.com.contoso.other://auth", snippet: ["msauth.com.contoso.other"]),
        Row(name: "escaped", uri: "a&b://com.contoso.app", snippet: [PlistLinterTests.validURI]),
    ]

    @Test(arguments: rows)
    func suggestsSnippetForMissingParts(_ row: Row) throws {
        let info = try PlistLinterTests.info(schemes: row.schemes, queries: row.queries, isExtension: row.isExtension)
        let verdict = try #require(PlistLinter(info).verdicts(on: row.uri, by: [row.judge]).first)
        #expect(verdict.isAccepted == (row.snippet == nil), "\(verdict)")
        for part in row.snippet ?? [] { #expect(verdict.suggestion?.contains(part) == true, "\(verdict)") }
    }

    /// Adding the snippet completes the file.
    @Test func pastedSnippetsCompleteFile() throws {
        let linter = PlistLinter(try PlistLinterTests.info(schemes: nil, queries: nil))
        let first = try #require(linter.verdicts(on: PlistLinterTests.validURI, by: [.msal2]).first?.suggestion)
        let second = """
            <key>LSApplicationQueriesSchemes</key><array><string>msauthv2</string><string>msauthv3</string></array>
            """
        let file =
            "<plist><dict><key>CFBundleIdentifier</key><string>com.contoso.app</string>\(first)\(second)</dict></plist>"
        let pasted = PlistLinter(try InfoPlist(PropertyList.parse(Array(file.utf8)), bundleID: nil))
        #expect(
            pasted.verdicts(on: PlistLinterTests.validURI, by: pasted.judges).allSatisfy { $0.isAccepted }
        )
    }

    @Test func resolvesBuildVariableInBundleID() throws {
        let variable = "$(PRODUCT_BUNDLE_IDENTIFIER)"
        #expect(throws: InfoPlist.Failure.unknownBundleID) {
            try PlistLinterTests.info(bundleID: variable, schemes: ["msauth.\(variable)"])
        }
        #expect(throws: InfoPlist.Failure.unknownBundleID) {
            try PlistLinterTests.info(bundleID: nil, schemes: ["fb12"])
        }
        for spelling in [variable, "${PRODUCT_BUNDLE_IDENTIFIER}"] {
            let explicit = try PlistLinterTests.info(
                bundleID: variable, schemes: ["msauth.\(spelling)"], explicit: "com.contoso.app")
            #expect(explicit.urlSchemes == ["msauth.com.contoso.app"])
        }
        #expect(try PlistLinterTests.info(bundleID: nil, guess: "com.guess").bundleID == "com.guess")
        #expect(try PlistLinterTests.info(bundleID: variable).bundleID == "com.contoso.app")
        #expect(try PlistLinterTests.info(guess: "com.guess").bundleID == "com.contoso.app")
    }

    @Test func choosesSDKsForAuthority() throws {
        var linter = PlistLinter(try PlistLinterTests.info())
        let judges = AuthorityKind.allCases.map { kind in
            linter.authority = kind
            return linter.judges
        }
        let all: [RedirectURIJudge] = [.msal1, .msal2, .broker, .adal]
        let withoutBroker: [RedirectURIJudge] = [.msal1, .msal2]
        #expect(
            judges == [
                all, all, withoutBroker + [.broker], all, all, withoutBroker, withoutBroker, withoutBroker + [.adal],
            ])
        linter.registered = []
        #expect(linter.judges.last == .entra)
    }

    @Test func comparesRegisteredURIsWithFile() throws {
        var linter = PlistLinter(try PlistLinterTests.info(schemes: ["msauth.com.contoso.app", "contoso"]))
        linter.registered = [
            "http://localhost", "contoso://auth", "msauth.com.contoso.other://auth", "x://com.contoso.app",
        ]
        #expect(linter.urisToCheck([]) == ["contoso://auth", "x://com.contoso.app"])
        #expect(linter.urisToCheck(["a://b"]) == ["a://b"])
        let verdicts = ["contoso://auth", PlistLinterTests.validURI].compactMap {
            linter.verdicts(on: $0, by: [.entra]).first
        }
        #expect(verdicts.map(\.isAccepted) == [true, false])
        linter.registered = []
        #expect(linter.urisToCheck([]) == [PlistLinterTests.validURI])
    }

    /// MSAL falls back to `msal{client id}://auth` at authorities without a broker (native-and-apple D13b).
    @Test(arguments: [
        (AuthorityKind.b2c, ["msalabc"], "", true), (.ciam, ["msalabc"], "", true), (.consumers, ["msalabc"], "", true),
        (.tenant, ["msalabc"], "msauth.com.contoso.app://auth", false),
        (.b2c, ["msalabc", "msauth.com.contoso.app"], "msauth.com.contoso.app://auth", true),
        (.b2c, ["msalother"], "msauth.com.contoso.app://auth", false),
    ])
    func fallsBackToClientIDScheme(_ authority: AuthorityKind, _ schemes: [String], _ uri: String, _ isAccepted: Bool)
        throws
    {
        var linter = PlistLinter(try PlistLinterTests.info(schemes: schemes))
        linter.clientID = "abc"
        linter.authority = authority
        #expect(linter.urisToCheck([]) == [uri])
        #expect(linter.verdicts(on: uri, by: [.msal1, .msal2]).allSatisfy(\.isAccepted) == isAccepted)
    }

    /// `RedirectURITranslation` suggests registering the pair.
    @Test(arguments: [["msauth.com.contoso.app"], ["msauth.com.contoso.app", "msauth"]])
    func ignoresCertificateRegistration(_ schemes: [String]) throws {
        var linter = PlistLinter(try PlistLinterTests.info(schemes: schemes))
        let second = "msauth://code/msauth.com.contoso.app%3A%2F%2Fauth"
        linter.registered = [PlistLinterTests.validURI, second, "msauth://code/msauth.com.contoso.other%3A%2F%2Fauth"]
        #expect(linter.urisToCheck([]) == [PlistLinterTests.validURI])
        let verdicts = linter.urisToCheck([]).flatMap { linter.verdicts(on: $0, by: linter.judges) }
        #expect(verdicts.allSatisfy { $0.isAccepted }, "\(verdicts)")
        linter.registered = [second]
        #expect(linter.urisToCheck([]) == [PlistLinterTests.validURI])
        #expect(linter.urisToCheck([second]) == [second])
    }

    static let malformed: [(PropertyList, String)] = [
        (.array([]), "must be a dictionary"),
        (.dictionary([PropertyList.Entry("CFBundleIdentifier", .bool(true))]), "CFBundleIdentifier"),
        (.dictionary([PropertyList.Entry("CFBundleURLTypes", .string("x"))]), "CFBundleURLTypes must be an array"),
        (.dictionary([PropertyList.Entry("CFBundleURLTypes", .array([.string("x")]))]), "CFBundleURLTypes[0]"),
        (
            .dictionary([
                PropertyList.Entry(
                    "CFBundleURLTypes",
                    .array([.dictionary([]), .dictionary([PropertyList.Entry("CFBundleURLSchemes", .string("x"))])]))
            ]), "CFBundleURLTypes[1].CFBundleURLSchemes"
        ),
        (
            .dictionary([PropertyList.Entry("LSApplicationQueriesSchemes", .array([.integer(1)]))]),
            "LSApplicationQueriesSchemes"
        ),
    ]

    @Test(arguments: malformed)
    func reportsMemberOfWrongType(_ root: PropertyList, words: String) {
        #expect {
            try InfoPlist(root, bundleID: nil)
        } throws: { error in
            if case .malformed(let message) = error as? InfoPlist.Failure { message.contains(words) } else { false }
        }
    }
}
