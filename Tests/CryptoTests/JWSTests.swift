import Crypto
import Formats
import Testing

/// The example of RFC 7515 §A.2.
private enum Example {
    static let header = "eyJhbGciOiJSUzI1NiJ9"
    static let payload =
        "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
    static let signature =
        "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t"
        + "1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12j"
        + "zDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQ"
        + "Ge77Rw"
    static let modulus =
        "ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pC"
        + "gNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg6"
        + "65xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRW"
        + "yuXpoQ"
    static let token = "\(header).\(payload).\(signature)"
}

@Suite struct JWSTests {
    @Test func verifiesExampleOfRFC7515() throws {
        let modulus = try #require(Base64.decodeURL(Example.modulus.utf8))
        let key = try RSAPublicKey(modulus: modulus, exponent: [0x01, 0x00, 0x01])
        let token = try #require(CompactJWS(Example.token, maximumBytes: 4_096))
        #expect(token.header == Array(#"{"alg":"RS256"}"#.utf8))
        #expect(token.payload.starts(with: #"{"iss":"joe","#.utf8))
        #expect(token.verifies(.rs256, key))
        let changed = Example.token.replacing("eyJpc3MiOiJqb2Ui", with: "eyJpc3MiOiJqb2Uj", maxReplacements: 1)
        #expect(CompactJWS(changed, maximumBytes: 4_096)?.verifies(.rs256, key) == false)
    }

    @Test func keyPreparesTokenHeaders() throws {
        let key = try SigningKey.make(SystemRandom())
        let id = key.id
        let rows = [
            (key.header, #"{"typ":"JWT","alg":"RS256","kid":"\#(id)"}"#),
            (key.headerWithThumbprint, #"{"typ":"JWT","alg":"RS256","x5t":"\#(id)","kid":"\#(id)"}"#),
            (
                JOSEHeader(keyID: "k", hasThumbprint: true, nonce: "n"),
                #"{"typ":"JWT","nonce":"n","alg":"RS256","x5t":"k","kid":"k"}"#
            ),
        ]
        for (header, json) in rows {
            let text = try JWS.sign(header: header, payload: [], key: key)
            #expect(CompactJWS(text, maximumBytes: text.utf8.count)?.header == Array(json.utf8))
        }
    }

    @Test func signedTokenParsesAndVerifies() throws {
        let key = try SigningKey.make(SystemRandom())
        let header = Array(#"{"typ":"JWT","alg":"RS256","kid":"\#(key.id)"}"#.utf8)
        for payload in ["{}", #"{"sub":"é"}"#, String(repeating: "x", count: 3_001)] {
            let text = try JWS.sign(header: header, payload: Array(payload.utf8), key: key)
            let token = try #require(CompactJWS(text, maximumBytes: text.utf8.count))
            #expect(token.header == header)
            #expect(token.payload == Array(payload.utf8))
            #expect(token.verifies(.rs256, key.publicKey))
            #expect(CompactJWS(text, maximumBytes: text.utf8.count - 1) == nil)
        }
    }

    @Test(arguments: [
        ("e30.e30.", true), ("e30..", true), ("", false), (".", false), ("..", false), (".e30.AA", false),
        ("e30.e30", false), ("e30.e30.AA.AA", false), ("e30.e30.AA.", false), ("e30.e30.A", false),
        ("e30=.e30.AA", false), ("e30.e31.AB", false), (" e30.e30.AA", false), ("e30.e30.AA\n", false),
        ("e3+.e30.AA", false), ("e30.é.AA", false),
    ])
    func acceptsOnlyThreePartsOfCanonicalBase64URL(text: String, accepted: Bool) {
        #expect((CompactJWS(text, maximumBytes: 64) != nil) == accepted)
    }
}
