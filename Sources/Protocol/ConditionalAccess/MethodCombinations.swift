import Directory
import Entra
import Formats
import Store

/// The combinations of methods in the words of authentication strengths (docs/reference/protocol.md#authentication-strength).
extension PolicyContext {
    /// The combinations that the sign-in had: none with one factor only. A code by mail is no method of any strength.
    var combinations: [String] {
        guard hasMultipleFactors else { return [] }
        guard !authentication.methods.elementsEqual(["mfa"], by: { $0.isExactly($1) }) else {
            return ["temporaryAccessPassOneTime", "temporaryAccessPassMultiUse"]
        }
        if authentication.methods.containsExactly(Authentication.phoneSignIn) { return ["deviceBasedPush"] }
        let used = usedMethods.compactMap(\.strengthMethod).map(combination)
        return isFederated ? used + ["federatedMultiFactor"] : used
    }

    /// The second factors of the sign-in. A sign-in that does not record the kind of a method had the user's default method, unless
    /// that is a push notification, which is always recorded.
    private var usedMethods: [MFAMethod] {
        let recorded = user.multiFactorMethods.filter(isRecorded)
        guard recorded.isEmpty, let method = user.mfa, method.reference?.isExactly(Authentication.push) != true else {
            return recorded
        }
        return [method]
    }

    /// Whether the pages can make the sign-in meet one of the combinations: by a second factor of the user, or by a telephone that
    /// a user without a second factor registers.
    func canReach(_ allowed: [String]) -> Bool {
        let methods = user.multiFactorMethods
        return (methods.isEmpty ? [.sms("")] : methods).contains { canReach(allowed, by: $0) }
    }

    /// Whether a second factor that the sign-in did not have yet makes the sign-in meet one of the combinations.
    func canReach(_ allowed: [String], by method: MFAMethod) -> Bool {
        guard let word = method.strengthMethod, !isRecorded(method) else { return false }
        return allowed.containsExactly(combination(word))
    }

    private var isFederated: Bool { authentication.methods.containsExactly(Authentication.federated) }

    private func combination(_ method: String) -> String {
        isFederated ? "\(method),federatedSingleFactor" : "password,\(method)"
    }

    private func isRecorded(_ method: MFAMethod) -> Bool {
        method.reference.map(authentication.methods.containsExactly) ?? false
    }
}

extension MFAMethod {
    /// The word for the method in combinations, or nil if no combination has the method.
    fileprivate var strengthMethod: String? {
        switch self {
        case .code, .authenticator: "softwareOath"
        case .sms: "sms"
        case .push: "microsoftAuthenticatorPush"
        case .email: nil
        }
    }

    /// The word by which a sign-in records the method besides `mfa`, or nil if the sign-in does not record the method.
    var reference: String? {
        switch self {
        case .code, .authenticator: "otp"
        case .sms: Authentication.sms
        case .push: Authentication.push
        case .email: nil
        }
    }
}

extension Authentication {
    /// The records of the methods that `amr` does not have.
    static let sms = "sms"
    static let push = "push"
    /// The value of `amr` for a passwordless sign-in with Microsoft Authenticator, which proves a key of the phone.
    static let phoneSignIn = "rsa"

    /// The value of `amr`.
    package var methodReferences: [String] {
        methods.filter { !$0.isExactly(Authentication.sms) && !$0.isExactly(Authentication.push) }
    }
}
