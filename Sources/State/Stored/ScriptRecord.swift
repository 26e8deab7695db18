package import Entra
package import Wire

/// Where the answers that testers have laid down are kept beyond the process. Each verb is done or, where it throws
/// `EntraError.storeUnavailable`, not.
package protocol ScriptRecord: Sendable {
    /// In the order in which they were laid down.
    func scripts() throws(EntraError) -> [(id: String, content: JSONValue)]

    /// Keeps one, in place of an earlier version of it.
    func keep(script id: String, _ content: JSONValue) throws(EntraError)

    func forget(scripts ids: [String]) throws(EntraError)
}
