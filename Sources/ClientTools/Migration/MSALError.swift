import Formats

/// An error of MSAL for iOS and macOS: the code that an application receives, and for -50000 the code under
/// MSALInternalErrorCodeKey.
struct MSALError: Sendable, Equatable {
    let code: Int
    let internalCode: Int?

    init(_ code: Int, internal internalCode: Int? = nil) {
        self.code = code
        self.internalCode = internalCode
    }

    static func inside(_ internalCode: Int) -> MSALError { MSALError(-50_000, internal: internalCode) }

    static let workplaceJoinRequired = MSALError(-50_001)
    static let interactionRequired = MSALError(-50_002)
    static let protectionPoliciesRequired = MSALError(-50_004)
    static let userCanceled = MSALError(-50_005)
    static let serverError = MSALError.inside(-50_006)
    static let insufficientDeviceStrength = MSALError.inside(-50_007)
    static let passwordResetRequired = MSALError(-50_142)

    /// The names of the codes. A code without a public name has its meaning.
    private static let names: [Int: String] = [
        -50_000: "MSALErrorInternal", -50_001: "MSALErrorWorkplaceJoinRequired",
        -50_002: "MSALErrorInteractionRequired", -50_003: "MSALErrorServerDeclinedScopes",
        -50_004: "MSALErrorServerProtectionPoliciesRequired", -50_005: "MSALErrorUserCanceled",
        -50_006: "MSALErrorServerError", -50_007: "MSALErrorInsufficientDeviceStrength",
        -50_142: "password reset required",
        -42_000: "invalid parameter", -42_001: "MSALInternalErrorRedirectSchemeNotRegistered",
        -42_002: "MSALInternalErrorInvalidRequest", -42_003: "MSALInternalErrorInvalidClient",
        -42_004: "MSALInternalErrorInvalidGrant", -42_005: "MSALInternalErrorInvalidScope",
        -42_006: "MSALInternalErrorUnauthorizedClient", -42_007: "MSALInternalErrorUnhandledResponse",
        -42_008: "MSALInternalErrorUnexpected", -42_010: "authority validation failed",
        -42_011: "invalid redirect URI", -42_101: "signed-in user is not the requested user",
        -42_104: "MSALInternalErrorAuthorizationFailed", -42_106: "MSALInternalErrorAccountRequired",
        -42_402: "MSALInternalErrorInteractiveSessionAlreadyRunning", -42_403: "MSALInternalErrorNoViewController",
        -42_405: "MSALInternalErrorUINotSupportedInExtension", -42_501: "MSALInternalErrorInvalidState",
        -42_600: "MSALInternalErrorInvalidResponse", -42_602: "MSALInternalErrorNonHttpsRedirect",
        -42_700: "MSALInternalErrorBrokerResponseNotReceived", -42_701: "MSALInternalErrorBrokerNoResumeStateFound",
        -42_702: "MSALInternalErrorBrokerBadResumeStateFound", -42_703: "MSALInternalErrorBrokerMismatchedResumeState",
        -42_704: "MSALInternalErrorBrokerResponseHashMissing", -42_705: "MSALInternalErrorBrokerCorruptedResponse",
        -42_706: "MSALInternalErrorBrokerResponseDecryptionFailed",
        -42_707: "MSALInternalErrorBrokerResponseHashMismatch", -42_708: "MSALInternalErrorBrokerKeyFailedToCreate",
        -42_711: "MSALInternalErrorBrokerUnknown",
    ]

    /// The text for display, such as
    /// `MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42004: MSALInternalErrorInvalidGrant`.
    var text: String {
        let outer = "\(MSALError.names[code] ?? "MSALError") (\(code))"
        guard let internalCode else { return outer }
        return "\(outer), MSALInternalErrorCodeKey \(internalCode): \(MSALError.names[internalCode] ?? "unknown")"
    }

    /// Returns the error with the code or name.
    static func named(_ text: String) -> MSALError? {
        names.keys.map { MSALError($0) }.first { $0.isNamed(text) }
    }

    /// Returns whether a code or name belongs to the error. An internal code takes precedence.
    func isNamed(_ text: String) -> Bool {
        let shown = internalCode ?? code
        return String(shown).isExactly(text)
            || MSALError.names[shown].map { $0.isExactlyIgnoringASCIICase(text) } ?? false
    }
}
