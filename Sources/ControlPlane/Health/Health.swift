package import Entra
import Formats

/// The response of `GET /_understudy/health`. The server is ready when the keys exist that every start creates
/// (docs/reference/interface.md#control-plane). External tenants and user flows have their own keys, which are created when they
/// are first needed.
package enum Health {
    /// A part of the server's state that cannot be written.
    package struct WriteFailure: Sendable, Equatable {
        package enum Name: String, Sendable {
            /// The state file under `--data-dir`.
            case state
            /// The store that replicas share.
            case store
            /// The key files under `--data-dir`.
            case keys
        }

        package let name: Name
        /// The reason in one line, with the name of the file.
        package let reason: String

        package init(_ name: Name, _ reason: String) {
            self.name = name
            self.reason = reason
        }
    }

    /// The state of the storage outside the process: the shared store and the files.
    package struct Condition: Sendable {
        /// Whether the store that the replicas share is reachable, or nil if the server has no such store.
        package let reachesStore: Bool?
        /// The error code with which the store rejects commands, such as `OOM`.
        package let storeError: String?
        /// The files and folders that cannot be written.
        package let unwritable: [WriteFailure]

        package init(reachesStore: Bool? = nil, storeError: String? = nil, unwritable: [WriteFailure] = []) {
            self.reachesStore = reachesStore
            self.storeError = storeError
            self.unwritable = unwritable
        }
    }

    /// Returns `{"status":"ok","version":…,"replica":…,"origins":[…]}`. If replicas share a store, the response has `"store":"ok"`
    /// or `"store":"unreachable"`. `unreachable` means that the store does not respond or rejects commands; `storeError` then has
    /// the store's own error code, such as `OOM`, if the store sent one.
    ///
    /// If a part of the state cannot be written, the status is `degraded`, and `unwritable` lists the parts and the reasons. The
    /// server still serves the requests that need no such part. The server is therefore alive and ready, and a restart would not
    /// help.
    package static func json(
        version: String, replica: String, origins: [Origin], _ condition: Condition = Condition()
    ) -> [UInt8] {
        let unwritable = condition.unwritable
        return JSONWriter.object { json in
            json.field("status", unwritable.isEmpty ? "ok" : "degraded")
            json.field("version", version)
            json.field("replica", replica)
            json.field("origins", origins.map(\.description))
            if let reachesStore = condition.reachesStore { json.field("store", reachesStore ? "ok" : "unreachable") }
            if condition.reachesStore == false, let storeError = condition.storeError {
                json.field("storeError", storeError)
            }
            guard !unwritable.isEmpty else { return }
            json.array("unwritable") { list in
                for obstacle in unwritable {
                    list.objectElement { entry in
                        entry.field("name", obstacle.name.rawValue)
                        entry.field("reason", obstacle.reason)
                    }
                }
            }
        }
    }
}
