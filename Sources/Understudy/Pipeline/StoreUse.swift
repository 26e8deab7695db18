import ControlPlane
import Entra
import Formats
import HTTP
import Protocol

extension RequestContext {
    /// Whether the response needs the changes of other replicas. A client-credentials token does not need them unless the client
    /// authenticates with an assertion. A managed identity's token does not need them unless the host requires a key. An assertion
    /// or a key can be used only once.
    var usesStore: Bool {
        guard case .found(let endpoint, _)? = routedRequest.match, endpoint.usesStore else { return false }
        switch endpoint.name {
        case "managedidentity": return request.headers["Authorization"] != nil
        case "token":
            guard let form = (try? self.form.get()) ?? nil else { return true }
            return form[Parameter.grantType]?.isExactly("client_credentials") != true
                || form[Parameter.clientAssertion] != nil
        default: return true
        }
    }
}
