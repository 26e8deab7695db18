import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// The input of a person on each page and the button to press, with one branch for each kind of page.
struct PageInputs {
    let drive: SignInDrive
    let services: Services
    /// The tenant in the authorize URL, or nil.
    let tenant: Tenant?

    /// Returns the form to post. Throws a problem of status 422 for a page that needs an input that the request does not have.
    func form(for page: PageForm) throws(ProblemDocument) -> Form {
        let person = try? UserLookup.user(drive.user, in: tenant, services.directory).1
        let password = drive.password ?? person?.password ?? "any"
        if has(page, ElementID.username, PersonalElementID.username) {
            return press(page, [ByteString(PageField.username): drive.user])
        }
        if has(page, ElementID.password, PersonalElementID.password) {
            return press(page, [ByteString(PageField.password): password])
        }
        if page.element(id: ElementID.attributeForm) != nil { return try attributes(page, password) }
        if has(page, FederationElementID.password) {
            let username = page.control(named: PageField.username).map(\.value) ?? ""
            return press(
                page,
                [
                    ByteString(PageField.username): username.isEmpty ? drive.user : username,
                    ByteString(PageField.password): password,
                ])
        }
        if page.element(id: ElementID.otherTile) != nil { return choose(page) }
        if page.element(id: ElementID.workTile) != nil {
            return page.submission(pressing: page.control(id: ElementID.workTile), filling: [:])
        }
        if page.element(id: ElementID.proofs) != nil {
            return page.submission(pressing: page.control(named: PageField.proof), filling: [:])
        }
        if page.element(id: ElementID.oneTimeCode) != nil { return try enterCode(page, code(of: person)) }
        if let number = page.text(id: ElementID.phoneNumber) {
            guard drive.password == nil else {
                return page.submission(pressing: page.control(id: ElementID.usePassword), filling: [:])
            }
            return try answerPush(page, number, of: person)
        }
        if let number = page.text(id: ElementID.pushNumber) { return try answerPush(page, number, of: person) }
        if has(page, PersonalElementID.oneTimeCode), !isMailedCode(page) {
            return try enterCode(page, code(of: person))
        }
        if page.element(id: ElementID.mailedCode) != nil || isMailedCode(page) {
            return try enterCode(page, page.control(named: PageField.username).flatMap { sent(to: $0.value) })
        }
        if page.element(id: ElementID.newProof) != nil { return try register(page) }
        if page.element(id: ElementID.acceptTerms) != nil {
            let id = drive.consent.isExactly(ConsentAnswer.decline) ? ElementID.declineTerms : ElementID.acceptTerms
            return page.submission(pressing: page.control(id: id), filling: [:])
        }
        if page.element(id: ElementID.newPassword) != nil { return try change(page, password) }
        if page.control(named: PageField.staySignedIn) != nil {
            let no = page.control(named: PageField.action(PageAction.notStaySignedIn))
            return page.submission(pressing: drive.staysSignedIn ? nil : no, filling: [:])
        }
        if page.control(named: PageField.consent) != nil { return consent(page) }
        if let message = page.text(id: ElementID.adminApproval) { return try reject(page, message) }
        return other(page, password)
    }

    private func has(_ page: PageForm, _ ids: String...) -> Bool { ids.contains { page.element(id: $0) != nil } }

    /// Whether the page of an external tenant asks for a mailed code. The page has the address in a hidden field.
    private func isMailedCode(_ page: PageForm) -> Bool {
        has(page, ExternalElementID.code) && page.control(named: PageField.username) != nil
    }

    private func press(_ page: PageForm, _ filling: [ByteString: String]) -> Form {
        page.submission(pressing: page.control(id: ElementID.primary), filling: filling)
    }

    private func choose(_ page: PageForm) -> Form {
        let tile = page.controls.first {
            $0.name.isExactly(PageField.account) && $0.value.isExactlyIgnoringASCIICase(drive.user)
        }
        return page.submission(pressing: tile ?? page.control(id: ElementID.otherTile), filling: [:])
    }

    /// Returns the form with the given code, or with the code that is known for the user.
    private func enterCode(_ page: PageForm, _ known: @autoclosure () -> String?) throws(ProblemDocument) -> Form {
        guard let code = drive.mfa.flatMap({ isProof($0) ? nil : $0 }) ?? known() else {
            throw PageProblem.stuck(page, "The page asks for a one-time code, and the server knows none: give mfa.")
        }
        return page.submission(
            pressing: page.control(id: ElementID.verifyCode) ?? page.control(id: ElementID.verifyAddress)
                ?? page.control(id: ElementID.primary),
            filling: [ByteString(PageField.oneTimeCode): code])
    }

