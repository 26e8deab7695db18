import Control
import Entra
import Flows
import HTTP
import Wire

extension Endpoint {
    /// Endpoints that answer from what a replica knows by itself, so that they answer while the store is down, and as fast as
    /// without one. All others take in first what other replicas have written.
    private static let answersAlone: Set<String> = [
        "discovery", "instance", "keys", "userrealm", "nativeclient", "kerberos", "managedidentity", "instancemetadata",
        "webfinger", "enrollment", "mex", "error", EndpointName.unknown, "health", "ca", "ssh-ca", "metrics", "openapi",
        "challenges", "requests",
    ]

    /// Whether it needs what other replicas know.
    static func usesStore(_ name: String) -> Bool { !answersAlone.contains(name) && !name.hasPrefix("requests-") }
}

extension Exchange {
    /// Whether the answer needs what other replicas know. An application's own tokens do not, unless it proves itself by an
    /// assertion, which is good once.
    var usesStore: Bool {
        guard case .found(let endpoint, _)? = match, endpoint.usesStore else { return false }
        guard endpoint.name.isExactly("token"), let form = (try? context.form.get()) ?? nil else { return true }
        return form[Parameter.grantType]?.isExactly("client_credentials") != true
            || form[Parameter.clientAssertion] != nil
    }
}
