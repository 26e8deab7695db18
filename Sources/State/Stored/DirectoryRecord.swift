package import Directory
package import Entra
package import Wire

/// Where the edits of the directory are kept beyond the process. Each verb is done whole or, where it throws
/// `EntraError.storeUnavailable`, not at all.
package protocol DirectoryRecord: Sendable {
    /// What is kept: the directory put at run time, where there is one, and the changes in the order of their making.
    func directoryOnRecord() throws(EntraError) -> (put: JSONValue?, changes: [DirectoryChange])

    /// Keeps changes, each in place of the earlier one of its object, and forgets those of other objects.
    func save(_ changes: [DirectoryChange], forgetting: [DirectoryObject]) throws(EntraError)

    /// Forgets every change, and keeps a directory put at run time, or none.
    func begin(with put: JSONValue?) throws(EntraError)
}
