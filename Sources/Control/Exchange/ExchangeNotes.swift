package import Entra
import Synchronization

/// What is known of an exchange only where its answer is made: the error behind it, the page. Written by whoever renders the
/// answer, read once it is there.
package final class ExchangeNotes: Sendable {
    package struct Content: Sendable {
        /// The last one: of an answer that is no success.
        package var error: EntraError?
        package var page: PageModel?
        /// The id of the script that made the answer, where one did.
        package var script: String?
    }

    private let state = Mutex(Content())

    package init() {}

    package var content: Content { state.withLock { $0 } }

    package func note(_ error: EntraError) { state.withLock { $0.error = error } }

    package func note(_ page: PageModel) { state.withLock { $0.page = page } }

    package func note(script: String) { state.withLock { $0.script = script } }
}
