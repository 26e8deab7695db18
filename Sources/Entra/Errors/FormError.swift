/// An error that a page shows next to its form, so that the user can correct the input. The error is created from a row of the
/// catalog and never from a caught error, so that a failure of the store does not appear as a mistake of the user.
package struct FormError: Sendable {
    /// The message, such as `AADSTS50126: Error validating credentials …`.
    package let message: String

    package init(_ code: AADSTS, _ values: KeyValuePairs<AADSTS.Placeholder, String> = [:]) {
        message = EntraError(code, values).message
    }
}
