package import Wire

/// A failure as flows throw it: a catalogue row with the values of its message. `ErrorReport` turns it into an answer.
///
/// Equal when the code is equal: tests compare what failed, people read the rest.
package struct EntraError: Error, Equatable, Sendable {
    package let code: AADSTS
    /// Values of the message's placeholders, as received: `message` makes them harmless.
    package var values: KeyValuePairs<AADSTS.Placeholder, String>
    /// The OAuth `error`: the row's unless given.
    package var error: OAuthError
    /// The HTTP status of a JSON answer: the row's unless given.
    package var status: Int
    /// The row's unless given.
    package var suberror: Suberror?
    /// A claims challenge as JSON text, for the `claims` field.
    package var claims: String?
    /// `error_subcode` of a redirect, as `cancel`.
    package var errorSubcode: String?
    /// Further members of a JSON answer, as `continuation_token`.
    package var members: [JSONValue.Member] = []
    /// The user's sign-in name, which an app needs to enroll in protection (`adi`).
    package var displayableID: String?
    /// Seconds after which to ask again, for `Retry-After`.
    package var retryAfter: Int64?
    /// What really happened, for the log only.
    package var detail: String
    /// Whether the store cannot keep or read what the answer depends on. Nobody made a mistake then: the answer has status 503 and
    /// `Retry-After` at every endpoint, and no page shows the error at its form (`FormError`).
    package private(set) var isStoreFailure = false

    package init(
        _ code: AADSTS, _ values: KeyValuePairs<AADSTS.Placeholder, String> = [:], as error: OAuthError? = nil,
        status: Int? = nil, suberror: Suberror? = nil, claims: String? = nil, errorSubcode: String? = nil,
        detail: String = ""
    ) {
        self.code = code
        self.values = values
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

    /// The same with further members of a JSON answer.
    package func with(_ members: JSONValue.Member...) -> EntraError {
        var error = self
        error.members += members
        return error
    }

    /// `AADSTS50011: The redirect URI 'https://…' specified …`, on one line.
    package var message: String { "\(code.name): \(sentence)" }

    /// The same without the code.
    var sentence: String { MessageTemplate.render(code.template, values) }
}

extension EntraError {
    /// The store is away, read-only or full: what needs it cannot be done now. `reason` is for the log.
    package static func storeUnavailable(_ reason: String) -> EntraError {
        var error = EntraError(.serviceUnavailable, detail: reason)
        error.retryAfter = 1
        error.isStoreFailure = true
        return error
    }
}
