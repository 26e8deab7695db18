import ArgumentParser
import ClientTools
import ControlPlane
import Directory
import Entra
import Formats
import Understudy

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Translates an ADAL or v1 setting to MSAL or v2, and back.",
        discussion: """
            Prints results on standard output, and notes on standard error. The exit code is 1 if there is no equivalent, \
            and 64 if the value of an option is not valid.
            """)

    @Option(help: ArgumentHelp("A v1 resource: prints the scope. With --app: the API to compare.", valueName: "id"))
    var resource: [String] = []
    @Option(help: ArgumentHelp("v2 scopes, separated by spaces: prints the resource.", valueName: "scopes"))
    var scope: String?
    @Option(help: ArgumentHelp("An authority: prints the authority that MSAL uses.", valueName: "url"))
    var authority: String?
    @Option(
        help: ArgumentHelp(
            "The URL of an endpoint, with or without a query: translates v1 to v2, and v2 to v1.", valueName: "url"))
    var url: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "An error of ADAL (200, AD_ERROR_…), of MSAL (-50002) or of the server (invalid_grant/bad_token, AADSTS50076).",
            valueName: "error"))
    var error: String?
    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp("The redirect URI of an ADAL app: prints the redirect URI for MSAL.", valueName: "uri"))
    var redirectURI: String?
    @Option(
        help: ArgumentHelp(
            "A prompt behavior: AD_PROMPT_…, MSALPromptType…, or a value of prompt.", valueName: "name"))
    var prompt: String?
    @Option(help: ArgumentHelp("An ADAL user id: prints the home account id.", valueName: "upn"))
    var account: String?
    @Option(
        help: ArgumentHelp(
            "A client id: prints the changes in the app's tokens, claim by claim.", valueName: "client-id"))
    var app: String?

    @Option(help: ArgumentHelp("The app's bundle id, for --redirect-uri.", valueName: "id"))
    var bundleID: String?
    @Option(help: "The app's platform, for --redirect-uri.")
    var platform = AppPlatform.ios
    @Option(
        help: ArgumentHelp(
            "The user whose tokens --app compares, without --secret (default: the tenant's first user).",
            valueName: "upn"))
    var user: String?
    @Option(
        help: ArgumentHelp(
            "The app's secret: --app compares tokens that the running server issues to the app.", valueName: "text"))
    var secret: String?
    @Option(
        help: ArgumentHelp(
            "The tenant that issues the tokens, with --secret (default: the app's tenant).", valueName: "id or domain"))
    var tenant: String?
    @Flag(help: "Print a JSON array for scripts.")
    var json = false

    /// The options that locate the configuration and the running server, for `--app` and `--account`.
    @OptionGroup var server: ServerLookupArguments

    /// Checks the combination of options. In `validate()`, a missing option would be reported before the parser reports an
    /// unknown option.
    private func check() throws {
        let hasOption = [scope, authority, url, error, redirectURI, prompt, account, app].contains { $0 != nil }
        guard hasOption || !resource.isEmpty else {
            throw ValidationError("nothing to translate: add an option such as --resource https://graph.microsoft.com")
        }
        guard app != nil || (user == nil && secret == nil && tenant == nil) else {
            throw ValidationError("--user, --secret and --tenant require --app")
        }
        guard user == nil || secret == nil else {
            throw ValidationError(
                "--user and --secret exclude each other: tokens for a secret belong to the app, not to a user")
        }
        guard tenant == nil || secret != nil else {
            throw ValidationError("--tenant requires --secret: without a secret, the command uses the app's tenant")
        }
    }

    func run() throws {
        try check()
        let translations = try translated()
        let comparison = try app.map { try AppComparison(of: $0, command: self) }
        if json {
            let values = translations.map(\.json) + (comparison.map { [$0.json] } ?? [])
            try Output.line(String(decoding: JSONWriter.value(.array(values)), as: UTF8.self))
            return
        }
        for translation in translations {
            try Output.line(translation.to)
            for note in translation.notes { Output.note(note) }
        }
        if let comparison { try Output.line(comparison.lines.joined(separator: "\n")) }
    }

    private func translated() throws -> [Translation] {
        var translations: [Translation] = []
        func add(_ value: String?, _ translate: (String) throws(TranslationFailure) -> Translation) throws {
            guard let value else { return }
            do throws(TranslationFailure) {
                translations.append(try translate(value))
            } catch {
                Output.errors([error.message])
                if case .noEqual = error { throw ExitCode(1) }
                throw ExitCode.validationFailure
            }
        }
        if app == nil { for resource in resource { try add(resource, ResourceTranslation.scope) } }
        try add(scope, ResourceTranslation.resource)
        try add(authority, AuthorityTranslation.authority)
        try add(url, EndpointTranslation.url)
        try add(error, ErrorTranslation.error)
        try add(redirectURI) { uri throws(TranslationFailure) in
            var candidate = RedirectURICandidate(uri: uri)
            candidate.bundleID = bundleID
            candidate.platform = platform
            return try RedirectURITranslation.redirectURI(candidate)
        }
        try add(prompt, PromptTranslation.prompt)
        if let account {
            let home = try home(of: account)
            try add(account) { name throws(TranslationFailure) in try AccountTranslation.account(name, home: home) }
        }
        return translations
    }

    /// Returns the home of a user of the configuration, or nil for any other name.
    private func home(of name: String) throws -> AccountTranslation.Home? {
        let tenants = try CurrentConfiguration.read(server.optionValues).directory.tenants
        let users = tenants.lazy.compactMap { $0.user(named: name) }
        return users.first.map {
            AccountTranslation.Home(uid: $0.home.objectID.description, utid: $0.home.tenantID.description)
        }
    }
}

