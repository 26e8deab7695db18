/// The texts of the pages, each of which has a translation in every language. `{0}`, `{1}` and `{2}` stand for values, such as
/// names.
///
/// UI automation for the real pages finds elements by many of the English texts, so those texts are fixed
/// (docs/reference/interface.md#sign-in-and-consent-pages).
package enum Phrase: String, CaseIterable, Sendable {
    // MARK: Every page
    case titleSignIn
    case titleSignOut
    case testServer
    case next
    case back
    case cancel
    case yes
    case no
    case accept
    case decline
    case goOn
    case verify
    case signIn
    case forApplication
    case forApplicationAtTenant
    case technicalDetails

    // MARK: Username
    case username
    case usernamePlaceholder
    case usernameInvalid
    case usernameUnknown
    case usernameUnknownInTenant
    case personalAccountUnknown
    case personalAccountRequired
    case workAccountRequired
    case noAccount
    case createOne
    case cannotAccessAccount

    // MARK: Password
    case enterPassword
    case passwordOf
    case password
    case passwordEmpty
    case passwordWrong
    case passwordAbsent
    case federatedPasswordWrong
    case resetNow
    case accountLocked
    case forgotPassword

    // MARK: Stay signed in
    case staySignedIn
    case staySignedInReason
    case dontShowAgain

    // MARK: Account picker
    case pickAccount
    case signInWithWorkAccount
    case signInWithPersonalAccount
    case useAnotherAccount
    case whichSignOut
    case signOutWorkAccount
    case signOutPersonalAccount

    // MARK: Consent
    case permissionsRequested
    case reviewForOrganization
    case consentRequest
    case consentRequestForOrganization
    case permissions
    case required
    case consentForOrganization
    case unverifiedPublisher
    case signYouIn
    case signYouInReason
    case viewProfile
    case viewProfileReason
    case viewEmail
    case viewEmailReason
    case keepAccess
    case keepAccessReason
    case adminApprovalNeeded
    case adminApprovalReason
    case approvalRequired
    case approvalRequest
    case justification
    case justificationMissing
    case requestApproval
    case requestSent
    case returnWithoutConsent
    case haveAdminAccount
    case signInWithThatAccount
    case signInWithAnotherAccount

    // MARK: Second factors
    case verifyIdentity
    case textNumber
    case emailAddress
    case useVerificationCode
    case enterCode
    case code
    case codeFromApp
    case codeSentTo
    case codeWrong
    case codeExpired
    case codeUsedUp
    case noCode
    case sendAnotherCode
    case otherWayToSignIn
    case moreInformationRequired
    case moreInformationReason
    case newProof
    case newProofInvalid

    // MARK: Terms of use and password change
    case termsOfUse
    case termsOfUseRequest
    case updatePassword
    case passwordExpired
    case passwordRisk
    case currentPassword
    case newPassword
    case confirmPassword
    case currentPasswordWrong
    case passwordCharacter
    case passwordRules
    case passwordBanned
    case passwordUsed
    case passwordsDiffer

    // MARK: Device code
    case deviceMessage
    case enterUserCode
    case enterUserCodeReason
    case userCodeWarning
    case confirmApplication
    case confirmApplicationWarning
    case deviceSignedIn
    case deviceDeclined
    case deviceDeclinedResult

    // MARK: Signing out
    case signedOut
    case closeBrowser
    case signingOutApplications
    case returnToApplication
    case signOutOfApplication

    // MARK: Responses and errors
    case trouble
    case temporarilyUnavailable
    case troubleshooting
    case signInSucceeded
    case signInFailed
    case copyCode
    case applicationReceives
    case closeWindow
    case addressWarning
    case returning
    case signingIn
    case continueSigningIn
    case noScripts

    // MARK: User flows
    case signUp
    case resetPassword
    case editProfile
    case signInWithProvider
    case providerStandIn
    case email
    case confirmNewPassword
    case verificationCode
    case sendCode
    case verifyCode
    case sendNewCode
    case create
    case signUpNow
    case forgotYourPassword
    case codeSent
    case addressInvalid
    case addressTooOften
    case addressCodeWrong
    case addressCodeExpired
    case addressCodeUsedUp
    case addressUnknown
    case localAccountUnknown
    case localPasswordWrong
    case localAccountLocked
    case localAccountDisabled
    case accountExists
    case signUpFirst
    case attributeMissing
    case attributeTooLong
    case attributeInvalid
    case passwordEntriesDiffer
    case attributeDisplayName
    case attributeGivenName
    case attributeSurname
    case attributeJobTitle
    case attributeCountry
    case attributeCity
    case attributeState
    case attributePostalCode
    case attributeStreetAddress

    // MARK: Push notifications
    case pushProof
    case approveRequest
    case approveRequestReason
    case authenticatorUnavailable
    case pushDenied
    case pushDeniedReason
    case pushExpired
    case pushExpiredReason
    case sendAnotherRequest

    // MARK: Help on this test server
    case testUsers
    case testUser
    case allTestUsers
    case whereIsCode
    case codesAreInOutbox
    case openOutbox
    case whyHere
    case failureCause
    case failureHint
    case failureFix
    case openRequest
    // MARK: Pages of B2C policies
    case localUsernameMissing
    case localPasswordMissing
    case noLocalAccount
    case signInWithSocialAccount
    case informationMissing
    case requiredFieldMissing
    case fieldIncorrect
    case passwordEntryMismatch
    case addressVerified
    case changeAddress
    case addressNotVerified
    // MARK: External tenants
    // MARK: Active Directory Federation Services and external tenants
    // MARK: Personal accounts, Active Directory Federation Services and external tenants
    case titleSignInPersonal
    case personalUsername
    case personalEnterPassword
    case personalPasswordWrong
    case enterReceivedCode
    case letAppAccess
    case organizationalAccount
    case userAccount
    case userAccountMissing
    case addDetails

    // MARK: Kinds of accounts and passwordless sign-in
    case accountKindQuestion
    case workAccount
    case personalAccount
    case usePassword
    case sendNotification
}
