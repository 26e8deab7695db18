package import Entra
import Synchronization

/// What is known of an exchange only where its answer is made: the error behind it, the page. Written by whoever renders the
/// answer, read once it is there.
package final class ExchangeNotes: Sendable {
    package struct Content: Sendable {
        /// The last one: of an answer that is no success.
        package var error: EntraError?
        package var page: PageModel?
        /// Whether the authorization response itself brings tokens (RFC 6749 §4.2).
        package var isImplicit = false
        /// Whether Microsoft's control contract answered: native authentication, whatever the tenant and the parameters.
        package var isContracted = false
        /// That of the managed identity that an Azure host's code asked for.
        package var hostTenant: TenantID?
        /// The id of the script that made the answer, where one did.
        package var script: String?
        /// What the script lets go wrong with it, in the tester's word.
        package var fault: String?
    }

    /// Apart, and only where there is something to note: most exchanges have nothing, and each is kept in the journal.
    private final class Kept: Sendable {
        let content: Content

        init(_ content: Content) {
            self.content = content
        }
    }

    private let kept = Mutex<Kept?>(nil)

    package init() {}

    /// Whether nothing was noted.
    var isEmpty: Bool { kept.withLock { $0 == nil } }

    package var content: Content { kept.withLock { $0 }?.content ?? Content() }

    /// That of the content, without a copy of the rest: each exchange is asked.
    package var isContracted: Bool { kept.withLock { $0?.content.isContracted } ?? false }

    package func note(_ error: EntraError) { change { $0.error = error } }

    package func note(_ page: PageModel) { change { $0.page = page } }

    package func noteImplicit() { change { $0.isImplicit = true } }

    package func noteContracted() { change { $0.isContracted = true } }

    package func note(hostTenant: TenantID) { change { $0.hostTenant = hostTenant } }

    package func note(script: String, fault: String?) {
        change { content in
            content.script = script
            content.fault = fault
        }
    }

    private func change(_ change: (inout Content) -> Void) {
        kept.withLock { kept in
            var content = kept?.content ?? Content()
            change(&content)
            kept = Kept(content)
        }
    }
}
