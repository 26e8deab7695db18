import Directory
import Entra
import Formats
import Store

/// The verification of a mail address with a one-time code. The pages are those of external tenants; `verifyOnPolicyPage` is for
/// policies.
extension UserFlowStage {
    /// Sends a code. Returns false if too many codes were sent to the person recently, which limits guessing across codes.
    mutating func send(to address: String, _ user: User?) throws(EntraError) -> Bool {
        let limit = CodeRateLimit(
            address, of: user, in: tenant, settings: signIn.request.settings, services: services)
        guard try limit.take() else { return false }
        signIn.flow.pendingCode = try OneTimeCode.send(
            to: address, by: .email, user: user, of: tenant.id, settings: signIn.request.settings, services: services)
        return true
    }

    /// Returns the next page of the verification, or nil once `progress.verified` has the address. No page reveals whether the
    /// address has an account before the code is correct.
    mutating func verifyAddress(_ title: Phrase) throws(EntraError) -> Step? {
        guard progress?.verified == nil else { return nil }
        if signIn.flow.pendingCode == nil || submission.action.isExactly(PageAction.sendCode) {
            guard requestsCode, let address = submission.username else {
                return addressPage(title)
            }
            guard UserFlowStage.isAddress(address) else {
                return addressPage(title, problem: FieldProblem(.addressInvalid))
            }
            guard try send(to: address, tenant.user(named: address)) else {
                return addressPage(
                    title,
                    problem: FieldProblem(.addressTooOften))
            }
        }
        return try verifyCode(title)
    }

    /// Returns the page that asks for the code, or nil once the code was entered.
    mutating func verifyCode(_ title: Phrase) throws(EntraError) -> Step? {
        guard progress?.verified == nil, let pending = signIn.flow.pendingCode else { return nil }
        guard let code = submission.oneTimeCode, !submission.action.isExactly(PageAction.sendCode) else {
            return codePage(title, pending)
        }
        switch try OneTimeCode.check(code, against: pending, services: services) {
        case .correct:
            progress?.verified = pending.recipient
            signIn.flow.pendingCode = nil
            return nil
        case .wrong: return codePage(title, pending, problem: FieldProblem(.addressCodeWrong))
        case .expired: return codePage(title, pending, problem: FieldProblem(.addressCodeExpired))
        case .usedUp:
            return codePage(
                title, pending, problem: FieldProblem(.addressCodeUsedUp))
        }
    }

    /// The address that the user entered on this page or an earlier one, or the application's `login_hint`.
    var knownAddress: String? {
        submission.username ?? signIn.flow.username ?? signIn.request.choice.loginHint
    }

    private func addressPage(_ title: Phrase, problem: FieldProblem? = nil) -> Step {
        externalPage(title, .address, address: knownAddress ?? "", problem: problem)
    }

    private func codePage(_ title: Phrase, _ pending: PendingCode, problem: FieldProblem? = nil) -> Step {
        externalPage(title, .code(codePurpose), address: pending.recipient, problem: problem)
    }

    /// Whether the text has the form `local@domain`, is printable, and has a valid length.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 113, let local = parts.first, let domain = parts.last else {
            return false
        }
        return !local.isEmpty && local.allSatisfy { $0 > ASCII.space && $0 < 0x7F }
            && DomainName.isValid(String(Substring(domain)))
    }
}
