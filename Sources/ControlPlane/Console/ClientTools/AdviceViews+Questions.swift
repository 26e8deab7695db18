import ClientTools
package import Formats
import Protocol

extension RedirectURIView {
    /// Creates the view from the query parameters `uri` (empty for the SDK's default), `platform`, `bundleId`, `clientId` and
    /// `authority`. An unknown platform counts as iOS, and an unknown authority as `common`.
    package init(asking query: Form) {
        let platform = query["platform"].flatMap(AppPlatform.init) ?? .ios
        let authority = query["authority"].flatMap(AuthorityKind.init(named:)) ?? .common
        var question = RedirectURIQuestion(uri: query["uri"] ?? "")
        question.bundleID = query["bundleId"].flatMap { $0.isEmpty ? nil : $0 }
        question.clientID = query["clientId"].flatMap { $0.isEmpty ? nil : $0 }
        question.platform = platform
        question.authority = authority
        let verdicts =
            query["uri"] == nil ? nil : RedirectURILinter.verdicts(question, by: RedirectURIJudge.on(platform))
        self.init(
            uri: question.uri, bundleID: question.bundleID ?? "", clientID: question.clientID ?? "",
            authority: authority.rawValue, authorities: AuthorityKind.allCases.map(\.rawValue),
            platform: platform.rawValue, platforms: AppPlatform.choices,
            verdicts: verdicts?.map { verdict in
                Verdict(
                    sdk: verdict.judge.name(on: platform), isAccepted: verdict.isAccepted, reason: verdict.reason,
                    error: verdict.error, suggestion: verdict.suggestion)
            })
    }
}

extension MigrationView {
    /// Creates the view from the query parameters `kind` and `value`, and `bundleId` and `platform` for redirect URIs. `home`
    /// returns the account of a user name. `compare` returns the tokens of an application in both versions.
    package init(
        asking query: Form, home: (String) -> (uid: String, utid: String)?, compare: (String) -> Result
    ) {
        let kind = query["kind"].flatMap(Kind.init) ?? .resource
        let value = query["value"] ?? ""
        let platform = query["platform"].flatMap(AppPlatform.init) ?? .ios
        var question = RedirectURIQuestion(uri: value)
        question.bundleID = query["bundleId"].flatMap { $0.isEmpty ? nil : $0 }
        question.platform = platform
        var result: Result?
        if kind == .app, !value.isEmpty {
            result = compare(value)
        } else if !value.isEmpty {
            do throws(TranslationFailure) {
                let translation = try kind.translation(of: value, question, home: home)
                result = .translated(to: translation.to, notes: translation.notes)
            } catch {
                result = .failed(error.message)
            }
        }
        self.init(
            kind: kind.rawValue, kinds: Kind.allCases.map { ($0.rawValue, $0.title) }, value: value,
            bundleID: question.bundleID ?? "", platform: platform.rawValue, platforms: AppPlatform.choices,
            result: result)
    }

    /// The kinds of values that can be translated, named as the options of `understudy migrate`.
    private enum Kind: String, CaseIterable {
        case resource
        case scope
        case authority
        case url
        case error
        case redirectURI = "redirect-uri"
        case prompt
        case account
        case app

        var title: String {
            switch self {
            case .resource: "Resource (v1) to scopes (v2)"
            case .scope: "Scopes (v2) to resource (v1)"
            case .authority: "Authority"
            case .url: "Endpoint URL, with or without query"
            case .error: "Error of ADAL, MSAL or the server"
            case .redirectURI: "Redirect URI of an ADAL app"
            case .prompt: "Prompt behavior"
            case .account: "User ID of ADAL"
            case .app: "Tokens of an application, by client ID"
            }
        }

        func translation(
            of value: String, _ question: RedirectURIQuestion, home: (String) -> (uid: String, utid: String)?
        ) throws(TranslationFailure) -> Translation {
            switch self {
            case .resource: try ResourceTranslation.scope(of: value)
            case .scope: try ResourceTranslation.resource(of: value)
            case .authority: try AuthorityTranslation.authority(value)
            case .url: try EndpointTranslation.url(value)
            case .error: try ErrorTranslation.error(value)
            case .redirectURI: try RedirectURITranslation.redirectURI(question)
            case .prompt: try PromptTranslation.prompt(value)
            case .account:
                try AccountTranslation.account(
                    value, home: home(value).map { AccountTranslation.Home(uid: $0.uid, utid: $0.utid) })
            case .app: throw .noEqual("The tokens of an application are compared, not translated.")
            }
        }
    }
}

extension MigrationView {
    /// Returns a table that compares two payloads of one token, claim by claim.
    package static func table(
        _ title: String, _ first: [JSONValue.Member], _ second: [JSONValue.Member]
    ) -> Table {
        Table(
            title, head: ["Claim", "v1", "v2", "Change"],
            rows: ClaimComparison(first, second).rows.map { row in
                [
                    Cell(row.name), .code(row.first?.line ?? ""), .code(row.second?.line ?? ""),
                    Cell(row.change.rawValue + (row.note.map { ": \($0)" } ?? "")),
                ]
            })
    }
}

extension AppPlatform {
    static let choices: [(value: String, text: String)] = allCases.map { ($0.rawValue, $0.title) }

    private var title: String {
        switch self {
        case .ios: "iOS"
        case .macos: "macOS"
        case .android: "Android"
        case .spa: "Single-page application"
        case .web: "Web server"
        }
    }
}

extension RedirectURIJudge {
    /// Returns the name that the page shows for the SDK.
    fileprivate func name(on platform: AppPlatform) -> String {
        switch self {
        case .msal1: platform.isApple ? "MSAL before 2.0" : "MSAL, older releases"
        case .msal2: platform.isApple ? "MSAL since 2.0" : "MSAL"
        case .broker: "MSAL with a broker"
        case .adal: "ADAL"
        case .entra: "Registration in Microsoft Entra"
        }
    }
}
