import HTTP
import Protocol
import Testing
@testable import Understudy

/// This suite covers which endpoints respond without reading the changes of other replicas.
@Suite struct StoreUseTests {
    /// The names of these endpoints. Those of the control plane begin with `/`.
    private static let answersAlone: Set<String> = [
        "discovery", "instance", "keys", "userrealm", "nativeclient", "kerberos", "instancemetadata", "webfinger",
        "enrollment", "mex", "error",
        "/health", "/ca", "/ssh-ca", "/metrics", "/openapi", "/challenges", "/requests",
        "/errors", "/schema", "/landing", "/favicon",
    ]

    @Test("Published documents and a replica's own data need no store, and all other endpoints do")
    func onlyPublishedDocumentsNeedNoStore() {
        var alone: Set<String> = []
        for endpoint in Routes.table.map(\.handler) {
            let name = endpoint.errors == .problem ? "/\(endpoint.name)" : endpoint.name
            #expect(endpoint.usesStore != StoreUseTests.answersAlone.contains(name), "\(name)")
            if !endpoint.usesStore { alone.insert(name) }
        }
        #expect(alone == StoreUseTests.answersAlone)
    }
}
