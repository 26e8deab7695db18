package import Entra
import Synchronization

/// The facts about a request that only the code with the response knows, such as the error and the page. The renderer writes the
/// notes; the journal reads them after the response.
package final class ResponseNotes: Sendable {
    package struct Content: Sendable {
        /// The last error of an unsuccessful response.
        package var error: EntraError?
        /// The cause in detail of an error that is not in the catalog.
        package var otherDetail: String?
        package var page: PageModel?
        /// Whether the authorization response itself brings tokens (RFC 6749 §4.2).
        package var isImplicit = false
        /// Whether the response comes from Microsoft's control contract. Such a request belongs to native authentication, whatever
        /// its tenant and parameters.
        package var isContracted = false
        /// The tenant of the managed identity for which an Azure host requested a token.
        package var hostTenant: TenantID?
        /// The ID of the stub that produced the response, or nil.
        package var stubID: String?
        /// The fault of the stub, by the name that the operator used, or nil.
        package var fault: String?

        /// The cause in detail of an error, or of a problem that a page shows, or nil. The response does not contain the text.
        package var detail: String? {
            if let detail = page?.fieldProblem?.detail, !detail.isEmpty { return detail }
            return error?.detail ?? otherDetail
        }
    }

    /// A box for the content, which exists only if there are notes. Most requests have none, and the journal keeps every request.
    private final class Box: Sendable {
        let content: Content

        init(_ content: Content) {
            self.content = content
        }
    }

    private let box = Mutex<Box?>(nil)

    package init() {}

    /// Whether there are no notes.
    package var isEmpty: Bool { box.withLock { $0 == nil } }

    package var content: Content { box.withLock { $0 }?.content ?? Content() }

    /// Whether the response comes from Microsoft's control contract. Does not copy the other notes, because every request reads
    /// this property.
    package var isContracted: Bool { box.withLock { $0?.content.isContracted } ?? false }

    package func note(_ error: EntraError) { change { $0.error = error } }

    package func note(detail: String) { change { $0.otherDetail = detail } }

    package func note(_ page: PageModel) { change { $0.page = page } }

    package func noteImplicit() { change { $0.isImplicit = true } }

    package func noteContracted() { change { $0.isContracted = true } }

    package func note(hostTenant: TenantID) { change { $0.hostTenant = hostTenant } }

    package func note(stubID: String, fault: String?) {
        change { content in
            content.stubID = stubID
            content.fault = fault
        }
    }

    private func change(_ change: (inout Content) -> Void) {
        box.withLock { box in
            var content = box?.content ?? Content()
            change(&content)
            box = Box(content)
        }
    }
}
