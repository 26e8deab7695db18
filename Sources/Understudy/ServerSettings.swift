import Control
import Directory
import Entra

/// The part of the options that requests depend on.
struct ServerSettings: Sendable {
    var publicOrigin: Origin?
    var trustsProxy = false
    var controlToken: String?
    /// The password of the shared store. It is here to be masked.
    var storePassword: String?
    var journal = Journal.Limits()
    /// Bytes of the longest request line.
    var maximumURL = ServerLimit.maxRequestLine.row.usual
    /// Bytes of the largest body, and of the largest form.
    var maximumBody = ServerLimit.maxBody.row.usual
    var maximumForm = ServerLimit.maxForm.row.usual
    /// Bytes of a body too large for its endpoint after which the connection may go on.
    var maximumDiscard = ServerLimit.maxDiscard.row.usual
    /// HTTPS has a certificate of the user's own: the server's CA signs nothing.
    var hasOwnCertificate = false
    /// Further names under which the control plane answers.
    var controlHosts: [String] = []
}
