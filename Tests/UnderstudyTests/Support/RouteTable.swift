import HTTP
import Protocol

@testable import Understudy

extension Routes {
    /// The route table, which is the same for every server.
    static let table: [Route<Endpoint>] = (try? MockEntra()).map { Routes.table($0.server) } ?? []
}
