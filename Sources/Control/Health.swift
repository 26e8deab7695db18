package import Entra
import Wire

/// The response of `GET /_understudy/health`. The server is ready when the keys exist that every start creates
/// (docs/reference/interface.md#control-plane). External tenants and user flows have their own keys, which are created when they
/// are first needed.
package enum Health {
    /// A part of the server's state that cannot be written.
    package struct Obstacle: Sendable, Equatable {
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

    /// `{"status":"ok","version":…,"replica":…,"origins":[…]}`, with `"store":"ok"` or `"store":"unreachable"` where replicas
    /// share one and it does not answer, or not do what it is asked, then with the store's own word for that, as
    /// `"storeError":"OOM"`, where it said one. Where something cannot be written the status is `degraded`, and `unwritable` says
    /// what and why: a server without it answers what needs none, so it is alive, and ready, and to start it again would not help.
    package static func json(
        version: String, replica: String, origins: [Origin], reachesStore: Bool? = nil, storeError: String? = nil,
        unwritable: [Obstacle] = []
    ) -> [UInt8] {
        JSONWriter.object { json in
            json.field("status", unwritable.isEmpty ? "ok" : "degraded")
            json.field("version", version)
            json.field("replica", replica)
            json.field("origins", origins.map(\.description))
            if let reachesStore { json.field("store", reachesStore ? "ok" : "unreachable") }
            if reachesStore == false, let storeError { json.field("storeError", storeError) }
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
