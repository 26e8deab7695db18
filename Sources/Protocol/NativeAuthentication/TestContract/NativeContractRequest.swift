package import Entra
import Formats

/// The body of `POST /config/response`: `{"correlationId", "endpoint", "responseList": ["Name", …]}`
/// (docs/reference/wire.md#native-contract).
package struct NativeContractRequest: Sendable {
    package let correlationID: String
    package let endpoint: NativeEndpoint
    package let responses: [NativeContractResponse]

    /// Parses the body. Throws AADSTS9000410 if the body is no JSON object, and AADSTS90100 with the name of a missing or
    /// invalid member.
    package init(_ body: [UInt8]) throws(EntraError) {
        correlationID = try NativeContractRequest.correlationID(body)
        let json = JSONValue(parsing: body)
        guard let endpoint = json?["endpoint"]?.string.flatMap(NativeEndpoint.init(rawValue:)) else {
            throw NativeContractRequest.problem("endpoint")
        }
        guard let names = json?["responseList"]?.array else { throw NativeContractRequest.problem("responseList") }
        var responses: [NativeContractResponse] = []
        for name in names {
            guard let response = name.string.flatMap(NativeContractResponse.named) else {
                throw NativeContractRequest.problem("responseList")
            }
            responses.append(response)
        }
        self.endpoint = endpoint
        self.responses = responses
    }

    /// Returns the correlation ID of a body, which must be a GUID. Throws the errors of `init`.
    package static func correlationID(_ body: [UInt8]) throws(EntraError) -> String {
        guard let json = JSONValue(parsing: body), json.object != nil else {
            throw EntraError(.malformedJSONParameter, [.parameter: "body"])
        }
        guard let id = json["correlationId"]?.string, GUID(id) != nil else { throw problem("correlationId") }
        return id
    }

    private static func problem(_ member: String) -> EntraError {
        EntraError(.invalidParameter, [.parameter: member])
    }
}