/// The changes in an application's tokens from v1 to v2. The comparison uses the configuration, or, with the application's
/// secret, two tokens of the running server.
struct AppComparison {
    private struct Part {
        let token: String
        let subject: String
        let resource: String?
        let remark: String
        let claims: ClaimComparison
    }

    private let clientID: String
    private let parts: [Part]

    init(of clientID: String, command: MigrateCommand) throws {
        self.clientID = clientID
        do {
            parts =
                try command.secret.map { try AppComparison.served(clientID, $0, command) }
                ?? AppComparison.configured(clientID, command)
        } catch let failure as StartFailure {
            Output.errors(failure.lines)
            throw ExitCode(failure.exitCode)
        } catch let failure as TokenComparison.Failure {
            Output.errors([failure.message])
            throw ExitCode(1)
        } catch let failure as TranslationFailure {
            Output.errors([failure.message])
            throw ExitCode.validationFailure
        }
    }

    private static func configured(_ clientID: String, _ command: MigrateCommand) throws -> [Part] {
        let configuration = try CurrentConfiguration.read(command.server.optionValues)
        let comparisons = try TokenComparison.all(
            of: clientID, for: command.user, resources: command.resource, in: configuration)
        return comparisons.map {
            Part(
                token: $0.token, subject: $0.subject, resource: $0.resource, remark: $0.remark,
                claims: ClaimComparison($0.v1, $0.v2))
        }
    }

    // MARK: The running server

    private static func served(_ clientID: String, _ secret: String, _ command: MigrateCommand) throws -> [Part] {
        guard !command.resource.isEmpty else {
            throw StartFailure.usage("--secret requires --resource, the API to compare")
        }
        let options = try EffectiveOptions.read(command.server.optionValues)
        let tenant = try command.tenant ?? home(of: clientID, command)
        return try command.resource.map { resource in
            let scope = try ResourceTranslation.scope(of: resource).to
            let v1 = try token("/\(tenant)/oauth2/token", clientID, secret, Form.Field("resource", resource), options)
            let v2 = try token("/\(tenant)/oauth2/v2.0/token", clientID, secret, Form.Field("scope", scope), options)
            let version = v2.first { $0.name == "ver" }?.value.string ?? ""
            return Part(
                token: "access_token", subject: clientID, resource: resource,
                remark:
                    "issued by the server from both endpoints; version \(version), as the API's registration requires",
                claims: ClaimComparison(v1, v2))
        }
    }

    private static func home(of clientID: String, _ command: MigrateCommand) throws -> String {
        let directory = try CurrentConfiguration.read(command.server.optionValues).directory
        guard let home = directory.ownRegistration(of: ClientID(clientID)) else {
            throw StartFailure.usage(
                "--tenant is required: the configuration has no application with the client id \(clientID)")
        }
        return home.tenant.id.description
    }

    /// Returns the claims of a token that the application requests for itself.
    private static func token(
        _ path: String, _ clientID: String, _ secret: String, _ field: Form.Field, _ options: ServerOptions
    ) throws(StartFailure) -> [JSONValue.Member] {
        let form = Form([
            Form.Field("grant_type", "client_credentials"), Form.Field("client_id", clientID),
            Form.Field("client_secret", secret), field,
        ])
        let response = try LocalRequest.post(path, form, options)
        let body = JSONValue(parsing: response.body)
        guard response.status == 200, let token = body?["access_token"]?.string else {
            throw .system("\(path): \(body?["error_description"]?.string ?? "status \(response.status)")")
        }
        let parts = token.utf8.split(separator: UInt8(ascii: "."))
        guard parts.count == 3, let payload = Base64.decodeURL(parts[1]),
            let claims = JSONValue(parsing: payload)?.object
        else { throw .system("\(path): the access token is not a JWT") }
        return claims
    }

    // MARK: Printing

    var json: JSONValue {
        .object([
            JSONValue.Member("kind", .string("app")), JSONValue.Member("from", .string(clientID)),
            JSONValue.Member(
                "comparisons",
                .array(
                    parts.map { part in
                        .object([
                            JSONValue.Member("token", .string(part.token)),
                            JSONValue.Member("subject", .string(part.subject)),
                            JSONValue.Member("resource", part.resource.map(JSONValue.string) ?? .null),
                            JSONValue.Member("remark", .string(part.remark)),
                            JSONValue.Member("claims", part.claims.json),
                        ])
                    })),
        ])
    }

    var lines: [String] {
        guard !parts.isEmpty else {
            return ["\(clientID) signs in no user and lists no API: set an API with --resource"]
        }
        let blocks = parts.map { part in
            let api = part.resource.map { " for \($0)" } ?? ""
            let title = "\(part.token)\(api), of \(part.subject): \(part.remark)"
            guard !part.claims.changed.isEmpty else { return title + "\n  no claim changes" }
            return ([title] + part.claims.lines.map { "  \($0)" }).joined(separator: "\n")
        }
        return [blocks.joined(separator: "\n\n")]
    }
}
