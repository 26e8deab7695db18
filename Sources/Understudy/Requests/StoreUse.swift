import Control
import Entra
import Flows
import HTTP
import Wire

extension Endpoint {
    /// Endpoints that answer from what a replica knows by itself, so that they answer while the store is down, and as fast as
    /// without one. All others take in first what other replicas have written.
    private static let answersAlone: Set<String> = [
        "discovery", "instance", "keys", "userrealm", "nativeclient", "kerberos", "instancemetadata", "webfinger",
        "enrollment", "mex", "error", EndpointName.unknown,
    ]

    /// The same of the control plane, whose names are its own.
    private static let controlAnswersAlone: Set<String> = [
        "health", "ca", "ssh-ca", "metrics", "openapi", "challenges", "requests",
    ]

    /// Whether it needs what other replicas know.
    static func usesStore(_ name: String, isControl: Bool) -> Bool {
        guard isControl else { return !answersAlone.contains(name) }
        return !controlAnswersAlone.contains(name) && !name.hasPrefix("requests-")
    }
}

extension Exchange {
    /// Whether the answer needs what other replicas know. An application's own tokens do not, unless it proves itself by an
    /// assertion, nor a managed identity's, unless its host takes a key: both are good once.
    var usesStore: Bool {
        guard case .found(let endpoint, _)? = context.arrival.match, endpoint.usesStore else { return false }
        switch endpoint.name {
        case "managedidentity": return context.request.headers["Authorization"] != nil
        case "token":
            guard let form = (try? context.form.get()) ?? nil else { return true }
            return form[Parameter.grantType]?.isExactly("client_credentials") != true
                || form[Parameter.clientAssertion] != nil
        default: return true
        }
    }
}
