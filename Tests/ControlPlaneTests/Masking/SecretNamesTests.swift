@testable import ControlPlane
@testable import Protocol
import Testing

/// Checks which names mark a value as a secret.
struct SecretNamesTests {
    @Test(
        "A name that carries a credential marks a secret, however it is spelled",
        arguments: [
            "client_secret", "clientSecret", "CLIENT-SECRET", "X-Client-Secret", "secretText", "password", "Password2",
            "passwd", "db.password", "pwd", "passphrase", "pin", "access_token", "AccessToken", "token", "tokens",
            "flowToken",
            "sft", "ctx", "wctx", "wresult", "canary", "id_token_hint", "refresh_token", "code", "Code", "device_code",
            "user_code", "usercode", "otc", "oob", "otp", "totp", "mfaCode", "recovery_codes", "spa_code", "assertion",
            "client_assertion", "code_verifier", "Cookie", "Authorization", "Proxy-Authorization", "X-Api-Key",
            "api-key",
            "apiKey", "apikey", "Ocp-Apim-Subscription-Key", "X-Functions-Key", "key", "X-ZUMO-AUTH", "X-Auth-Token",
            "x-ms-token-aad-access-token", "X-Forwarded-Access-Token", "DPoP", "MS-PoP", "SAMLResponse", "SAMLRequest",
            "X-IDENTITY-HEADER", "Secret", "x-ms-RefreshTokenCredential", "X-Session-Id", "sig", "signature", "jwt",
            "user[password]", "passwordProfile", "X-CSRF-Token", "private_key", "newProof", "prt",
            "temporaryAccessPass",
        ])
    func recognizesNamesOfCredentials(_ name: String) {
        #expect(SecretNames.isSecret(name))
    }

    @Test(
        "A name that only mentions a credential marks no secret",
        arguments: [
            "token_type", "tokenType", "requested_token_use", "requested_token_type", "token_endpoint",
            "token_endpoint_auth_methods_supported", "device_authorization_endpoint", "authorization_endpoint",
            "client_assertion_type", "code_challenge", "code_challenge_method", "response_type", "error_codes",
            "errorCode",
            "countryCode", "country_letter_code", "postalCode", "code_length", "return_spa_code", "session_state",
            "sid",
            "nonce", "state", "scope", "client_id", "client_info", "username", "login_hint", "redirect_uri",
            "grant_type",
            "challenge_type", "passwordPolicies", "lastPasswordChangeDateTime", "requestedAccessTokenVersion",
            "accessTokenLifetime", "tokenLifetimePolicies", "refresh_token_expires_in", "keyId", "kid",
            "Access-Control-Allow-Credentials", "Sec-WebSocket-Key", "Idempotency-Key", "WWW-Authenticate",
            "User-Agent",
            "Content-Type", "claims", "", "-", "1",
        ])
    func ignoresNamesThatOnlyMentionCredentials(_ name: String) {
        #expect(!SecretNames.isSecret(name))
    }
}
