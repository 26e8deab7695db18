package import Formats

/// A failure that a flow throws: a row of the catalog with the values for its message. `ErrorReport` turns the failure into a
/// response.
///
/// Two errors are equal if their codes are equal, so that tests compare codes and not texts.
package struct EntraError: Error, Equatable, Sendable {
    package let code: AADSTS
    /// The values for the message's placeholders, as received. `message` removes control characters and limits the length.
    package var values: KeyValuePairs<AADSTS.Placeholder, String>
    /// The message in place of the row's, or nil.
    package var wording: Wording?
    /// Whether an operator chose the OAuth error by its name. Then every endpoint reports this name, and the authorization endpoint
    /// redirects the error.
    package var isChosenByName = false
    /// Whether the description is the message alone, without the code, the trace block and `error_uri`. The service of personal
    /// accounts describes some failures in this way.
    package var isBare = false
    /// The recipient if the authorization endpoint throws the error, which is the row's by default.
    package var delivery: AADSTS.Delivery
    /// The OAuth `error`, which is the row's by default.
    package var error: OAuthError
    /// The HTTP status of a JSON response, which is the row's by default.
    package var status: Int
    /// The `suberror`, which is the row's by default.
    package var suberror: Suberror?
    /// A claims challenge as JSON text, for the `claims` member of the response.
    package var claims: String?
    /// The `error_subcode` of a redirect, such as `cancel`.
    package var errorSubcode: String?
    /// The additional members of a JSON response, such as `continuation_token`.
    package var members: [JSONValue.Member] = []
    /// The user's sign-in name (`adi`), which an app needs to enroll in app protection.
    package var displayableID: String?
    /// The number of seconds after which the client may retry, for `Retry-After`.
    package var retryAfter: Int64?
    /// The cause of the failure in detail. Protocol responses do not contain the text.
    package var detail: String
    /// Whether the store cannot write or read the data that the response needs. The client made no mistake, so the response has
    /// status 503 and `Retry-After` at every endpoint, and no page shows the error next to its form (`FieldProblem`).
    package private(set) var isStoreFailure = false

    package init(
        _ code: AADSTS, _ values: KeyValuePairs<AADSTS.Placeholder, String> = [:], as error: OAuthError? = nil,
        status: Int? = nil, suberror: Suberror? = nil, claims: String? = nil, errorSubcode: String? = nil,
        delivery: AADSTS.Delivery? = nil, detail: String = ""
    ) {
        self.code = code
        self.values = values
        self.delivery = delivery ?? code.delivery
        self.error = error ?? code.error
        self.status = status ?? code.status
        self.suberror = suberror ?? code.suberror
        self.claims = claims
        self.errorSubcode = errorSubcode
        self.detail = detail
    }

    package static func == (left: EntraError, right: EntraError) -> Bool {
        left.code == right.code
    }

    /// Returns the error with additional members of the JSON response.
    package func with(_ members: JSONValue.Member...) -> EntraError {
        var error = self
        error.members += members
        return error
    }

    /// Returns the error with another template for the message.
    package func worded(_ template: String) -> EntraError {
        var error = self
        error.wording = .template(template)
        return error
    }

    /// The message on one line, such as `AADSTS50011: The redirect URI 'https://…' specified …`.
    package var message: String { "\(code.name): \(sentence)" }

    /// The message without the code.
    package var sentence: String {
        switch wording {
        case .literal(let text): MessageTemplate.sanitized(text)
        case .template(let template): MessageTemplate.render(template, values)
        case nil: MessageTemplate.render(code.template, values)
        }
    }

    /// A message that replaces the one of the row.
    package enum Wording: Sendable {
        /// A template of the service, which has several messages for the code.
        case template(String)
        /// The text that an operator wrote.
        case literal(String)
    }
}

extension EntraError {
    /// Returns the error for a store that is unreachable, read-only or full. `reason` becomes `detail`.
    package static func storeUnavailable(_ reason: String) -> EntraError {
        var error = EntraError(.serviceUnavailable, detail: reason)
        error.retryAfter = 1
        error.isStoreFailure = true
        return error
    }
}
