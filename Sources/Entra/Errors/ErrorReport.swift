package import Wire

/// An `EntraError` at the moment it is answered: the one place that knows the fields of an error
/// (docs/reference/protocol.md#error-body, docs/reference/protocol.md#authorize-errors).
package struct ErrorReport: Sendable {
    /// What stands between the message and the lines of the trace block in `error_description`
    /// (docs/reference/protocol.md#contradictions).
    package enum LineSeparator: String, Sendable, CaseIterable {
        /// As the service answers since late 2023.
        case space
        /// As it did before.
        case crlf

        fileprivate var text: String {
            switch self {
            case .space: " "
            case .crlf: "\r\n"
            }
        }
    }

    /// The address `error_uri` starts with on Microsoft's host names.
    package static let microsoftErrorURIBase = "https://login.microsoftonline.com/error"

    package let error: EntraError
    package let timestamp: Timestamp
    /// Equal to the `x-ms-request-id` header of the answer.
    package let traceID: GUID
    /// The client's `client-request-id`, or one made for it.
    package let correlationID: String
    package let lineSeparator: LineSeparator
    /// The address of the error page, without its query.
    package let errorURIBase: String

    package init(
        _ error: EntraError, timestamp: Timestamp, traceID: GUID, correlationID: String,
        errorURIBase: String = ErrorReport.microsoftErrorURIBase, lineSeparator: LineSeparator = .space
    ) {
        self.error = error
        self.timestamp = timestamp
        self.traceID = traceID
        self.correlationID = correlationID
        self.lineSeparator = lineSeparator
        self.errorURIBase = errorURIBase
    }

    /// The message and the trace block: `AADSTS…: … Trace ID: … Correlation ID: … Timestamp: …`; that of a b2c policy has
    /// lines of its own, and no trace id.
    package var description: String {
        if error.code.family == .b2c {
            return "\(error.message)\r\nCorrelation ID: \(correlationID)\r\nTimestamp: \(timestamp.entraText)\r\n"
        }
        return [
            error.message, "Trace ID: \(traceID)", "Correlation ID: \(correlationID)",
            "Timestamp: \(timestamp.entraText)",
        ].joined(separator: lineSeparator.text)
    }

    /// `https://…/error?code=50011`, nil for the codes that come without.
    package var errorURI: String? {
        error.code.hasErrorURI ? "\(errorURIBase)?code=\(error.code.number)" : nil
    }

    /// The body of a JSON answer, fields in the order of the service.
    package func json() -> [UInt8] {
        JSONWriter.object {
            $0.field("error", error.error.rawValue)
            $0.field("error_description", description)
            guard error.code.family == .aadsts else { return }
            $0.field("error_codes", .array([.integer(Int64(error.code.number))]))
            $0.field("timestamp", timestamp.entraText)
            $0.field("trace_id", traceID.description)
            $0.field("correlation_id", correlationID)
            if let errorURI { $0.field(Parameter.errorURI, errorURI) }
            if let suberror = error.suberror { $0.field("suberror", suberror.rawValue) }
            if let suberror = error.suberror, suberror == .clientMismatch {
                $0.field("error_additional_info", [suberror.rawValue])
            }
            if let claims = error.claims { $0.field("claims", claims) }
            if let user = error.displayableID { $0.field("adi", user) }
            for member in error.members { $0.field(member.name, member.value) }
        }
    }

    /// The fields of a redirected answer; the caller adds `state`.
    package func redirectFields() -> Form {
        var fields = Form()
        fields.append("error", error.error.rawValue)
        fields.append("error_description", description)
        if let errorURI { fields.append(Parameter.errorURI, errorURI) }
        if let subcode = error.errorSubcode { fields.append("error_subcode", subcode) }
        // Android's web view reads the one, MSAL for iOS and macOS the other (docs/reference/wire.md#oauth-error-mapping).
        if let suberror = error.suberror?.rawValue ?? error.errorSubcode { fields.append("suberror", suberror) }
        if let claims = error.claims { fields.append("claims", claims) }
        return fields
    }
}
