package import Wire

/// Errors of the native authentication API, version 2 (docs/reference/wire.md#native-auth-v2): nested, in camel case, the AADSTS
/// number only in the message.
extension ErrorReport {
    /// The name of `EntraError.members` under which what is wrong with single attributes is found.
    package static let interactionDetails = "details"

    /// What is wrong with an attribute, an entry of `details`.
    package static func interactionDetail(of attribute: String, code: String, message: String) -> JSONValue {
        .object([
            .init("attributeIds", .array([.string(attribute)])), .init("code", .string(code)),
            .init("message", .string(message)),
        ])
    }

    /// The body of an answer.
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

    /// `invalidRequest`, `invalidGrant`, `serverError` and others: the OAuth name, where it is none of version 1 only.
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
    /// `invalid_grant` as `invalidGrant`.
    fileprivate var camelCased: String {
        let words = pieces(separatedBy: "_")
        return words.prefix(1).joined()
            + words.dropFirst().map { word in
                word.firstScalars(1).asciiUppercased + String(word.unicodeScalars.dropFirst())
            }.joined()
    }
}
