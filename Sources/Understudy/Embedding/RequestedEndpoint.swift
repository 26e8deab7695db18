/// The endpoints by which stubs and the journal distinguish requests. Both versions of an endpoint have the same name.
public enum RequestedEndpoint: String, Sendable, CaseIterable {
    /// The authorization endpoint and its pages.
    case authorize
    /// The token endpoint, for every grant.
    case token
    /// The device authorization endpoint.
    case deviceCode = "devicecode"
    /// The page on which a person enters a device's code.
    case deviceLogin = "devicelogin"
    /// The admin consent endpoint.
    case adminConsent = "adminconsent"
    /// The sign-out endpoint.
    case logout
    /// The UserInfo endpoint.
    case userInfo = "userinfo"
    /// The OpenID Connect configuration document.
    case discovery
    /// The instance discovery endpoint.
    case instance
    /// The signing keys.
    case keys
    /// The user realm endpoint, which reports where a user signs in.
    case userRealm = "userrealm"
    /// The landing page of desktop applications.
    case nativeClient = "nativeclient"
    /// The session iframe of version 1.
    case checkSession = "checksession"
    /// The Kerberos endpoint of version 1.
    case kerberos
    /// The managed identity endpoint of Azure hosts.
    case managedIdentity = "managedidentity"
    /// The metadata endpoint of an Azure host.
    case instanceMetadata = "instancemetadata"
    /// Azure Resource Manager.
    case resourceManager = "resourcemanager"
    /// The WebFinger endpoint, for the discovery of AD FS.
    case webFinger = "webfinger"
    /// The enrollment contract of AD FS.
    case enrollment
    /// The metadata exchange endpoint of AD FS.
    case metadataExchange = "mex"
    /// The federation metadata of AD FS.
    case federationMetadata = "federationmetadata"
    /// The security token service of AD FS.
    case wsTrust = "wstrust"
    /// The sign-in page of the stand-in identity provider.
    case signInPage = "signinpage"
    /// The endpoint to which an identity provider returns.
    case federation
    /// The directory of Microsoft Graph.
    case graph
    /// The lookup of error codes.
    case errorLookUp = "error"
    /// The page about forgotten passwords.
    case passwordReset = "passwordreset"
    /// The poll of the page that waits for a push notification.
    case endAuthentication = "endauth"
    /// An unknown path.
    case unknown
    /// Native authentication: the start of a sign-in.
    case initiate
    /// Native authentication: the selection of the proof for a sign-in.
    case challenge
    /// Native authentication: the second factors of a sign-in.
    case introspect
    /// Native authentication: the start of a sign-up.
    case signUpStart = "signup-start"
    /// Native authentication: the selection of the proof for a sign-up.
    case signUpChallenge = "signup-challenge"
    /// Native authentication: the next step of a sign-up.
    case signUpContinue = "signup-continue"
    /// Native authentication: the start of a password reset.
    case resetPasswordStart = "resetpassword-start"
    /// Native authentication: the selection of the proof for a password reset.
    case resetPasswordChallenge = "resetpassword-challenge"
    /// Native authentication: the proof of a password reset.
    case resetPasswordContinue = "resetpassword-continue"
    /// Native authentication: the new password.
    case resetPasswordSubmit = "resetpassword-submit"
    /// Native authentication: the poll for the end of a password reset.
    case resetPasswordPoll = "resetpassword-poll_completion"
    /// Native authentication: the methods that may be registered.
    case registerIntrospect = "register-introspect"
    /// Native authentication: the proof of a method to register.
    case registerChallenge = "register-challenge"
    /// Native authentication: the end of a registration.
    case registerContinue = "register-continue"
    /// Version 2 of native authentication: the start and the end of a flow.
    case authorizeChallenge = "authorize-challenge"
    /// Version 2 of native authentication: sign-in.
    case interactionSignIn = "interaction-sign_in"
    /// Version 2 of native authentication: sign-up.
    case interactionSignUp = "interaction-sign_up"
    /// Version 2 of native authentication: password reset.
    case interactionResetPassword = "interaction-reset_password"
    /// Version 2 of native authentication: attributes of a sign-up.
    case interactionSubmitAttributes = "interaction-submitAttributes"
    /// Version 2 of native authentication: the request to send a proof.
    case interactionChallenge = "interaction-challenge"
    /// Version 2 of native authentication: the risk check.
    case interactionRiskVerify = "interaction-riskverify"
    /// Version 2 of native authentication: the verification of a proof.
    case interactionVerify = "interaction-verify"
    /// Version 2 of native authentication: the new password.
    case interactionUpdate = "interaction-update"
    /// Version 2 of native authentication: the poll for completion.
    case interactionPoll = "interaction-poll"
}
