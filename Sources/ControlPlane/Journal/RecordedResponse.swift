import Crypto
import Entra
import Formats
import HTTP
import Protocol
import Store

/// The content of a journal entry's response, read from its bytes.
struct RecordedResponse {
    /// The outcome of a request.
    enum Outcome: String, CaseIterable {
        /// The requested result, which may be a redirect to the application.
        case success
        /// A page that asks the user for something, or that redirects the browser to another page.
        case page
        case error
    }

    /// The error in a response.
    struct Failure {
        /// The error code, such as `AADSTS50011`, or nil if the response has none.
        var code: String?
        /// The OAuth error.
        var error: String?
        var suberror: String?
        var message: String?
        /// The actual cause, if the response does not reveal the cause.
        var detail: String?
    }

    private let entry: JournalEntry
    private let notes: ResponseNotes.Content

    init(_ entry: JournalEntry) {
        self.entry = entry
        notes = entry.notes.content
    }

    /// The ID of the stub that made or changed the response, or nil.
    var stub: String? { notes.stubID }

    var status: Int { entry.response.status }

    /// Whether the server has nothing at the path.
    var isNotFound: Bool { entry.response.status == 404 }

    /// The name of the fault that the stub applied, or nil.
    var fault: String? { notes.fault }

    /// The reason why a token fault had no effect, if the response contains no token.
    var faultRemark: String? {
        guard let kind = fault.flatMap(StubbedFault.init(name:))?.ofTokens else { return nil }
        let names = kind.only.map { [$0.rawValue] } ?? [Parameter.accessToken, Parameter.idToken]
        let hasToken = names.contains { json?[$0] != nil || parameters?[$0] != nil }
        let missing = kind.only?.rawValue ?? "token"
        return hasToken ? nil : "The fault changed nothing, because the response has no \(missing)."
    }

    /// The page that was shown, or nil. A page that only carries a response to the application does not count.
    var page: PageModel? {
        switch notes.page {
        case .formPost(let form) where form.purpose == .response: nil
        case .code: nil
        case let page: page
        }
    }

    /// The body of a JSON response.
    var json: JSONValue? {
        guard entry.response.headers["Content-Type"]?.utf8.starts(with: "application/json".utf8) == true else {
            return nil
        }
        return JSONValue(parsing: entry.response.body)
    }

    /// The parameters that go to the application, from the redirect's query or fragment, or from the form.
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

    /// Whether a word names the outcome: an `Outcome`, an AADSTS code with or without its letters, an OAuth error, a suberror or a
    /// status.
    func isOutcome(_ word: String) -> Bool {
        if outcome.rawValue.isExactlyIgnoringASCIICase(word) { return true }
        if String(entry.response.status).isExactly(word) { return true }
        guard let failure else { return false }
        return [failure.code, failure.code.map(RecordedResponse.digits), failure.error, failure.suberror].contains {
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
            return Failure(code: RecordedResponse.code(of: text), message: text)
        }
        if let parameters, let error = parameters["error"] {
            let text = parameters["error_description"]
            return Failure(code: text.flatMap(RecordedResponse.code), error: error, message: text)
        }
        guard entry.response.status >= 400 else { return nil }
        let body = json
        let text =
            body?["error_description"]?.string ?? body?["error"]?["message"]?.string ?? body?["message"]?.string
        return Failure(
            code: text.flatMap(RecordedResponse.code), error: body?["error"]?.string ?? body?["error"]?["code"]?.string,
            suberror: body?["suberror"]?.string, message: text, detail: notes.detail)
    }

    /// Returns the issued tokens, by their names in the response. The sealing keys open opaque tokens.
    func tokens(_ sealing: SealingKeys) -> [(name: String, token: UnverifiedClaims)] {
        let names = [Parameter.accessToken, Parameter.idToken]
        let json = json
        let form = parameters
        return names.compactMap { name in
            UnverifiedClaims(json?[name]?.string ?? form?[name], sealing).map { (name, $0) }
        }
    }

    /// Returns the person whom the response identifies.
    func person(_ sealing: SealingKeys) -> RequestSubject {
        var person = tokens(sealing).map { RequestSubject($0.token) }.reduce(RequestSubject(), +)
        if let grant = issuedGrant(sealing) { person = person + RequestSubject(grant) }
        if let name = page?.username { person.names.append(name) }
        return person
    }

    /// Returns the grant behind the issued authorization code, or nil.
    func issuedGrant(_ sealing: SealingKeys) -> IssuedGrant? {
        parameters?[Parameter.code].flatMap { AuthorizationCode(sealed: $0, keys: sealing)?.grant }
    }

    /// Returns the number at the end of a code.
    private static func digits(_ code: String) -> String {
        let length = code.utf8.reversed().prefix(while: ASCII.isDigit).count
        return String(decoding: code.utf8.suffix(length), as: UTF8.self)
    }

    /// Returns the code at the start of an error message, such as `AADSTS50126` for `AADSTS50126: Error validating…`.
    private static func code(of text: String) -> String? {
        let word = text.utf8.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) }
        guard word.starts(with: "AAD".utf8) else { return nil }
        return String(Substring(word))
    }
}

extension PageModel {
    /// The name of the page in the journal.
    var name: String {
        switch self {
        case .username: "username"
        case .password: "password"
        case .accountPicker: "accountPicker"
        case .accountKind: "accountKind"
        case .proofChoice: "proofChoice"
        case .oneTimeCode: "oneTimeCode"
        case .pushNotification: "pushNotification"
        case .proofRegistration: "proofRegistration"
        case .termsOfUse: "termsOfUse"
        case .changePassword: "changePassword"
        case .staySignedIn: "staySignedIn"
        case .consent: "consent"
        case .adminApproval: "adminApproval"
        case .deviceCode: "deviceCode"
        case .deviceConfirmation: "deviceConfirmation"
        case .deviceOutcome: "deviceOutcome"
        case .error: "error"
        case .formPost: "formPost"
        case .code: "code"
        case .signOutPicker: "signOutPicker"
        case .signedOut: "signedOut"
        case .nativeClient: "nativeClient"
        case .userFlow, .policySignIn, .policyAttributes, .externalID: "userFlow"
        }
    }

    /// The user name on the page, or nil if the user is not known yet.
    var username: String? {
        let name: String? =
            switch self {
            case .username(let page): page.username
            case .password(let page): page.username
            case .policySignIn(let page): page.username
            case .accountKind(let page): page.username
            case .proofChoice(let page): page.username
            case .oneTimeCode(let page): page.username
            case .pushNotification(let page): page.username
            case .proofRegistration(let page): page.username
            case .termsOfUse(let page): page.username
            case .changePassword(let page): page.username
            case .staySignedIn(let page): page.username
            case .consent(let page): page.username
            case .adminApproval(let page): page.username
            case .deviceConfirmation(let page): page.username
            case .signedOut(let page): page.username
            case .externalID(let page): page.address
            default: nil
            }
        return name.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The error message on the page, or nil.
    var errorText: String? {
        switch self {
        case .username(let page): page.problem?.message
        case .password(let page): page.problem?.message
        case .oneTimeCode(let page): page.problem?.message
        case .proofRegistration(let page): page.problem?.message
        case .changePassword(let page): page.problem?.message
        case .adminApproval(let page): page.message
        case .deviceCode(let page): page.problem?.message
        case .error(let page): page.message
        case .userFlow(let page): page.problem?.message
        case .policySignIn(let page): page.problem?.problem.message
        case .policyAttributes(let page): page.problem?.problem.message
        case .externalID(let page): page.problem?.message
        default: nil
        }
    }
}
