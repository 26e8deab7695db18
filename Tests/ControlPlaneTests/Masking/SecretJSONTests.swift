@testable import ControlPlane
import Formats
import Testing

/// Checks that secrets in JSON are masked, both by member name and inside strings.
struct SecretJSONTests {
    @Test(
        "The value of a secret member is masked at any depth, whatever its type",
        arguments: [
            (
                #"{"a":{"api-key":"x"},"b":[{"clientSecret":"y"}]}"#,
                #"{"a":{"api-key":"***"},"b":[{"clientSecret":"***"}]}"#
            ),
            (#"{"tokens":["x","y"],"otp":123456}"#, #"{"tokens":"***","otp":"***"}"#),
            (#"{"client_secret":{"a":["x"]}}"#, #"{"client_secret":"***"}"#),
            (#"{"password":null,"token":"","secret":true}"#, #"{"password":null,"token":"","secret":true}"#),
            (#"{"passwordProfile":{"password":"x"}}"#, #"{"passwordProfile":"***"}"#),
            (
                #"{"passwordCredentials":[{"displayName":"a","secretText":"x"}],"keyCredentials":"x"}"#,
                #"{"passwordCredentials":[{"displayName":"a","secretText":"***"}],"keyCredentials":"***"}"#
            ),
            (
                #"{"claims":{"access_token":{"acrs":{"value":"c1"}},"id_token":"x"}}"#,
                #"{"claims":{"access_token":{"acrs":{"value":"c1"}},"id_token":"***"}}"#
            ),
            (
                #"{"optionalClaims":{"idToken":[{"name":"email"}]}}"#,
                #"{"optionalClaims":{"idToken":[{"name":"email"}]}}"#
            ),
            (
                #"{"claims":"{\"access_token\":{\"acrs\":null}}","x":"{\"access_token\":\"y\"}"}"#,
                #"{"claims":"{\"access_token\":{\"acrs\":null}}","x":"{\"access_token\":\"***\"}"}"#
            ),
            (
                #"{"kty":"RSA","n":"x","e":"AQAB","d":"y","p":"z"}"#,
                #"{"kty":"RSA","n":"x","e":"AQAB","d":"***","p":"***"}"#
            ),
            (#"{"d":"y"}"#, #"{"d":"y"}"#),
            (#"{"fault":"expiredToken","token":"id_token"}"#, #"{"fault":"expiredToken","token":"id_token"}"#),
            (#"{"a":"https://x.test/?code=b"}"#, #"{"a":"https://x.test/?code=***"}"#),
        ])
    func masksSecretMembersAtAnyDepth(_ text: String, _ shown: String) throws {
        let value = try #require(JSONValue(parsing: Array(text.utf8)))
        #expect(JSONWriter.text(SecretMask().json(value)) == shown)
        #expect(SecretMask(isOff: true).json(value) == value)
    }

    @Test("Masked member names stay distinct, so that an object names each member once")
    func maskedNamesStayDistinct() throws {
        let token = { (id: String) in "eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.\(id)" }
        let value = JSONValue.object([.init(token("a"), .integer(1)), .init(token("b"), .integer(2))])
        #expect(JSONWriter.text(SecretMask().json(value)) == #"{"***":1,"*** 2":2}"#)
    }
}
