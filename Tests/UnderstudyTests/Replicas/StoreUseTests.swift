import HTTP
import Protocol
import Testing
@testable import Understudy

/// What is answered without asking what other replicas have written.
@Suite struct StoreUseTests {
    /// By the names of endpoints; of the control plane behind `/`.
    private static let answersAlone: Set<String> = [
        "discovery", "instance", "keys", "userrealm", "nativeclient", "kerberos", "instancemetadata", "webfinger",
        "enrollment", "mex", "error",
        "/health", "/ca", "/ssh-ca", "/metrics", "/openapi", "/challenges", "/requests",
        "/errors", "/schema", "/landing", "/favicon",
    ]

    @Test("published documents and what a replica tells of itself need no store; all else does")
    func usesStore() {
        var alone: Set<String> = []
        for endpoint in Routes.table.map(\.handler) {
            let name = endpoint.errors == .problem ? "/\(endpoint.name)" : endpoint.name
            #expect(endpoint.usesStore != StoreUseTests.answersAlone.contains(name), "\(name)")
            if !endpoint.usesStore { alone.insert(name) }
        }
        #expect(alone == StoreUseTests.answersAlone)
    }
}
