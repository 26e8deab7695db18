/// Codes about requests, grants, clients and tokens that only a stub returns.
extension AADSTS {
    static let stubOnlyRequestRows = [
        stubOnly(
            .invalidRequest, delivery: .shown,
            fix: "Correct the parameter or the address in the request.",
            """
            50026 The mail address is longer than the maximum.
            50029 The domain name in the address has characters that are not valid.
            50038 The version of the API is not supported.
            50080 The service received a malformed request.
            50091 The query string is longer than supported.
            50117 The policy in the claims parameter could not be read.
            50189 The device code is not correctly formatted.
            90012 The request has timed out.
            90017 The request contains an unexpected field.
            90026 The host name contains a wildcard that is not valid.
            90042 The posted form lacks the name of the national cloud.
            90051 The identifier of the national cloud is not valid.
            90073 The redirect to the government cloud is not valid.
            90097 The consent of the administrator could not be processed.
            90098 The identifier of the approval request is not expected.
            90101 The email address is not valid.
            90112 The identifier of the application must be a GUID.
            90116 The endpoint accepts only POST.
            90121 The request is empty.
            90122 The request has no identifier of the user.
            90125 The user is not in the system, so no tenant can be enrolled.
            90126 The tenant cannot be inferred from the user name at this endpoint.
            90131 The request is ambiguous.
            90136 The device code flow is not supported for confidential clients.
            90138 The request names contradictory values.
            90139 The connect mode of the device code flow works for personal accounts only.
            90150 The request could not be read.
            165004 The request to the sign-in page could not be handled.
            165900 The API request of the sign-in page is not valid.
            293004 The target device of the request is not in the tenant.
            300030 The requested object was not found.
            399207 The request names no supported response token type.
            500111 The scheme of the redirect URI is not valid.
            500114 The redirect URI has no protocol.
            500115 The redirect URI is missing or not a valid URL.
            500116 The redirect URI is not a valid URL.
            500117 The scheme of the redirect URI is not secure.
            500118 The redirect URI could not be validated.
            500119 Redirect URIs with the scheme urn are prohibited.
            500209 The domain does not support an unspecific tenant.
            700042 The redirect URI does not match the addresses of the application.
            700043 The redirect address does not match the addresses of the service identity.
            700045 The redirect address matches no registered address and no approved address.
            700047 The redirect address of the application is not valid.
            700052 The request names a response token type that is not supported.
            700053 The response type id_token needs the scope openid.
            700055 A B2C application of Microsoft can only be reached at its response endpoint.
            9002314 The request needs the host name of the resource.
            9002317 The issuer in the request is not valid.
            9002322 The forwarded token request has the wrong format.
            9002330 The version of the account manager compatibility is not supported.
            9002337 The application is registered with personal accounts but configured for tenants.
            9002338 The request is malformed in a part that is not named.
            """),
        stubOnly(
            .invalidRequest, delivery: .redirected,
            fix: "Redeem the grant at the token endpoint, with a form in the body of a POST request.",
            """
            50164 The access token was issued for another purpose.
            90016 The access token lacks a required claim.
            90056 The code must be redeemed with POST at the token endpoint.
            90114 The token for many devices would have expired when it is issued.
            240003 The call of the authorization endpoint had an unexpected result.
            240004 The call of the authorization endpoint returned no authorization code.
            500023 The tenant restriction of the credential differs from the one of the request.
            500024 The request carries contradictory tenant restrictions.
            500025 The claims of the request carry contradictory tenant restrictions.
            501482 The code verifier is too short.
            700012 The request lacks the authorization header with a bearer token.
            900143 The grant type needs a parameter that the request lacks.
            900161 The access token in the request is not valid.
            7000013 The version of the API does not support the grant.
            7000021 The grant type is not recognized.
            7000024 The credentials name different broker applications.
            7000025 The grant contains a claim twice.
            7000110 The request names several applications.
            7000220 The grant names another client than client_id.
            """),
        stubOnly(
            .invalidGrant, delivery: .redirected,
            fix: "Start again with a new authorization request.",
            """
            90089 A token of a user cannot be used for a call on behalf of an application.
            90132 The device code is not valid.
            500122 The signature of the simple web token is not valid.
            500123 The simple web token cannot be verified.
            500132 The assertion is malformed and cannot be read.
            500135 The assertion lacks the authentication code.
            500136 A version 2 token can only be used at the version 2 endpoint.
            500137 A version 1 token cannot be used at the version 2 endpoint.
            500141 The invitation was redeemed outside the application that the user wants to use.
            700044 The code was issued for another redirect address.
            1000014 The token was issued for another tenant and cannot be exchanged here.
            1000020 The application may not be used at this endpoint.
            1000023 The GitHub access token is longer than the limit.
            1000024 The claim with the address of the client is not valid.
            1000030 A refresh token of a personal account is not supported in a tenant.
            7000015 The device code was issued for another tenant.
            7000026 The grant is malformed or not valid.
            7000027 The emergency refresh token was rejected.
            7000033 The token lacks an expected claim.
            7000115 Only a broker application can redeem the grant.
            """),
        stubOnly(
            .invalidClient, status: 401, delivery: .redirected,
            fix: "Correct the credential of the application.",
            """
            50032 The RSA key is too weak.
            50035 The elliptic curve key is too short.
            700026 The application has no key.
            700028 The certificate is not authorized for the application.
            700029 The signing certificate is not valid.
            700031 The certificate has no subject name.
            700032 The application has no trusted certificate subjects.
            700033 The assertion of custom claims needs an actor token or a certificate chain.
            700034 The actor token of the client assertion is not valid.
            700035 The custom claims of the client assertion are malformed.
            700036 The application may not override the claim of the managed identity.
            700037 The client assertion must carry its certificate chain.
            700048 The client assertion contains an actor token that is not valid.
            700049 Only a user-assigned managed identity can override claims.
            700050 The actor token is outside its validity period.
            5002726 The header of the JWT is not supported.
            7000210 The source of the policy for trusted certificate authorities was not found.
            7000211 The tenant has no policy for trusted certificate authorities.
            7000212 No policy for trusted certificate authorities matches the subject name.
            7000213 The certificate chain is not valid.
            7000217 The service principal of the application was not found in the tenant.
            7000219 The grant type needs client_assertion or client_secret.
            7000221 The subject of the certificate must match the issuer of the client assertion.
            7000225 The application is not a managed identity, but presented its certificate.
            7000226 The application has no policy for federated identity credentials.
            7000227 No policy for federated identity credentials matches the assertion of the managed identity.
            9002319 A public client cannot send a client secret.
            9002323 The certificate is not valid Base64.
            """),
        stubOnly(
            .unauthorizedClient, delivery: .shown,
            fix: "Use an application that may make the request, in a tenant that has it.",
            """
            50030 The application lacks the lists that permit tokens on behalf of a user to be forwarded.
            65003 The consent of a Microsoft application to itself must be configured by Microsoft.
            67003 The actor of the request is not a valid service identity.
            399229 Several managed browser applications are in the claims.
            399230 The managed browser application is not valid in the directory.
            399231 The managed browser application has no usable redirect address.
            399232 The redirect address of the managed browser application could not be validated.
            650059 The application is not configured for use in this tenant.
            700011 The application was not found in the directory of the tenant.
            700013 The application may not request tokens for the managed browser.
            700019 The application cannot be used, or is not authorized.
            1000031 The application cannot be accessed at this time.
            7000113 The application may not make calls on behalf of an application.
            7000116 The application is disabled in the tenant.
            7000223 The application may not broker tokens.
            7000224 Tokens of the application may not be brokered.
            7000228 The broker application is not authorized.
            """),
        stubOnly(
            .invalidRequest, delivery: .redirected,
            fix: "Send the request to the cloud of the tenant, or use a public client.",
            """
            90043 The redirect of the code between national clouds is disabled.
            90044 The requests between national clouds are switched off.
            900432 A confidential client is not supported in a request across clouds.
            1000104 The tenant of the identity does not permit resources of that cloud.
            1002021 The version of the client library does not support guests in another cloud.
            1002026 The regional endpoint does not issue application tokens for common.
            """),
    ].flatMap(\.self)
}
