@testable import Store

extension StateFile {
    /// What a query gives that gives one number.
    func number(_ query: String) throws -> Int64 {
        try use { database throws(DatabaseFailure) in try database.number(query) }
    }
}
