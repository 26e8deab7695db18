package import Formats

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
            case .expiredToken, .userAlreadyExists, .userNotFound: .invalidRequest
            case .temporarilyUnavailable: .serverError
            default: error.error
            }
        return name.rawValue.camelCased
    }

    private var interactionInnerCode: String? {
        switch error.code {
        case .oneTimeCodeWrong: "invalidOneTimeCode"
        case .wrongPassword: "invalidUserNameOrPassword"
        case .continuationInvalid, .nativeContinuationExpired: "invalidContinuationToken"
        case .attributeValidationFailed, .nativeUserExists: "attributeValidationError"
        default: error.suberror?.rawValue.camelCased
        }
    }
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
