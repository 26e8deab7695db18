/// Codes about devices, their keys and Conditional Access that only a stub returns.
extension AADSTS {
    static let stubOnlyDeviceRows = [
        stubOnly(
            .interactionRequired, delivery: .shownUnlessSilent,
            fix: "Use a device and an application that satisfy the policy.",
            """
            50005 Conditional Access does not support the platform of the device.
            50077 Conditional Access requires the location that the authenticator app provides.
            50081 Conditional Access requires the location of the device.
            50127 The user must install a broker application to reach this content.
            50129 The device is not registered in the organization.
            50131 The sign-in does not satisfy Conditional Access.
            53008 Conditional Access does not support the browser.
            501271 Device authentication needs a broker application.
            501291 The application needs app protection, and the request came from a broker on an unregistered device.
            501293 The device is not joined to the workplace.
            501311 The browser does not support device authentication.
            501312 The device is not registered for the account.
            501313 The resource requires a managed device.
            530001 The browser does not support the device policy.
            530002 The resource requires a compliant device.
            530004 The organization does not accept compliant devices of other tenants.
            530011 The browser does not support the domain policy.
            530022 The browser does not support the policy for approved applications.
            530081 The registration of the device needs a managed browser.
            1002023 Device authentication of another tenant is required.
            """),
        stubOnly(
            .accessDenied, delivery: .shownUnlessSilent,
            fix: "Change the policy, or use an application that satisfies the policy.",
            """
            53009 The application must enforce Intune app protection.
            399210 The resource requires a verifiable credential.
            500186 The conditions of the policy do not permit the user.
            501292 The application cannot satisfy app protection.
            530021 The application is not among the approved applications.
            530031 The access policy does not permit tokens.
            700014 The managed browser must provide an enrollment identifier.
            9001011 The device policy demands a state that is not supported.
            """),
        stubOnly(
            .invalidGrant, delivery: .shownUnlessSilent,
            fix: "Register the device or its key again.",
            """
            17003 The key of the user cannot be provisioned.
            50099 The signature of the device's proof is not valid.
            50187 The device could not be authenticated.
            130001 The signature names no key.
            130004 The user has no key for Windows Hello.
            130005 The signature with the Windows Hello key is not valid.
            130006 The device has no transport key for Windows Hello.
            130007 The device of the Windows Hello key is disabled.
            130008 The device of the Windows Hello key does not exist.
            130009 The key of the device is weak.
            135000 The signature of the passkey is not valid.
            135001 The user has no passkey with this identifier.
            135002 The passkey has no authenticator data.
            135003 The assertion of the passkey could not be verified.
            135004 The return address of the passkey request is not valid.
            135005 The cancel address of the passkey request is not valid.
            135006 The resume address of the passkey request is not valid.
            135007 The type of the passkey's client data is not valid.
            135008 The origin of the relying party is not valid.
            135009 The flow token does not belong to a sign-in with a passkey.
            135010 The user has no key with this identifier.
            135011 The device that authenticated the user is disabled.
            135012 The user handle of the passkey names another user.
            135013 The user handle of the passkey has a prefix that is not valid.
            135014 The user handle of the passkey has a length that is not valid.
            135015 The list of excluded passkeys is not valid JSON.
            135016 A policy disables the sign-in with passkeys.
            135017 The signature counter of the passkey is not expected.
            135018 The challenge of the passkey is not valid.
            135019 The challenge of the passkey has expired.
            135020 The assertion of the passkey is not valid.
            135021 The user handle of the passkey has an unknown prefix.
            135022 The redirect URI of the personal account service is not valid.
            140002 The session key could not be found.
            140003 The purpose of the nonce is not supported.
            140004 The request for a ticket-granting ticket is not valid.
            140005 The request for a ticket-granting ticket is malformed.
            140006 The request for a ticket-granting ticket is incomplete.
            140007 The request for a service ticket is not valid.
            140008 The Kerberos assertion is not valid.
            140009 The Kerberos request cannot be decrypted.
            140010 The Kerberos ticket is not valid.
            500124 The device has no secret.
            500125 The secret of the device is wrong.
            500128 The request names no session key.
            500129 The device has no transport key.
            500138 The assertion has no refresh token.
            500139 The refresh token of the assertion is not a primary refresh token.
            500342 The account is not set up for remote sign-in with Windows Hello.
            500343 The session of the remote sign-in could not be created.
            500344 The account for the sign-in with a passkey does not exist.
            700083 The primary refresh token has reached its maximum lifetime.
            1000026 The primary refresh token is not valid.
            1000027 The session transport key is missing.
            1000028 The credential for Windows single sign-on is not valid.
            1000503 The request names different devices.
            1000701 Several devices of the tenant have the same name.
            1002003 The TLS certificate is not the certificate of the device.
            1002005 The device has no suitable credential.
            1002024 A primary refresh token needs its own protocol version.
            1003013 The nonce of the artifact has expired.
            5000611 The version of the key derivation function is not valid.
            5001210 The format of the transport key is not supported.
            5001211 The primary refresh token could not be created.
            5001212 A primary refresh token needs device authentication.
            5001213 A primary refresh token needs integrated Windows authentication.
            5001214 The authentication of the device failed.
            """),
        stubOnly(
            .invalidRequest, delivery: .redirected,
            fix: "Correct the proof of the device or of the key in the request.",
            """
            50098 The proof of the device lacks a required claim.
            50120 The credential type in the header of the JWT is unknown.
            50141 The protected key does not belong to the authenticated user.
            50156 Device tokens are not supported for a version 2 resource.
            50167 The key for proof of possession is not valid.
            50171 The audience can only be used with mutual TLS.
            140000 The request provides no nonce.
            140001 The session key is not valid.
            221000 The resource does not accept tokens of devices without a user.
            399208 A registered certificate cannot bind the token of a public client.
            399209 The application does not have certificate-bound access tokens enabled.
            399213 The device key is not valid.
            399214 The algorithm in the request is not valid.
            1000025 The session transport key in the request is not valid.
            1000029 The confirmation request for proof of possession is malformed.
            1000032 The thumbprint of the session transport key is not valid.
            1000033 The session transport key differs from the key at the start of the session.
            1000034 The session transport key cannot be sent as a certificate.
            1000035 The bound refresh token could not be issued.
            1000036 A bound refresh token cannot be used as a bearer token.
            1000037 The redemption lacks the thumbprint of the session transport key.
            1000038 The thumbprint of the confirmation key is not valid.
            1000039 The confirmation key differs from the key at the start of the session.
            1000040 The thumbprint of the device key is not valid.
            1003035 The JSON Web Key is not valid.
            1400001 The token request provides no nonce.
            7000016 The primary refresh token is not signed with the session key.
            7000017 The refresh token of a broker cannot be used as a credential.
            7000018 The header for token binding is empty.
            7000019 The hash for token binding does not match.
            7000022 The request for a ticket lacks its binding key.
            7000023 The binding key of the request does not match.
            7000028 The device has no attestation key.
            7000029 The token binding does not come from the device of the attestation key.
            7000030 The thumbprint of the binding key does not match.
            7000031 The algorithm of the attestation key is not supported.
            7000032 The type of the security enclave is unknown.
            7000034 The claim for token binding is malformed.
            """),
        stubOnly(
            .unauthorizedClient, delivery: .shownUnlessSilent,
            fix: "Use an administrator who may register devices.",
            """
            240000 The tenant has reached its limit of tokens for joining devices.
            240001 The user may not register devices.
            240005 The user lacks the role for joining devices.
            """),
    ].flatMap(\.self)
}
