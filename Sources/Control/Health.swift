package import Entra
import Wire

/// `GET /_understudy/health`: ready only when keys exist (interface.md §6). Those that every start makes are meant: external
/// tenants and user flows have keys of their own, which are made when they are first needed.
package enum Health {
    /// `{"status":"ok","version":…,"replica":…,"origins":[…]}`, with `"store":"ok"` or `"store":"unreachable"` where replicas
    /// share one and it does not answer, or not do what it is asked, then with the store's own word for that, as
    /// `"storeError":"OOM"`, where it said one: a server without it answers what needs none, so it is healthy, and ready.
    package static func json(
        version: String, replica: String, origins: [Origin], reachesStore: Bool? = nil, storeError: String? = nil
    ) -> [UInt8] {
        JSONWriter.object { json in
            json.field("status", "ok")
            json.field("version", version)
            json.field("replica", replica)
            json.field("origins", origins.map(\.description))
            if let reachesStore { json.field("store", reachesStore ? "ok" : "unreachable") }
            if reachesStore == false, let storeError { json.field("storeError", storeError) }
        }
    }
}
