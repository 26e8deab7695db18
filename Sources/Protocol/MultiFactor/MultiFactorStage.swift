import Crypto
import Directory
import Entra
import Formats
import Store

/// The second factor: a code from an app, a code that is sent to the user, or a push notification that the user approves. A user
/// without a method registers one.
struct MultiFactorStage {
    /// Whether the policy accepts a method.
    let accepts: (MFAMethod) -> Bool

    /// Returns the page to show, or nil after a correct code or an approval. Throws AADSTS50053 for too many wrong codes, 50088 for
    /// too many sent codes, and 65004 if the user cancels.
    func run(_ signIn: inout SignInStage, _ account: inout SessionAccount) throws(EntraError) -> PageModel? {
        if signIn.isCancelled { throw SignInStage.cancelled }
        let methods = account.account.user.multiFactorMethods
        let accepted = methods.indices.filter { accepts(methods[$0]) }
        let chosen = (signIn.submission.proof ?? Int(signIn.flow.proof)) - 1
        guard let index = accepted.contains(chosen) ? chosen : accepted.first else {
            return try register(&signIn, &account)
        }
        if signIn.submission.action.isExactly(PageAction.otherProof) {
            signIn.flow.pendingCode = nil
            return choice(signIn, account)
        }
        signIn.flow.proof = Int64(index + 1)
        switch methods[index] {
        case .code(let code): return try check(against: [code], &signIn, &account)
        case .authenticator(let secret):
            return try check(against: TimedCode.around(signIn.services.now, secret: secret), &signIn, &account)
        case .email(let address): return try sent(to: address, by: .email, &signIn, &account)
        case .sms(let number): return try sent(to: number, by: .sms, &signIn, &account)
        case .push: return try push(&signIn, &account)
        }
    }

    /// Returns the page with the ways to prove the identity.
    private func choice(_ signIn: SignInStage, _ account: SessionAccount) -> PageModel {
        let options = account.account.user.multiFactorMethods.enumerated().filter { accepts($0.element) }.map {
            (offset, method) -> ProofChoicePage.Option in
            let (proof, recipient): (ProofChoicePage.Proof, String) =
                switch method {
                case .code, .authenticator: (.application, "")
                case .push: (.push, "")
                case .email(let address): (.email, MultiFactorStage.masked(address))
                case .sms(let number): (.telephone, MultiFactorStage.masked(number))
                }
            return ProofChoicePage.Option(position: offset + 1, proof: proof, recipient: recipient)
        }
        return .proofChoice(
            ProofChoicePage(form: signIn.form(), username: account.account.user.signInName, options: options))
    }

    // MARK: - Push notifications

    /// Sends a notification, or returns the page that the answer to the sent one leads to, and nil after an approval.
    private func push(_ signIn: inout SignInStage, _ account: inout SessionAccount) throws(EntraError) -> PageModel? {
        let (submission, user) = (signIn.submission, account.account.user)
        let lockout = Lockout(.second, of: user.home, signIn.request.settings, signIn.services)
        guard let pending = signIn.flow.pendingCode, pending.recipient.isExactly(user.id.description),
            !submission.choosesProof, !submission.action.isExactly(PageAction.resend)
        else {
            try lockout.check()
            let sent = try PushNotification.send(
                to: user, of: account.account.tenant.id, application: signIn.request.application.displayName,
                settings: signIn.request.settings, services: signIn.services)
            signIn.flow.pendingCode = sent
            return page(signIn, account, sent, .waiting)
        }
        switch PushNotification.outcome(of: pending, services: signIn.services) {
        case .pending: return page(signIn, account, pending, .waiting)
        case .denied: return page(signIn, account, pending, .denied)
        case .expired: return page(signIn, account, pending, .expired)
        case .approved:
            guard try PushNotification.use(pending, services: signIn.services) else {
                return page(signIn, account, pending, .expired)
            }
            try lockout.forget()
            signIn.flow.pendingCode = nil
            signIn.renew(&account, methods: ["mfa", Authentication.push])
            return nil
        }
    }

    private func page(
        _ signIn: SignInStage, _ account: SessionAccount, _ pending: PendingCode,
        _ status: PushNotificationPage.Status
    ) -> PageModel {
        .pushNotification(
            PushNotificationPage(
                form: signIn.form(), username: account.account.user.signInName, number: pending.code, status: status))
    }

    // MARK: - Codes that the user knows

    private func check(
        against codes: [String], _ signIn: inout SignInStage, _ account: inout SessionAccount
    ) throws(EntraError) -> PageModel? {
        guard let code = signIn.submission.oneTimeCode else { return page(signIn, account, recipient: nil) }
        let lockout = Lockout(.second, of: account.account.user.home, signIn.request.settings, signIn.services)
        try lockout.check()
        var isCorrect = codes.reduce(false) { ConstantTime.equal(code, $1) || $0 }
        if isCorrect, codes.count > 1 { isCorrect = try isUnused(code, account, signIn.services) }
        guard isCorrect else {
            try lockout.recordFailure()
            return page(signIn, account, recipient: nil, problem: FieldProblem(.codeWrong))
        }
        try lockout.forget()
        signIn.renew(&account, methods: ["otp", "mfa"])
        return nil
    }

    /// Returns whether a timed code is used for the first time. A timed code is valid once.
    private func isUnused(_ code: String, _ account: SessionAccount, _ services: Services) throws(EntraError) -> Bool {
        let home = account.account.user.home
        let id = GUID(derivedFrom: "timed code", home.tenantID.description, home.objectID.description, code)
        let expiry = Timestamp(seconds: services.now.seconds + 3 * TimedCode.period)
        return try services.isFirstUse(id, until: expiry)
    }

