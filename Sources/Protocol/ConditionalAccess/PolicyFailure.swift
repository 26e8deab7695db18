import Directory
import Entra
import Formats
import Store

/// The error for an unmet requirement of a policy (docs/reference/protocol.md#suberrors, docs/reference/protocol.md#error-catalog,
/// docs/reference/protocol.md#conditional-access, docs/reference/protocol.md#contradictions).
struct PolicyFailure: Sendable {
    /// The endpoint at which the failure occurs.
    enum Place: Sendable {
        case authorize
        case token
    }

    let unmet: UnmetRequirement
    let situation: PolicyContext
    /// The requested API, which messages name.
    let resource: Application

    func error(at place: Place) -> EntraError {
        let code = code(at: place)
        var error = EntraError(
            code,
            [
                .resource: resource.appId, .reason: reason,
                .validFrom: Timestamp(seconds: situation.authentication.time).iso8601, .duration: maximumAge,
            ],
            claims: ClaimsChallenge.policies(unmet.policies.map(\.id.description)).text)
        if unmet.requirement == .compliantApplication {
            error.claims = nil
            error.displayableID = situation.user.signInName
            error.members = [.init(Parameter.clientInfo, .string(ClientInfo.encoded(for: situation.user.home)))]
        }
        return error
    }

    private func code(at place: Place) -> AADSTS {
        switch unmet.requirement {
        case .block: isRiskyGuest ? .blockedByRisk : .blockedByConditionalAccess
        case .signInFrequency: demandsFreshFactors ? .mfaExpired : .signInFrequency
        case .mfa: multiFactorCode(at: place)
        case .passwordChange: .passwordChangeRequiredByPolicy
        case .compliantDevice: situation.device == nil ? .deviceAuthenticationRequired : .deviceNotCompliant
        case .domainJoinedDevice: situation.device == nil ? .deviceAuthenticationRequired : .deviceNotJoined
        case .approvedApplication: .applicationNotApproved
        case .compliantApplication: .appProtectionRequired
        case .termsOfUse: .externalChallengeRequired
        }
    }

    /// Returns the code for a missing second factor. A user without a second factor must register one. Under a risk-based policy
    /// the user may not, because an attacker may have signed in.
    private func multiFactorCode(at place: Place) -> AADSTS {
        guard situation.user.mfa == nil else { return .mfaRequired }
        if isRiskBased { return .proofUpBlocked }
        if case .token = place { return .mfaEnrolmentRequired }
        return .mfaEnrolmentRequiredByPolicy
    }

    var isRiskBased: Bool {
        unmet.policies.contains { !$0.userRiskLevels.isEmpty || !$0.signInRiskLevels.isEmpty }
    }

    private var isRiskyGuest: Bool { isRiskBased && situation.user.isGuest(in: situation.tenant.id) }

    private var demandsFreshFactors: Bool {
        situation.hasMultipleFactors && unmet.policies.contains { $0.builtInControls.contains(.mfa) }
    }

    private var reason: String {
        guard let device = situation.device else { return "" }
        return unmet.requirement == .compliantDevice ? "\(device.displayName) is not compliant" : device.displayName
    }

    /// The shortest of the sign-in frequencies that are not met, in seconds, as the service reports it.
    private var maximumAge: String {
        unmet.policies.compactMap(\.signInFrequency?.maximumAge).min().map(String.init) ?? ""
    }
}