    /// Returns the user's fixed code, the current code of the authenticator app, or the newest code in the outbox.
    private func code(of person: User?) -> String? {
        switch person?.mfa {
        case .code(let code): return code
        case .authenticator(let secret): return TimedCode.at(now, secret: secret)
        case .email(let address), .sms(let address): return sent(to: address)
        case .push, nil: return (drive.mfa ?? person?.mail ?? person?.userPrincipalName).flatMap(sent)
        }
    }

    /// Answers the push notification for the page, and continues. `mfa` is `approve`, `deny` or the number to type; the default is
    /// an approval. A notification that is answered already stays as it is.
    private func answerPush(_ page: PageForm, _ number: String, of person: User?) throws(ProblemDocument) -> Form {
        let notification = services.sentMessages(to: person?.signInName ?? drive.user).first { message in
            message.code.isExactly(number) && message.waits(services)
                && (tenant == nil || message.tenant == tenant?.id)
        }
        if let id = notification?.approval?.id {
            let isApproval = drive.mfa.map { $0.isExactly(number) || $0.isExactly("approve") } ?? true
            _ = try ProblemDocument.mappingStoreErrors { () throws(EntraError) in
                try services.outbox.answer(id, with: isApproval ? .approved : .denied)
            }
        }
        return press(page, [:])
    }

    /// The time by the clock that checks the code: the clock of the sign-in's tenant.
    private var now: Timestamp { tenant.map { services.now(in: $0.id) } ?? services.now }

    private func sent(to address: String) -> String? {
        services.sentMessages(to: address).first?.code
    }

    private func isProof(_ text: String) -> Bool {
        text.hasExactPrefix("+") || text.utf8.contains(UInt8(ascii: "@"))
    }

    /// Returns the form for a page of a B2C policy that collects attributes: the next step of the verification of the mail address,
    /// or the attributes. The page shows the buttons of that step only.
    private func attributes(_ page: PageForm, _ password: String) throws(ProblemDocument) -> Form {
        if page.shows(id: ElementID.sendCode) {
            return page.submission(
                pressing: page.control(id: ElementID.sendCode), filling: [ByteString(PageField.username): drive.user])
        }
        if page.shows(id: ElementID.verifyAddress) {
            return try enterCode(page, page.control(named: PageField.username).flatMap { sent(to: $0.value) })
        }
        var filling = blanks(page, password)
        if page.element(id: ElementID.newPassword) != nil {
            guard let new = drive.newPassword else {
                throw PageProblem.stuck(page, "The page asks for a new password: give newPassword.")
            }
            for field in [PageField.newPassword, PageField.repeatedPassword] { filling[field] = new }
        }
        return page.submission(pressing: page.control(id: ElementID.goOn), filling: filling)
    }

    private func register(_ page: PageForm) throws(ProblemDocument) -> Form {
        guard let proof = drive.mfa, isProof(proof) else {
            throw PageProblem.stuck(
                page, "The user must register an authentication method: give mfa, a mail address or +number.")
        }
        return press(page, [ByteString(PageField.newProof): proof])
    }

    private func change(_ page: PageForm, _ password: String) throws(ProblemDocument) -> Form {
        guard let new = drive.newPassword else {
            throw PageProblem.stuck(page, "The user must change the password: give newPassword.")
        }
        var filling = blanks(page, password)
        filling[PageField.currentPassword] = password
        for field in [PageField.newPassword, PageField.confirmNewPassword, PageField.repeatedPassword] {
            filling[field] = new
        }
        return press(page, filling)
    }

    private func consent(_ page: PageForm) -> Form {
        switch drive.consent {
        case ConsentAnswer.accept:
            return page.submission(pressing: page.control(named: PageField.acceptConsent), filling: [:])
        case ConsentAnswer.decline:
            return page.submission(pressing: page.control(id: ElementID.back), filling: [:])
        default:
            let granted = drive.consent.pieces(separatedBy: " ")
            return page.submission(pressing: page.control(named: PageField.acceptConsent), filling: [:]) { box in
                box.name.isExactly(PageField.consentedScope)
                    && !granted.contains { $0.isExactlyIgnoringASCIICase(box.value) }
            }
        }
    }

    /// Returns the form for a page on a permission that only an administrator may grant. There is nothing to accept.
    private func reject(_ page: PageForm, _ message: String) throws(ProblemDocument) -> Form {
        guard drive.consent.isExactly(ConsentAnswer.decline) else { throw PageProblem.stuck(page, message) }
        return page.submission(pressing: page.control(id: ElementID.back), filling: [:])
    }