    // MARK: - Codes that are sent

    private func sent(
        to recipient: String, by channel: Outbox.Channel, _ signIn: inout SignInStage, _ account: inout SessionAccount
    ) throws(EntraError) -> PageModel? {
        let submission = signIn.submission
        if submission.choosesProof || submission.action.isExactly(PageAction.resend) {
            return try send(to: recipient, by: channel, &signIn, account)
        }
        guard let pending = signIn.flow.pendingCode, pending.recipient.isExactly(recipient) else {
            return choice(signIn, account)
        }
        guard let code = submission.oneTimeCode else { return page(signIn, account, recipient: pending.recipient) }
        if let problem = try problem(with: code, pending, signIn, account) {
            return page(signIn, account, recipient: pending.recipient, problem: problem)
        }
        signIn.flow.pendingCode = nil
        signIn.renew(&account, methods: methods(of: channel))
        return nil
    }

    private func methods(of channel: Outbox.Channel) -> [String] {
        channel == .sms ? ["mfa", Authentication.sms] : ["mfa"]
    }

    private func send(
        to recipient: String, by channel: Outbox.Channel, _ signIn: inout SignInStage, _ account: SessionAccount
    ) throws(EntraError) -> PageModel {
        let user = account.account.user
        let limit = CodeRateLimit(user, settings: signIn.request.settings, services: signIn.services)
        guard try limit.take() else { throw EntraError(.telephoneLimit) }
        signIn.flow.pendingCode = try OneTimeCode.send(
            to: recipient, by: channel, user: user, of: account.account.tenant.id, settings: signIn.request.settings,
            services: signIn.services)
        return page(signIn, account, recipient: recipient)
    }

    /// Returns the problem of a submitted code, or nil for the correct code.
    private func problem(
        with code: String, _ pending: PendingCode, _ signIn: SignInStage, _ account: SessionAccount
    ) throws(EntraError) -> FieldProblem? {
        let lockout = Lockout(.second, of: account.account.user.home, signIn.request.settings, signIn.services)
        try lockout.check()
        switch try OneTimeCode.check(code, against: pending, services: signIn.services) {
        case .correct:
            try lockout.forget()
            return nil
        case .wrong:
            try lockout.recordFailure()
            return FieldProblem(.codeWrong)
        case .expired: return FieldProblem(.codeExpired)
        case .usedUp: return FieldProblem(.codeUsedUp)
        }
    }

    // MARK: - Registration

    private func register(
        _ signIn: inout SignInStage, _ account: inout SessionAccount
    ) throws(EntraError) -> PageModel? {
        let user = account.account.user
        if let proof = signIn.submission.newProof {
            switch MFAMethod(proof) {
            case .email(let address): return try send(to: address, by: .email, &signIn, account)
            case .sms(let number): return try send(to: number, by: .sms, &signIn, account)
            default:
                return registration(signIn, user, proof, FieldProblem(.newProofInvalid))
            }
        }
        guard let pending = signIn.flow.pendingCode, !signIn.submission.action.isExactly(PageAction.resend) else {
            return registration(signIn, user, "", nil)
        }
        guard let code = signIn.submission.oneTimeCode else {
            return page(signIn, account, recipient: pending.recipient)
        }
        if let problem = try problem(with: code, pending, signIn, account) {
            return page(signIn, account, recipient: pending.recipient, problem: problem)
        }
        var registered = user
        registered.mfa = MFAMethod(pending.recipient)
        let method = registered.mfa
        try signIn.services.change(user, in: account.account.tenant) { $0.mfa = method }
        signIn.flow.pendingCode = nil
        let isText = method?.reference.isExactly(Authentication.sms) == true
        signIn.renew(&account, user: registered, methods: methods(of: isText ? .sms : .email))
        return nil
    }

    private func registration(
        _ signIn: SignInStage, _ user: User, _ proof: String, _ problem: FieldProblem?
    ) -> PageModel {
        .proofRegistration(
            ProofRegistrationPage(form: signIn.form(), username: user.signInName, proof: proof, problem: problem))
    }

    // MARK: - Pages

    private func page(
        _ signIn: SignInStage, _ account: SessionAccount, recipient: String?, problem: FieldProblem? = nil
    ) -> PageModel {
        .oneTimeCode(
            OneTimeCodePage(
                form: signIn.form(), username: account.account.user.signInName,
                recipient: recipient.map(MultiFactorStage.masked), problem: problem))
    }

    /// Returns a masked address or number that its owner recognizes: `a***@contoso.com`, `+XX XXXXXXX00`.
    static func masked(_ recipient: String) -> String {
        let parts = recipient.pieces(separatedBy: "@", atMost: 2)
        guard parts.count == 2 else { return maskedNumber(recipient) }
        return "\(parts[0].firstScalars(1))***@\(parts[1])"
    }

    /// Returns a telephone number of which only the last two digits can be read, in the form of the service's pages. The digits up
    /// to the first space are the country code.
    private static func maskedNumber(_ number: String) -> String {
        let digits = number.utf8.filter(ASCII.isDigit)
        let country = number.utf8.prefix { $0 != ASCII.space }.count(where: ASCII.isDigit)
        let hidden = String(repeating: "X", count: max(digits.count - 2 - country, 0))
        let last = String(decoding: digits.suffix(2), as: UTF8.self)
        return country == digits.count
            ? "+\(String(repeating: "X", count: max(country - 2, 0)))\(last)"
            : "+\(String(repeating: "X", count: country)) \(hidden)\(last)"
    }
}
