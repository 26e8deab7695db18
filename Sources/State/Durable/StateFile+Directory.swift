package import Directory
package import Entra
package import Wire

extension StateFile: DirectoryRecord {
    package func directoryOnRecord() throws(EntraError) -> (put: JSONValue?, changes: [DirectoryChange]) {
        let changes = try documents(.change).compactMap { key, content in
            DirectoryObject(text: key).map {
                DirectoryChange($0, document: content["document"], base: content["base"]?.string)
            }
        }
        return (try documents(.directory).first?.content, changes)
    }

    package func save(_ changes: [DirectoryChange], forgetting: [DirectoryObject]) throws(EntraError) {
        guard !changes.isEmpty || !forgetting.isEmpty else { return }
        try change { database throws(DatabaseFailure) in
            for object in forgetting { try StateFile.forget(.change, object.text, database) }
            for change in changes { try StateFile.keep(change.content, .change, change.object.text, database) }
        }
    }

    package func begin(with put: JSONValue?) throws(EntraError) {
        try change { database throws(DatabaseFailure) in
            try StateFile.forgetAll(.change, database)
            try StateFile.forgetAll(.directory, database)
            if let put { try StateFile.keep(put, .directory, "", database) }
        }
    }
}

extension DirectoryChange {
    /// `{"base": …, "document": …}`, each left out where there is none.
    fileprivate var content: JSONValue {
        .object(
            [("base", base.map(JSONValue.string)), ("document", document)].compactMap { name, value in
                value.map { JSONValue.Member(name, $0) }
            })
    }
}
