@testable import Store

extension StateFile {
    /// Returns the result of a query that yields one number.
    func number(_ query: String) throws -> Int64 {
        try use { database throws(DatabaseFailure) in try database.number(query) }
    }
}
