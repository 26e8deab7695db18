extension Understudy {
    /// The endpoints by which scripts and the journal tell requests apart. Both versions of an endpoint have one name.
    public enum RequestedEndpoint: String, Sendable, CaseIterable {
        /// The authorization endpoint and the pages it shows.
        case authorize
        /// The token endpoint, of every grant.
        case token
        /// Device authorization.
        case deviceCode = "devicecode"
        /// Where a person enters a device's code.
        case deviceLogin = "devicelogin"
        /// An administrator's consent.
        case adminConsent = "adminconsent"
        /// Sign-out.
        case logout
        /// Claims of the user.
        case userInfo = "userinfo"
        /// The OpenID Connect configuration document.
        case discovery
        /// Instance discovery.
        case instance
        /// The signing keys.
        case keys
        /// Where a user signs in.
        case userRealm = "userrealm"
        /// The landing page of desktop applications.
        case nativeClient = "nativeclient"
        /// The session iframe of version 1.
        case checkSession = "checksession"
        /// The Kerberos endpoint of version 1.
        case kerberos
        /// Tokens of Azure's hosts.
        case managedIdentity = "managedidentity"
        /// The metadata of an Azure host.
        case instanceMetadata = "instancemetadata"
        /// Discovery of AD FS.
        case webFinger = "webfinger"
        /// The enrollment contract of AD FS.
        case enrollment
        /// The metadata exchange of AD FS.
        case metadataExchange = "mex"
        /// The security token service of AD FS.
        case wsTrust = "wstrust"
        /// The sign-in page of the stand-in identity provider.
        case signInPage = "signinpage"
        /// The return from an identity provider.
        case federation
        /// Microsoft Graph's directory.
        case graph
        /// The look-up of error codes.
        case errorLookUp = "error"
        /// No endpoint: a path that is not there.
        case unknown
        /// Native authentication: the start of a sign-in.
        case initiate
        /// Native authentication: which proof a sign-in wants.
        case challenge
        /// Native authentication: the second factors of a sign-in.
        case introspect
        /// Native authentication: the start of a sign-up.
        case signUpStart = "signup-start"
        /// Native authentication: which proof a sign-up wants.
        case signUpChallenge = "signup-challenge"
        /// Native authentication: the next step of a sign-up.
        case signUpContinue = "signup-continue"
        /// Native authentication: the start of a password reset.
        case resetPasswordStart = "resetpassword-start"
        /// Native authentication: which proof a password reset wants.
        case resetPasswordChallenge = "resetpassword-challenge"
        /// Native authentication: the proof of a password reset.
        case resetPasswordContinue = "resetpassword-continue"
        /// Native authentication: the new password.
        case resetPasswordSubmit = "resetpassword-submit"
        /// Native authentication: whether a password reset is done.
        case resetPasswordPoll = "resetpassword-poll_completion"
        /// Native authentication: which methods may be registered.
        case registerIntrospect = "register-introspect"
        /// Native authentication: the proof of a method to register.
        case registerChallenge = "register-challenge"
        /// Native authentication: the end of a registration.
        case registerContinue = "register-continue"
        /// Where version 2 of native authentication begins and ends.
        case authorizeChallenge = "authorize-challenge"
        /// Version 2 of native authentication: sign-in.
        case interactionSignIn = "interaction-sign_in"
        /// Version 2 of native authentication: sign-up.
        case interactionSignUp = "interaction-sign_up"
        /// Version 2 of native authentication: password reset.
        case interactionResetPassword = "interaction-reset_password"
        /// Version 2 of native authentication: attributes of a sign-up.
        case interactionSubmitAttributes = "interaction-submitAttributes"
        /// Version 2 of native authentication: a proof is sent.
        case interactionChallenge = "interaction-challenge"
        /// Version 2 of native authentication: a check of risk.
        case interactionRiskVerify = "interaction-riskverify"
        /// Version 2 of native authentication: a proof comes back.
        case interactionVerify = "interaction-verify"
        /// Version 2 of native authentication: a new password.
        case interactionUpdate = "interaction-update"
        /// Version 2 of native authentication: whether it is done.
        case interactionPoll = "interaction-poll"
    }
}
