import Formats
import Testing

/// `POST /_understudy/challenges` creates a claims challenge.
@Suite struct ChallengeTests {
    private func response(_ body: String) throws -> TestResponse {
        try MockEntra().site.send("POST", "/_understudy/challenges", body: body)
    }

    struct Challenge: Row {
        var name: String { body }
        let body: String
        let claims: String
        var ending = ""
    }

    static let challenges: [Challenge] = [
        Challenge(
            body: #"{"acrs":"c1"}"#, claims: #"{"access_token":{"acrs":{"essential":true,"value":"c1"}}}"#,
            ending: ", cc_type=\"authcontext\""),
        Challenge(
            body: #"{"nbf":1790000000}"#,
            claims: #"{"access_token":{"nbf":{"essential":true,"value":"1790000000"}}}"#),
        Challenge(
            body: #"{"nbf":"now"}"#, claims: #"{"access_token":{"nbf":{"essential":true,"value":"1790000000"}}}"#),
        Challenge(
            body: #"{"policies":["a","b"]}"#,
            claims: #"{"access_token":{"capolids":{"essential":true,"values":["a","b"]}}}"#),
    ]

    @Test("A challenge is returned as the header that an API sends", arguments: challenges)
    func returnsChallengeAsHeader(_ row: Challenge) throws {
        let response = try response(row.body)
        #expect(response.status == 200)
        let uri = "\(MockEntra.origin)/common/oauth2/authorize"
        let encoded = Base64.standard(Array(row.claims.utf8))
        #expect(
            response["wwwAuthenticate"]
                == "Bearer realm=\"\", authorization_uri=\"\(uri)\", error=\"insufficient_claims\", claims=\"\(encoded)\""
                + row.ending)
        #expect(response.text.hasSuffix("\"claims\":\(row.claims)}"))
    }

    @Test("The challenge names the API if the request contains its client ID")
    func includesClientIDOfAPI() throws {
        let response = try response(#"{"acrs":"c1","clientId":"44444444-0000-4000-8000-000000000001"}"#)
        #expect(
            response["wwwAuthenticate"]?.contains(", client_id=\"44444444-0000-4000-8000-000000000001\", error=")
                == true)
    }

    @Test(
        "An invalid challenge is rejected",
        arguments: [
            "", "x", "[]", "{}", #"{"acrs":""}"#, #"{"acrs":1}"#, #"{"nbf":"x"}"#, #"{"policies":[]}"#,
            #"{"policies":[1]}"#, #"{"acrs":"c1","nbf":1}"#, #"{"clientId":"a"}"#,
            #"{"acrs":"c1","clientId":"\"\r\n"}"#, #"{"acrs":"c0"}"#, #"{"acrs":"c01"}"#, #"{"acrs":"c100"}"#,
            #"{"acrs":"C1"}"#, #"{"acrs":"c+1"}"#, #"{"acrs":"urn:x"}"#,
        ])
    func rejectsInvalidChallenge(body: String) throws {
        let response = try response(body)
        #expect(response.status == 400)
        #expect(response.header("Content-Type") == "application/problem+json")
    }
}
