package import Entra
package import Wire

extension StateFile: ScriptRecord {
    package func scripts() throws(EntraError) -> [(id: String, content: JSONValue)] {
        try documents(.script).map { ($0.key, $0.content) }
    }

    package func keep(script id: String, _ content: JSONValue) throws(EntraError) {
        try change { database throws(DatabaseFailure) in try StateFile.keep(content, .script, id, database) }
    }

    package func forget(scripts ids: [String]) throws(EntraError) {
        guard !ids.isEmpty else { return }
        try change { database throws(DatabaseFailure) in
            for id in ids { try StateFile.forget(.script, id, database) }
        }
    }
}
