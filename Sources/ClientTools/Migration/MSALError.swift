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

    /// The names of the codes in MSAL's public header MSALError.h.
    static let names: [Int: String] = [
        -50_000: "MSALErrorInternal", -50_001: "MSALErrorWorkplaceJoinRequired",
        -50_002: "MSALErrorInteractionRequired", -50_003: "MSALErrorServerDeclinedScopes",
        -50_004: "MSALErrorServerProtectionPoliciesRequired", -50_005: "MSALErrorUserCanceled",
        -50_006: "MSALErrorServerError", -50_007: "MSALErrorInsufficientDeviceStrength",
        -50_008: "MSALErrorMDMEnrollmentCompletedNeedsRetry",
        -50_142: "MSALErrorServerInvalidRequestResetPasswordRequired", -42_000: "MSALInternalErrorInvalidParameter",
        -42_001: "MSALInternalErrorRedirectSchemeNotRegistered", -42_011: "MSALInternalErrorInvalidRedirectURI",
        -42_002: "MSALInternalErrorInvalidRequest", -42_003: "MSALInternalErrorInvalidClient",
        -42_004: "MSALInternalErrorInvalidGrant", -42_005: "MSALInternalErrorInvalidScope",
        -42_006: "MSALInternalErrorUnauthorizedClient", -42_007: "MSALInternalErrorUnhandledResponse",
        -42_008: "MSALInternalErrorUnexpected", -42_009: "MSALInternalErrorUnexpectedHttpResponse",
        -42_010: "MSALInternalErrorFailedAuthorityValidation", -42_101: "MSALInternalErrorMismatchedUser",
        -42_102: "MSALInternalErrorAmbiguousAccount", -42_104: "MSALInternalErrorAuthorizationFailed",
        -42_106: "MSALInternalErrorAccountRequired", -42_401: "MSALInternalErrorSessionCanceled",
        -42_402: "MSALInternalErrorInteractiveSessionAlreadyRunning", -42_403: "MSALInternalErrorNoViewController",
        -42_404: "MSALInternalErrorAttemptToOpenURLFromExtension",
        -42_405: "MSALInternalErrorUINotSupportedInExtension", -42_501: "MSALInternalErrorInvalidState",
        -42_600: "MSALInternalErrorInvalidResponse", -42_602: "MSALInternalErrorNonHttpsRedirect",
        -42_700: "MSALInternalErrorBrokerResponseNotReceived", -42_701: "MSALInternalErrorBrokerNoResumeStateFound",
        -42_702: "MSALInternalErrorBrokerBadResumeStateFound",
        -42_703: "MSALInternalErrorBrokerMismatchedResumeState",
        -42_704: "MSALInternalErrorBrokerResponseHashMissing", -42_705: "MSALInternalErrorBrokerCorruptedResponse",
        -42_706: "MSALInternalErrorBrokerResponseDecryptionFailed",
        -42_707: "MSALInternalErrorBrokerResponseHashMismatch", -42_708: "MSALInternalErrorBrokerKeyFailedToCreate",
        -42_709: "MSALInternalErrorBrokerKeyNotFound", -42_711: "MSALInternalErrorBrokerUnknown",
        -42_712: "MSALInternalErrorBrokerApplicationTokenWriteFailed",
        -42_713: "MSALInternalErrorBrokerApplicationTokenReadFailed", -42_714: "MSALInternalBrokerNotAvailable",
        -42_715: "MSALInternalErrorJITLinkServerConfirmationError",
        -42_716: "MSALInternalErrorJITLinkAcquireTokenError",
        -42_717: "MSALInternalErrorJITLinkTokenAcquiredWrongTenant", -42_718: "MSALInternalErrorJITLinkError",
        -42_719: "MSALInternalErrorJITComplianceCheckResultNotCompliant",
        -42_720: "MSALInternalErrorJITComplianceCheckResultTimeout",
        -42_721: "MSALInternalErrorJITComplianceCheckResultUnknown",
        -42_722: "MSALErrorJITComplianceCheckInvalidLinkPayload",
        -42_723: "MSALErrorJITComplianceCheckCreateController", -42_724: "MSALErrorJITLinkConfigNotFound",
        -42_725: "MSALErrorJITInvalidLinkTokenConfig", -42_726: "MSALErrorJITWPJDeviceRegistrationFailed",
        -42_727: "MSALErrorJITWPJAccountIdentifierNil", -42_728: "MSALErrorJITWPJAcquireTokenError",
        -42_729: "MSALErrorJITRetryRequired", -42_730: "MSALErrorJITUnknownStatusWebCP",
        -42_731: "MSALErrorJITTroubleshootingCreateController", -42_732: "MSALErrorJITTroubleshootingAcquireToken",
        -42_733: "MSALInternalErrorJITLinkServerConfirmationTimeout", -42_734: "MSALErrorJITTroubleshootingRequired",
        -42_735: "MSALErrorJITTroubleshootingResultUnknown", -42_736: "MSALErrorDeviceNotPSSORegistered",
        -42_737: "MSALErrorPSSOKeyIdMismatch", -42_738: "MSALErrorJITErrorHandlingConfigNotFound",
        -42_739: "MSALErrorPSSOBiometricPolicyMismatch", -42_740: "MSALErrorPSSOInvalidPasskeyExtension",
        -42_741: "MSALErrorPSSOSaveLoginConfigFailure", -42_742: "MSALErrorPSSOPasskeyLAError",
        -42_743: "MSALErrorPSSOBiometricsNotAvailable", -42_744: "MSALErrorPSSOBiometricsNotEnrolled",
        -42_745: "MSALInternalErrorInvalidASWebAuthenticationURL",
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
