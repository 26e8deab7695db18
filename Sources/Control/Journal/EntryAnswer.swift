import Crypto
import Entra
import HTTP
import State
import Wire

/// What an entry's answer says, read from its bytes.
struct EntryAnswer {
    /// How an exchange ended.
    enum Outcome: String, CaseIterable {
        /// What was asked for, be it a redirect to the application.
        case success
        /// A page that asks the user for something, or sends the browser on to another one.
        case page
        case error
    }

    /// The error behind an answer.
    struct Failure {
        /// `AADSTS50011`; nil where the answer has none.
        var code: String?
        /// The OAuth error.
        var error: String?
        var suberror: String?
        var message: String?
        /// What really happened, where the answer does not tell.
        var detail: String?
    }

    private let entry: JournalEntry
    private let notes: ExchangeNotes.Content

    init(_ entry: JournalEntry) {
        self.entry = entry
        notes = entry.notes.content
    }

    var script: String? { notes.script }

    /// What the script lets go wrong with it, in the tester's word.
    var fault: String? { notes.fault }

    /// Why a fault changed nothing: there was no token that it could befall.
    var faultRemark: String? {
        let isOfTokens = fault.flatMap(ScriptedFault.init(rawValue:))?.ofTokens != nil
        let names = [Parameter.accessToken, Parameter.idToken]
        let hasToken = names.contains { json?[$0] != nil || parameters?[$0] != nil }
        return isOfTokens && !hasToken ? "The fault changed nothing, because the response has no token." : nil
    }

    /// The page that was shown; one that only carries an answer to the application is none.
    var page: PageModel? {
        switch notes.page {
        case .formPost(let form) where form.purpose == .response: nil
        case .code: nil
        case let page: page
        }
    }

    /// Of an answer that is JSON.
    var json: JSONValue? {
        guard entry.response.headers["Content-Type"]?.utf8.starts(with: "application/json".utf8) == true else {
            return nil
        }
        return JSONValue(parsing: entry.response.body)
    }

    /// The parameters that go to the application: of the redirect's query or fragment, or of the form.
    var parameters: Form? {
        switch notes.page {
        case .formPost(let page) where page.purpose == .response:
            return Form(page.fields.map { Form.Field($0.name, $0.value) })
        case .code(let page): return Form(page.fields.map { Form.Field($0.name, $0.value) })
        default: break
        }
        guard let location = entry.response.headers["Location"],
            let start = location.utf8.firstIndex(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
        else { return nil }
        let rest = location.utf8[location.utf8.index(after: start)...]
        return try? Form(
            parsing: rest.map { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "?") ? UInt8(ascii: "&") : $0 })
    }

    var outcome: Outcome {
        if failure != nil { return .error }
        return page == nil ? .success : .page
    }

    /// Whether a word is how it ended: an `Outcome`, an AADSTS code with or without its letters, an OAuth error, a status.
    func isOutcome(_ word: String) -> Bool {
        if outcome.rawValue.isExactlyIgnoringASCIICase(word) { return true }
        if String(entry.response.status).isExactly(word) { return true }
        guard let failure else { return false }
        return [failure.code, failure.code.map(EntryAnswer.digits), failure.error, failure.suberror].contains {
            $0?.isExactlyIgnoringASCIICase(word) ?? false
        }
    }

    var failure: Failure? {
        if let error = notes.error {
            return Failure(
                code: error.code.name, error: error.error.rawValue, suberror: error.suberror?.rawValue,
                message: error.message, detail: error.detail.isEmpty ? nil : error.detail)
        }
        if let text = page?.errorText {
            return Failure(code: EntryAnswer.code(of: text), message: text)
        }
        if let parameters, let error = parameters["error"] {
            let text = parameters["error_description"]
            return Failure(code: text.flatMap(EntryAnswer.code), error: error, message: text)
        }
        guard entry.response.status >= 400 else { return nil }
        let body = json
        let text = body?["error_description"]?.string ?? body?["error"]?["message"]?.string
        return Failure(
            code: text.flatMap(EntryAnswer.code), error: body?["error"]?.string ?? body?["error"]?["code"]?.string,
            suberror: body?["suberror"]?.string, message: text)
    }

    /// The tokens that were issued, by the names that the answer has for them.
    var tokens: [(name: String, token: UnverifiedClaims)] {
        let names = [Parameter.accessToken, Parameter.idToken]
        let json = json
        let form = parameters
        return names.compactMap { name in
            UnverifiedClaims(json?[name]?.string ?? form?[name]).map { (name, $0) }
        }
    }

    /// Whom it tells to be signed in.
    func person(_ sealing: SealingKeys) -> ExchangePerson {
        var person = tokens.map { ExchangePerson($0.token) }.reduce(ExchangePerson(), +)
        if let grant = issuedGrant(sealing) { person = person + ExchangePerson(grant) }
        if let name = page?.username { person.names.append(name) }
        return person
    }

    /// What the code stands for that was issued.
    func issuedGrant(_ sealing: SealingKeys) -> IssuedGrant? {
        parameters?[Parameter.code].flatMap { AuthorizationCode(sealed: $0, keys: sealing)?.grant }
    }

    /// The number behind the letters.
    private static func digits(_ code: String) -> String {
        let length = code.utf8.reversed().prefix(while: ASCII.isDigit).count
        return String(decoding: code.utf8.suffix(length), as: UTF8.self)
    }

    /// `AADSTS50126` of `AADSTS50126: Error validating…`.
    private static func code(of text: String) -> String? {
        let word = text.utf8.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }
        guard word.starts(with: "AAD".utf8) else { return nil }
        return String(Substring(word))
    }
}
