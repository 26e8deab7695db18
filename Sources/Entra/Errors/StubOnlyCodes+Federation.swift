/// Codes about identity providers, SAML, WS-Federation and agents in the organization's network that only a stub returns.
extension AADSTS {
    static let stubOnlyFederationRows = [
        stubOnly(
            .invalidRequest, delivery: .shown,
            fix: "Check the federated identity provider and its settings in the tenant.",
            """
            20001 The response of the federated identity provider is an error.
            20012 The message of the federated identity provider is not valid.
            20033 The federation metadata names a tenant that is not valid.
            40002 The external identity provider returned an error.
            40003 The external identity provider sent no required token.
            40004 The external identity provider did not return a token.
            40005 The token of the external identity provider is not valid.
            40009 The external OAuth identity provider rejected its refresh token.
            40013 The federation with social identity providers is disabled.
            40015 The external OAuth identity provider rejected its authorization code.
            40016 The external identity provider answered with an error.
            50161 The claims or the authorization URL of the external claims provider are not valid.
            50170 The mapping of the external claims provider is missing.
            50176 The definition of the external control is missing.
            54007 The method is not supported for the federation with OAuth identity providers.
            70024 The metadata of the OpenID Connect provider lacks a required field.
            90050 The response of the external identity provider is too long.
            90088 The domain of the email address is not allowed for the identity provider.
            90134 The claims of the identity provider could not be retrieved.
            399284 The ID token of the federated provider has an empty or unexpected issuer.
            500126 The signature of the external ID token is not valid.
            500277 The issuer of the external ID token is not expected.
            900612 The signing keys of the identity provider could not be parsed.
            901011 The external OpenID Connect provider sent no email address.
            901012 The email address of the external OpenID Connect provider is not verified.
            901014 The ID token of the external OpenID Connect provider has no identifier.
            1000005 The external identity provider has no domain.
            1000006 The definition of the external identity provider is not valid.
            1000007 The definition of the external identity provider lacks an issuer.
            1000008 The definition of the external identity provider lacks an address.
            1000009 The definition of the external identity provider lacks a certificate.
            1000010 The protocol of the external identity provider is not valid.
            1000011 The certificate of the external identity provider is not valid.
            1000012 The address of the external identity provider is not valid.
            1000013 The issuer of the external identity provider is not valid.
            1000018 The realm of the domain is not an external realm.
            5000819 The SAML assertion has no email address of a domain of the external realm.
            5001256 The ID token of the external provider is not valid.
            9002320 The realm is not configured for the tenant.
            9002321 No validated credential contains the claims of the external user.
            """),
        stubOnly(
            .temporarilyUnavailable, status: 503, delivery: .redirected,
            fix: "Repeat the sign-in after a short pause.",
            """
            40010 The external OAuth identity provider failed, and the sign-in can be repeated.
            40014 The federated identity provider is unavailable.
            1000021 The external claims provider is unavailable.
            1000022 The external claims provider answered with an error status.
            """),
        stubOnly(
            .serverError, delivery: .redirected,
            fix: "Check the external OAuth identity provider.",
            """
            40008 The external OAuth identity provider failed, and the sign-in cannot be repeated.
            """),
        stubOnly(
            .invalidRequest, delivery: .shownUnlessSilent,
            fix: "Have the external claims provider send the claims that the policy demands.",
            """
            50159 The claims of the external provider are not enough.
            """),
        stubOnly(
            .invalidRequest, delivery: .shown,
            fix: "Correct the SAML message.",
            """
            50093 The SAML NameID has no value.
            50094 The source of the SAML NameID is unknown.
            50095 The source of the SAML email claim is unknown.
            50096 The source of the SAML NameID does not fit the requested format.
            50169 The realm does not belong to the service.
            75001 The binding of the SAML message could not be processed.
            75003 The binding of the SAML response is not supported; only HTTP POST is.
            75005 The SAML request is not valid for single sign-on.
            75008 The SAML request has an unexpected destination.
            75011 The user did not sign in with the authentication method that the SAML request demands.
            75016 The NameIDPolicy of the SAML request is not valid.
            76021 The application requires signed SAML requests.
            76026 The issue instant of the SAML request is too old.
            90107 The request is not valid XML.
            700001 The application must use the claim aio to exchange SAML tokens on behalf of users.
            700006 The audience of the token is not an absolute URI.
            750054 The query has neither SAMLRequest nor SAMLResponse.
            900235 The comparison of the requested authentication context in the SAML request must be exact.
            900236 The SAML request sets a property that is not supported.
            7500514 The SAML response has no supported type.
            7500525 There was an XML error in the SAML message.
            7500529 The identifier of the SAML request is not valid.
            9002310 The transforms of the XML signature are missing.
            9002311 The canonicalization of the XML signature is not supported.
            9002312 The XML of the request is empty.
            """),
        stubOnly(
            .invalidRequest, delivery: .shown,
            fix: "Correct the sign-out request.",
            """
            50060 The sign-out failed.
            50062 The sign-out request is not authorized.
            50069 The name identifier of the sign-out request matches no session.
            50070 The sign-out failed, because its name identifier fits no session.
            50071 The sign-out request has expired.
            700041 The address after the sign-out is not registered.
            1002017 The hint of the sign-out request cannot be read.
            9002315 The version 1 sign-out cannot use the authority of personal accounts.
            9002316 The endpoint does not support the sign-out of personal accounts.
            9002318 The sign-out cannot select sessions of a personal and a work account at once.
            """),
        stubOnly(
            .invalidGrant, delivery: .redirected,
            fix: "Send a valid SAML assertion.",
            """
            50025 The issuer of the assertion has no name.
            90020 The SAML 1.1 assertion has no ImmutableID of the user.
            500061 The signature of the SAML assertion could not be validated.
            500081 The SAML assertion has no supported signature.
            500082 The token contains no SAML assertion.
            500083 The signature of the SAML token could not be verified.
            500084 The SAML token cannot be read.
            500085 The version of the SAML assertion is not supported.
            500086 The identifier of the SAML assertion is not valid.
            500087 The SAML assertion has no statement.
            500088 The SAML assertion lacks a required attribute.
            500089 The SAML 2.0 assertion is not valid.
            500101 The audience of the SAML assertion could not be validated.
            500102 The audience of the SAML assertion is missing.
            500103 The audience of the SAML assertion is not accepted.
            700002 The SAML 1.1 assertion is not valid Base64.
            700004 The on-premises identifier in the grant is malformed.
            5000811 The signature of the token could not be verified.
            7000011 The confirmation method of the SAML 2.0 assertion is not valid.
            7000020 The SAML 2.0 assertion is not valid base64url.
            """),
        stubOnly(
            .invalidRequest, delivery: .shown,
            fix: "Correct the WS-Federation or WS-Trust message.",
            """
            90022 The principal name does not have the form name, host and realm.
            90028 The format of the principal name is not valid.
            90029 The realm is a domain name in Unicode.
            90081 The WS-Federation message is not valid.
            90082 The authentication policy of the WS-Federation message is not supported.
            90083 The WS-Federation request is not supported.
            90084 Guest accounts are not allowed for this site.
            90085 The token could not be issued, because the company is not provisioned yet.
            90086 The token of the user has expired.
            90087 No WS-Federation message could be made from the address.
            399235 The SOAP header of the request is not valid.
            399236 The SOAP body of the request is not valid.
            9002333 The remote desktop request lacks the key for proof of possession.
            9002334 The remote desktop sign-in lacks its assertion.
            9002335 The assertion of the remote desktop sign-in is not valid.
            9002336 The remote desktop request is not valid.
            9002340 The scopes of the remote desktop request lack the permission of the flow.
            """),
        stubOnly(
            .invalidGrant, delivery: .shownUnlessSilent,
            fix: "Check the authentication agent and the on-premises directory.",
            """
            80001 The authentication agent cannot reach the on-premises directory.
            80002 The validation of the password timed out.
            80005 The response of the authentication agent cannot be used.
            80007 The authentication agent cannot validate the password.
            80010 The authentication agent cannot decrypt the password.
            80012 The user may not sign in at this hour.
            80013 The clocks of the authentication agent and the on-premises directory differ.
            80014 The response of the authentication agent came too late.
            """),
        stubOnly(
            .invalidGrant, delivery: .shownUnlessSilent,
            fix: "Check the seamless single sign-on of the organization, or sign in with a password.",
            """
            50180 The sign-in needs integrated Windows authentication.
            51001 The request lacks the domain hint that an on-premises identifier needs.
            81001 The Kerberos ticket is longer than the maximum.
            81004 The Kerberos authentication failed.
            81005 The authentication package is not supported.
            81006 The request has no authorization header with a Kerberos ticket.
            81007 Seamless single sign-on is not enabled for the tenant.
            81008 The Kerberos ticket failed its validation.
            81009 The Kerberos ticket could not be validated.
            81010 The Kerberos ticket has expired or is not valid.
            81011 No user matches the Kerberos ticket.
            81012 The user who signs in differs from the user of the Kerberos ticket.
            81013 The user of the Kerberos ticket could not be found.
            81014 The token of seamless single sign-on has expired.
            81015 The Kerberos ticket was obtained through delegation.
            81016 The request for seamless single sign-on is not valid.
            """),
        stubOnly(
            .invalidGrant, delivery: .shownUnlessSilent,
            fix: "Present a certificate that the tenant trusts for users.",
            """
            50017 The certificate of the user could not be validated.
            220501 The revocation list of the certificate could not be downloaded.
            500183 The certificate of the user was revoked.
            500184 The certificate could not be verified for certificate-based authentication.
            500185 The certificate belongs to a user of another tenant.
            500187 The selected certificate does not meet the criteria.
            500331 No certificate could be created from the bytes.
            1000019 The type of the certificate authority is not valid.
            1002004 The certificate does not contain the subject of the connection.
            1002006 The subject in the request is empty or not valid.
            2205013 The revocation list of the certificate is being downloaded.
            """),
    ].flatMap(\.self)
}
