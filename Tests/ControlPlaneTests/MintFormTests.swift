@testable import ControlPlane
import Formats
@testable import Protocol
import Testing

/// Checks the request that the form of the console's page "Tokens" sends.
struct MintFormTests {
    private func body(_ fields: KeyValuePairs<String, String>) throws -> String {
        let form = Form(fields.map { Form.Field($0.key, $0.value) })
        return String(decoding: JSONWriter.value(try MintForm(form).body), as: UTF8.self)
    }

    @Test
    func omitsEmptyFields() throws {
        #expect(
            try body(["kind": "id", "user": "alex@contoso.com", "client": "", "version": "", "fault": ""])
                == #"{"kind":"id","user":"alex@contoso.com"}"#)
    }

    @Test
    func sendsListsClaimsAndFaults() throws {
        #expect(
            try body([
                "user": "u", "scopes": " a  b ", "version": "2", "claims": #"{"x": 1}"#, "fault": "expired",
                "fault": "algNone",
            ])
                == #"{"kind":"access","user":"u","scopes":["a","b"],"version":2,"claims":{"x":1},"#
                + #""faults":["expired","algNone"]}"#)
    }

    @Test(arguments: ["x", "[1]", "{", "null"])
    func rejectsClaimsThatAreNoObject(claims: String) {
        #expect(throws: ProblemDocument.self) { try body(["claims": claims]) }
    }

    @Test
    func offersEveryFault() {
        #expect(MintForm.faults.dropFirst().map(\.value) == TokenFault.Kind.all.map(\.name))
    }
}
