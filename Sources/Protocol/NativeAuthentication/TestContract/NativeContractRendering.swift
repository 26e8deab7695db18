import Entra
import Formats
import HTTP

/// Renders the responses of Microsoft's control contract for native authentication.
enum NativeContractRendering {
    static func response(
        _ response: NativeContractResponse, _ context: RequestContext
    ) throws(EntraError) -> HTTPResponse {
        context.notes.noteContracted()
        switch response.body {
        case .success(let members): return .json(JSONWriter.value(.object(members)), status: response.status)
        case .tokens:
            let form = try context.form.get()
            return .json(
                try NativeContractTokens.json(
                    clientID: form?[Parameter.clientID] ?? "", scope: form?[Parameter.scope] ?? "",
                    services: context.services))
        case .failure(let error, let codes, let reason, let more):
            let text = (reason.map { "\($0) " } ?? "") + "The test contract returns \(response.name)."
            return .json(failure(text, error, codes, more, context), status: response.status)
        }
    }

    private static func failure(
        _ text: String, _ error: String, _ codes: [Int64], _ more: [JSONValue.Member], _ context: RequestContext
    ) -> [UInt8] {
        let time = context.services.now.entraText
        let number = codes.first.map { "AADSTS\($0): " } ?? ""
        return JSONWriter.object { json in
            json.field("error", error)
            json.field(
                "error_description",
                "\(number)\(text) Trace ID: \(context.traceID) "
                    + "Correlation ID: \(context.correlationID) Timestamp: \(time)")
            json.field("error_codes", .array(codes.map(JSONValue.integer)))
            json.field("timestamp", time)
            json.field("trace_id", context.traceID.description)
            json.field("correlation_id", context.correlationID)
            json.field("error_uri", "\(context.origin.errorPage)?code=\(codes.first ?? 0)")
            for member in more { json.field(member.name, member.value) }
        }
    }
}
