import HTTP
import Protocol
import Testing
@testable import Understudy

/// This suite covers which endpoints respond without reading the changes of other replicas.
@Suite struct StoreUseTests {
    /// The names of these endpoints, without those of the control plane.
    private static let independentEndpoints: Set<String> = [
        "discovery", "instance", "keys", "userrealm", "nativeclient", "kerberos", "instancemetadata", "webfinger",
        "enrollment", "mex", "federationmetadata", "error", "passwordreset",
        "landing", "favicon",
    ]

    @Test("Published documents and a replica's own data need no store, and all other endpoints do")
    func onlyPublishedDocumentsNeedNoStore() {
        var independent: Set<String> = []
        for route in Routes.table where !route.pattern.hasPrefix("/_understudy") {
            let endpoint = route.handler
            let name = endpoint.name
            #expect(endpoint.usesStore != StoreUseTests.independentEndpoints.contains(name), "\(name)")
            if !endpoint.usesStore { independent.insert(name) }
        }
        #expect(independent == StoreUseTests.independentEndpoints)
    }
}
