package import Formats

/// An `EntraError` with the data of its response. No other type knows the members of an error response
/// (docs/reference/protocol.md#error-body, docs/reference/protocol.md#authorize-errors).
package struct ErrorReport: Sendable {
    /// The separator between the message and the lines of the trace block in `error_description`
    /// (docs/reference/protocol.md#contradictions).
    package enum LineSeparator: String, Sendable, CaseIterable {
        /// A space, which the service uses since late 2023.
        case space
        /// A line break, which the service used before.
        case crlf

        fileprivate var text: String {
            switch self {
            case .space: " "
            case .crlf: "\r\n"
            }
        }
    }

    /// The URL at the start of `error_uri` on Microsoft's host names.
    package static let microsoftErrorURIBase = "https://login.microsoftonline.com/error"

    package let error: EntraError
    package let timestamp: Timestamp
    /// The trace ID, which equals the `x-ms-request-id` header of the response.
    package let traceID: GUID
    /// The client's `client-request-id`, or an ID that the server created.
    package let correlationID: String
    package let lineSeparator: LineSeparator
    /// The URL of the error page, without its query.
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

    /// The message and the trace block: `AADSTS…: … Trace ID: … Correlation ID: … Timestamp: …`. The description of a B2C policy
    /// has line breaks and no trace ID.
    package var description: String {
        if error.isBare { return error.sentence }
        if error.code.family == .b2c {
            return "\(error.message)\r\nCorrelation ID: \(correlationID)\r\nTimestamp: \(timestamp.entraText)\r\n"
        }
        return [
            error.message, "Trace ID: \(traceID)", "Correlation ID: \(correlationID)",
            "Timestamp: \(timestamp.entraText)",
        ].joined(separator: lineSeparator.text)
    }

    /// The URL `https://…/error?code=50011`, or nil for a code without `error_uri`.
    package var errorURI: String? {
        error.code.hasErrorURI && !error.isBare ? "\(errorURIBase)?code=\(error.code.number)" : nil
    }

    /// Returns the body of a JSON response, with the members in the order of the service.
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

    /// Returns the fields of a redirect. The caller adds `state`.
    package func redirectFields() -> Form {
        var fields = Form()
        fields.append("error", error.error.rawValue)
        fields.append("error_description", description)
        if let errorURI { fields.append(Parameter.errorURI, errorURI) }
        if let subcode = error.errorSubcode { fields.append("error_subcode", subcode) }
        // Android's web view reads `error_subcode`; MSAL for iOS and macOS reads `suberror`
        // (docs/reference/wire.md#oauth-error-mapping).
        if let suberror = error.suberror?.rawValue ?? error.errorSubcode { fields.append("suberror", suberror) }
        if let claims = error.claims { fields.append("claims", claims) }
        return fields
    }
}

/// Errors of native authentication API version 2 (docs/reference/wire.md#native-auth-v2): nested, in camel case, and with the
/// AADSTS number only in the message.
extension ErrorReport {
    /// The name of the member in `EntraError.members` that describes the errors of single attributes.
    package static let interactionDetails = "details"

    /// Returns an entry of `details`, which describes the error of one attribute.
    package static func interactionDetail(of attribute: String, code: String, message: String) -> JSONValue {
        .object([
            .init("attributeIds", .array([.string(attribute)])), .init("code", .string(code)),
            .init("message", .string(message)),
        ])
    }

    /// Returns the body of the response.
    package func interactionJSON() -> [UInt8] {
        JSONWriter.object { json in
            json.object("error") {
                $0.field("code", interactionCode)
                $0.field("message", description)
                if let inner = interactionInnerCode {
                    $0.object("innerError") {
                        $0.field("code", inner)
                        if let details = error.members.first(where: {
                            $0.name.isExactly(ErrorReport.interactionDetails)
                        }) {
                            $0.field(details.name, details.value)
                        }
                    }
                }
                $0.field("correlationId", correlationID)
                $0.field("traceId", traceID.description)
                $0.field("timestamp", timestamp.entraText)
            }
        }
    }

    /// The OAuth error in camel case, such as `invalidRequest`. Errors that only version 1 defines are replaced.
    private var interactionCode: String {
        let name: OAuthError =
            switch error.error {
            case .userAlreadyExists, .userNotFound: .invalidRequest
            case .temporarilyUnavailable: .serverError
            default: error.error
            }
        return name.rawValue.camelCased
    }

    private var interactionInnerCode: String? { error.code.innerError ?? error.suberror?.rawValue.camelCased }
}

extension String {
    /// The text in camel case: `invalid_grant` becomes `invalidGrant`.
    fileprivate var camelCased: String {
        let words = pieces(separatedBy: "_")
        return words.prefix(1).joined()
            + words.dropFirst().map { word in
                word.firstScalars(1).asciiUppercased + String(word.unicodeScalars.dropFirst())
            }.joined()
    }
}
