import ControlPlane
import Directory
import Entra

/// The part of the options that requests depend on.
struct ServerSettings: Sendable {
    var publicOrigin: Origin?
    var trustsProxy = false
    var controlToken: String?
    /// The password of the shared store, which requests need only to mask it.
    var storePassword: String?
    var journal = Journal.Limits()
    /// The maximum length of a request line, in bytes.
    var maximumURL = ServerLimit.maxRequestLine.row.usual
    /// The maximum size of a body and of a form, in bytes.
    var maximumBody = ServerLimit.maxBody.row.usual
    var maximumForm = ServerLimit.maxForm.row.usual
    /// The size, in bytes, up to which the server reads and drops a body that is too large, so that the connection can continue.
    var maximumDiscard = ServerLimit.maxDiscard.row.usual
    /// Whether HTTPS uses a certificate of the user, in which case the server's CA signs nothing.
    var hasOwnCertificate = false
    /// Additional host names at which the control plane responds.
    var controlHosts: [String] = []
}
