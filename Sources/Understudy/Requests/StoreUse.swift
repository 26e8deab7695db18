import Control
import Entra
import Flows
import HTTP
import Wire

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
