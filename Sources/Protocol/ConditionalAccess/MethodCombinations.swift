import Directory
import Entra
import Formats
import Store

/// The combinations of methods in the words of authentication strengths (docs/reference/protocol.md#authentication-strength).
extension PolicyContext {
    /// The combinations that the sign-in had: none with one factor only.
    var combinations: [String] { hasMultipleFactors ? combinations(with: user.mfa) : [] }

    /// Returns the combinations of the sign-in with a second factor. A code by mail is no method of any strength.
    private func combinations(with second: MFAMethod?) -> [String] {
        let methods = authentication.methods
        guard !methods.elementsEqual(["mfa"], by: { $0.isExactly($1) }) else {
            return ["temporaryAccessPassOneTime", "temporaryAccessPassMultiUse"]
        }
        let isFederated = methods.containsExactly(Authentication.federated)
        let combined = second?.strengthMethod.map { isFederated ? "\($0),federatedSingleFactor" : "password,\($0)" }
        let federated = isFederated && hasMultipleFactors ? "federatedMultiFactor" : nil
        return [combined, federated].compactMap(\.self)
    }

    /// Whether the pages can make the sign-in meet one of the combinations: by the user's second factor, or by a telephone that a
    /// user without a second factor registers.
    func canReach(_ allowed: [String]) -> Bool {
        !hasMultipleFactors
            && combinations(with: user.mfa ?? .sms("")).contains { allowed.containsExactly($0) }
    }
}

extension MFAMethod {
    /// The word for the method in combinations, or nil if no combination has the method.
    fileprivate var strengthMethod: String? {
        switch self {
        case .code, .authenticator: "softwareOath"
        case .sms: "sms"
        case .email: nil
        }
    }
}
