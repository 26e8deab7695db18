import Advice
import ArgumentParser
import Directory
import Entra
import Understudy
import Wire

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Translates an ADAL or v1 setting to its MSAL or v2 equal, and back.",
        discussion: """
            Results go to the standard output, what else to know to the standard error. Exit code 1 when there is no equal, \
            64 when a value is not what its option takes.
            """)

    @Option(help: ArgumentHelp("A resource of v1: prints the scope. With --app: the API to compare.", valueName: "id"))
    var resource: [String] = []
    @Option(help: ArgumentHelp("Scopes of v2, separated by spaces: prints the resource.", valueName: "scopes"))
    var scope: String?
    @Option(help: ArgumentHelp("An authority: prints what MSAL makes of it.", valueName: "url"))
    var authority: String?
    @Option(help: ArgumentHelp("An endpoint's URL, with or without its query: v1 to v2, v2 to v1.", valueName: "url"))
    var url: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "An error of ADAL (200, AD_ERROR_…), of MSAL (-50002) or of the server (invalid_grant/bad_token, AADSTS50076).",
            valueName: "error"))
    var error: String?
    @Option(
        name: .customLong("redirect-uri"),
        help: ArgumentHelp("An ADAL app's redirect URI: prints MSAL's.", valueName: "uri"))
    var redirectURI: String?
    @Option(
        help: ArgumentHelp("A prompt behavior: AD_PROMPT_…, MSALPromptType…, or prompt's value.", valueName: "name"))
    var prompt: String?
    @Option(help: ArgumentHelp("A user id of ADAL's: prints the home account id.", valueName: "upn"))
    var account: String?
    @Option(
        help: ArgumentHelp(
            "A client id: prints what changes in the app's tokens, claim by claim.", valueName: "client-id"))
    var app: String?

    @Option(help: ArgumentHelp("The app's bundle id, for --redirect-uri.", valueName: "id"))
    var bundleID: String?
    @Option(help: "Where the app runs, for --redirect-uri.")
    var platform = AppPlatform.ios
    @Option(
        help: ArgumentHelp(
            "Whose tokens --app compares, without --secret; else the tenant's first user's.", valueName: "upn"))
    var user: String?
    @Option(
        help: ArgumentHelp("The app's secret: --app asks the running server for its own tokens.", valueName: "text"))
    var secret: String?
    @Option(help: ArgumentHelp("The tenant to ask in, with --secret; else the app's own.", valueName: "id or domain"))
    var tenant: String?
    @Flag(help: "Print a JSON array for scripts.")
    var json = false

    /// Where the configuration and the running server are, for `--app` and `--account`.
    @OptionGroup var server: ServerLookupArguments

    /// Not `validate()`: that would complain of a missing option before the parser names an unknown one.
    private func check() throws {
        let asked = [scope, authority, url, error, redirectURI, prompt, account, app].contains { $0 != nil }
        guard asked || !resource.isEmpty else {
            throw ValidationError("name what to translate, such as --resource https://graph.microsoft.com")
        }
        guard app != nil || (user == nil && secret == nil && tenant == nil) else {
            throw ValidationError("--user, --secret and --tenant belong to --app")
        }
        guard user == nil || secret == nil else {
            throw ValidationError("--user: the tokens that --secret asks for are the app's own, and no user's")
        }
        guard tenant == nil || secret != nil else {
            throw ValidationError("--tenant belongs to --secret: a configuration is compared in the app's own tenant")
        }
    }

    func run() throws {
        try check()
        let translations = try translated()
        let comparison = try app.map { try AppComparison(of: $0, asked: self) }
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
            var question = RedirectURIQuestion(uri: uri)
            question.bundleID = bundleID
            question.platform = platform
            return try RedirectURITranslation.redirectURI(question)
        }
        try add(prompt, PromptTranslation.prompt)
        if let account {
            let home = try home(of: account)
            try add(account) { name throws(TranslationFailure) in try AccountTranslation.account(name, home: home) }
        }
        return translations
    }

    /// Of a user of the configuration; nil for anyone else.
    private func home(of name: String) throws -> AccountTranslation.Home? {
        let tenants = try ConfigurationInForce.read(server.given).directory.tenants
        let users = tenants.lazy.compactMap { $0.user(named: name) }
        return users.first.map {
            AccountTranslation.Home(uid: $0.home.objectID.description, utid: $0.home.tenantID.description)
        }
    }
}
