/// Codes about sign-ins, passwords, credentials and accounts that only a stub returns.
extension AADSTS {
    static let stubOnlySignInRows = [
        stubOnly(
            .interactionRequired, delivery: .shownUnlessSilent,
            fix: "Send the user through an interactive sign-in.",
            """
            26000 The access grant needs a user who interacts.
            50015 The sign-in needs the consent that the age group of the user demands.
            50016 The error code of the redirect is not valid.
            50019 The sign-in was interrupted so that the user selects a certificate.
            50136 The browser has one session, and it belongs to a personal account.
            50139 The session lacks the refresh token of the external identity provider.
            50157 The user must be redirected to another place to sign in.
            50160 The sign-in prefers another tenant.
            50168 The browser extension for Windows accounts sent no token for single sign-on.
            50201 A message for the user interrupts the sign-in.
            50202 The user is not registered in the organization and must consent to the sign-in.
            50203 The user must register the authenticator app or postpone the registration.
            50204 The external user has not consented to the privacy statement.
            50205 The external user has consented to the privacy statement.
            50206 Nobody has consented to the connection with the target device.
            50207 The sign-in was interrupted to reach the native broker of the device.
            50208 The native broker returned another user than expected.
            50209 The user is resetting the password.
            51006 The session did not use integrated Windows authentication, which the request demands.
            52004 The user has not consented to the link with the LinkedIn account.
            53006 The federated identity provider must authenticate the user.
            53007 The federated identity provider must authenticate the user with a second factor.
            65007 The permissions that the client requires have changed since the request began.
            70041 The sign-in at the external OAuth identity provider could not be completed.
            70045 The refresh token is older than the sign-in frequency of Conditional Access permits.
            70046 The session does not satisfy the re-authentication that Conditional Access demands.
            160011 The selected account is not valid for the request.
            399218 The user must confirm the request for security reasons.
            500142 The invitation is redeemed, and the sign-in continues.
            500581 The sign-in page must run its script before the sign-in continues.
            500582 Personal accounts cannot be chosen by session identifier without a page in a tenant.
            500583 The browser must permit access to the storage of the sign-in page.
            501314 The sign-in was interrupted to find out what the browser supports.
            1000000 The account must also sign in to the external identity provider.
            1000002 The account is linked to the external identity provider, and the user must confirm.
            1003033 The remote sign-in with the key of the device was denied.
            9002341 The user must permit single sign-on.
            """),
        stubOnly(
            .invalidGrant, delivery: .shownUnlessSilent,
            fix: "Have the user set, change or confirm the credential, then sign in again.",
            """
            50052 The password is longer than a password can be.
            530036 The refresh token is invalid due to authentication flow checks by Conditional Access.
            500532 The account is locked, you've tried to sign in too many times with an incorrect user ID or password.
            50054 The old password of the user was entered.
            50085 The refresh token needs a new sign-in at the social identity provider.
            50125 The sign-in was interrupted to reset a password or to register for password resets.
            50135 The password must be changed because the account is at risk.
            50137 A security policy requires a new password.
            50150 The credential does not show that the user consented.
            50179 The client information cannot be issued for this user.
            50183 The one-time passcode could not be looked up.
            50184 The one-time passcode is wrong, or none was sent.
            50185 The message with the one-time passcode could not be delivered.
            50192 The sign-in request contains no credential of the expected kind.
            50197 Several identities match the sign-in, and none can be chosen.
            54008 The credential of the sign-in is not supported as a first factor.
            54009 The credential of the sign-in is not supported with a second factor.
            54010 The credential of the sign-in does not permit the registration of a second factor.
            130500 The policy for credentials blocks the sign-in by telephone.
            130501 The policy for credentials blocks the sign-in.
            130502 The policy for credentials blocks the sign-in with a Temporary Access Pass.
            130503 The Temporary Access Pass is wrong.
            130504 The Temporary Access Pass has expired.
            130505 The one-time Temporary Access Pass was already used.
            130506 The web sign-in needs a Temporary Access Pass.
            130507 The user has no Temporary Access Pass that can be verified.
            500121 The second factor of the sign-in failed.
            500346 A user with one-time passcodes by mail cannot sign in with a local password.
            500881 The limit on telephone calls for the second factor was reached.
            500882 The limit on text messages for the second factor was reached.
            500883 The limit on telephone messages for the second factor was reached in the region.
            501811 The one-time passcode is wrong, or none was sent to this user.
            """),
        stubOnly(
            .invalidRequest, delivery: .shownUnlessSilent,
            fix: "Choose a password that satisfies the rules of the organization.",
            """
            120000 The current password is wrong, so the password cannot be changed.
            120003 The new password contains a part of the user's name.
            120004 The new password does not satisfy the rules of the on-premises directory.
            120018 The new password is too similar to a banned password.
            """),
        stubOnly(
            .serverError, delivery: .shownUnlessSilent,
            fix: "Have an administrator check the password reset of the organization.",
            """
            120005 The password was changed on premises, and the change in the cloud failed.
            120008 The change of the password has stopped and cannot be repeated.
            120011 The change of the password failed, because the tenant of the user is unknown.
            120012 The password can be changed only on premises.
            120013 The password could not be changed, because the on-premises directory cannot be reached.
            120014 The on-premises account is locked or disabled.
            120015 An administrator must act before the password can be changed.
            120016 The password reset service does not know the user.
            120020 The password could not be changed.
            120021 The password reset service failed.
            """),
        stubOnly(
            .accessDenied, delivery: .shownUnlessSilent,
            fix: "Use an account, an application and a tenant that may work together.",
            """
            50075 The tenant does not have security defaults enabled.
            50172 The external claims provider is not approved.
            50177 An external challenge is not supported for users of another tenant.
            50178 Session control is not supported for users of another tenant.
            50186 The realm is not permitted.
            50200 The external trusted realm is not permitted.
            54006 A first-party application for personal accounts needs encrypted access tokens.
            90049 The application could not be found for the sign-in.
            90135 The user decided not to continue the sign-in.
            90137 The user declined to release the profile information.
            500200 The account is a personal Microsoft account, which the tenant does not accept.
            500202 The account of the external identity provider is not supported at this API version.
            500204 The personal account cannot be used for the application.
            500205 A consumer account of B2C cannot be used for the application.
            500206 The type of the account cannot be used for the application.
            500207 The type of the account cannot be used for the resource.
            500211 The account does not exist in the tenant and cannot use the application.
            500571 The guest account is disabled.
            700008 A user of a social identity provider has a home tenant, which is not expected.
            700056 The user account does not exist in the organization.
            1000015 A user of a directly federated domain has a home tenant, which is not expected.
            1003034 The organization does not accept this type of personal account.
            5000224 The tenant is blocked, so the resource is not available.
            5000225 The tenant is blocked because nobody used it.
            9002339 The endpoint does not support this type of account.
            """),
        stubOnly(
            .invalidRequest, delivery: .shown,
            fix: "Start the authorization request again in one browser with cookies enabled.",
            """
            29200 A QR code was requested for the interactive sign-in.
            29201 The request for a QR code is not valid.
            29202 The scope and the response type of the request for a QR code are not valid.
            29203 The target client of the QR code is not valid.
            29204 The token of the QR code could not be stored.
            29205 The QR code is longer than supported.
            29206 The request to redeem a QR code is not valid.
            29207 The data of the session could not be processed.
            29208 The data of the QR code session could not be processed.
            29210 The policy for credentials disables the sign-in with a QR code.
            29211 The sign-in with a QR code is not supported for users of another tenant.
            29212 The sign-in with a QR code is not supported for consumers.
            50024 The state of the client cannot be decrypted.
            70030 The session of the remote sign-in could not be read.
            70031 The session of the remote sign-in has a state that is not valid.
            70033 The remote sign-in with this device code was already approved.
            70034 The remote sign-in with this device code was already denied.
            70035 There is no remote sign-in with this device code.
            70036 The state of the remote sign-in is not supported.
            70037 The answer to the challenge of the remote sign-in is wrong.
            70039 The remote sign-in with this device code has expired.
            """),
    ].flatMap(\.self)
}
