/// An error that a page shows at its form, for the person to mend. It is made from a row of the catalog and never from an error
/// that was caught, so that a failure of the store cannot be shown as a mistake of the person.
package struct FormError: Sendable {
    /// `AADSTS50126: Error validating credentials …`.
    package let message: String

    package init(_ code: AADSTS, _ values: KeyValuePairs<AADSTS.Placeholder, String> = [:]) {
        message = EntraError(code, values).message
    }
}