    /// Returns the form for pages of user flows and of other identity providers. The user name goes into empty text fields, and the
    /// password into password fields. The form presses the first button that continues. A form without empty fields is posted
    /// unchanged.
    private func other(_ page: PageForm, _ password: String) -> Form {
        let button = page.controls.first {
            $0.type == "submit" && !$0.name.hasExactPrefix(PageField.actionPrefix)
                && !$0.value.isExactly(PageAction.cancel) && !$0.value.isExactly(PageAction.back)
                && !$0.value.isExactly(PageAction.signUp) && !$0.value.isExactly(PageAction.forgotPassword)
        }
        return page.submission(pressing: button, filling: blanks(page, password))
    }

    /// Returns the input for the empty fields of a page with any fields.
    private func blanks(_ page: PageForm, _ password: String) -> [ByteString: String] {
        var filling: [ByteString: String] = [:]
        for control in page.controls where !control.isDisabled && control.value.isEmpty {
            switch control.type {
            case "text", "email": filling[control.name] = drive.user
            case "password": filling[control.name] = password
            default: break
            }
        }
        return filling
    }
}

/// The problem documents for a page that ends a driven sign-in, with the page's text and error code.
enum PageProblem {
    private static let messageIDs = [
        ElementID.serviceError, ElementID.exception, ElementID.usernameError, ElementID.passwordError,
        ElementID.oneTimeCodeError, ElementID.pushDeniedDescription, ElementID.pushExpiredDescription,
        ElementID.newProofError, ElementID.userFlowError, ElementID.userCodeError,
    ]

    /// Returns the problem of an error page, or nil for a page that asks for input. The status is 503 if the service is temporarily
    /// unavailable.
    static func problem(of page: PageForm, _ response: HTTPResponse) -> ProblemDocument? {
        let (status, body) = (response.status, response.body)
        if status == 503, let seconds = response.headers["Retry-After"].flatMap({ ASCII.decimal($0.utf8) }) {
            let text = page.text(id: ElementID.exception) ?? page.heading
            return ProblemDocument(
                status: 503, title: "Temporarily unavailable", detail: text,
                extensions: [.init("error", .string(OAuthError.temporarilyUnavailable.rawValue)), member(page, text)]
            ).retrying(after: Int64(seconds))
        }
        if let text = messageIDs.lazy.compactMap({ page.text(id: $0) }).first { return problem(page, text) }
        guard status >= 400 else { return nil }
        let text = page.elements.isEmpty ? String(decoding: body.prefix(2_000), as: UTF8.self) : page.heading
        return problem(page, text.isEmpty ? "The server answered with status \(status)." : text)
    }

    /// Returns the problem of a response that a stub broke, or nil for other responses. A throttled response is complete in the
    /// end.
    static func broken(_ response: HTTPResponse) -> ProblemDocument? {
        switch response.fault {
        case nil, .drip?: nil
        case .reset?, .empty?, .truncate?, .malformedChunk?:
            ProblemDocument(
                status: 422, title: "A stub broke a response",
                detail: "The sign-in cannot continue without the response. The request journal names the stub.")
        }
    }

    /// Returns the problem of a page that needs further input.
    static func stuck(_ page: PageForm, _ detail: String) -> ProblemDocument { problem(page, detail) }

    private static func problem(_ page: PageForm, _ text: String) -> ProblemDocument {
        ProblemDocument(
            status: 422, title: "The sign-in stopped at a page", detail: text, extensions: [member(page, text)])
    }

    /// Returns the member with the page's heading, text and error code.
    private static func member(_ page: PageForm, _ text: String) -> JSONValue.Member {
        var members = [JSONValue.Member("title", .string(page.heading)), JSONValue.Member("text", .string(text))]
        if let code = code(in: text) { members.insert(JSONValue.Member("error", .string(code)), at: 0) }
        return JSONValue.Member("page", .object(members))
    }

    /// Returns the error code in a text, such as `AADSTS50126` for `AADSTS50126: Error validating credentials…`.
    static func code(in text: String) -> String? {
        let bytes = Array(text.utf8)
        for prefix in ["AADSTS", "AADB2C"] {
            let letters = Array(prefix.utf8)
            guard bytes.count > letters.count,
                let start = (0...bytes.count - letters.count).first(where: {
                    bytes[$0..<$0 + letters.count].elementsEqual(letters)
                })
            else { continue }
            let digits = bytes[(start + letters.count)...].prefix(while: ASCII.isDigit)
            if !digits.isEmpty { return prefix + String(decoding: digits, as: UTF8.self) }
        }
        return nil
    }
}
