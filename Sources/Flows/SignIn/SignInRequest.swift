import Directory
import Entra

/// What someone signs in for. An authorization request is one; other endpoints with pages make theirs and run the same stages. A
/// class, as it is handed from step to step and none changes it.
final class SignInRequest: Sendable {
    let client: ResolvedClient
    /// What the request says of whom to sign in, and when to ask.
    let choice: SessionDecision.Request
    let settings: Settings
    /// The tokens go to another device than the browser's. It cannot show its state there, so policies see none: "the device
    /// that is performing authentication can't provide its device state to the device that is providing a code" (Microsoft's
    /// documentation of the grant controls of Conditional Access).
    let isForAnotherDevice: Bool
    private let makeDigest: @Sendable () -> [UInt8]
    private let makeForm: @Sendable () -> FormTarget

    /// `digest` and `form` are computed when a page needs them, which most requests never do.
    init(
        client: ResolvedClient, choice: SessionDecision.Request, settings: Settings, isForAnotherDevice: Bool = false,
        digest: @autoclosure @escaping @Sendable () -> [UInt8], form: @autoclosure @escaping @Sendable () -> FormTarget
    ) {
        self.client = client
        self.choice = choice
        self.settings = settings
        self.isForAnotherDevice = isForAnotherDevice
        makeDigest = digest
        makeForm = form
    }

    /// SHA-256 over all that was asked, which binds the pages' forms to it.
    var digest: [UInt8] { makeDigest() }
    /// Where a page's form posts, and what it carries besides the page's own fields.
    var form: FormTarget { makeForm() }
    var prompt: Prompt { choice.prompt }
    var application: Application { client.application }

    /// The user flow that people go through: the policy that the URL names, in an external tenant the one that the application
    /// is linked to. Nil where plain sign-in is all there is.
    var userFlow: UserFlow? {
        switch client.authority {
        case .userFlow(_, let flow): flow
        case .tenant(let tenant): tenant.kind == .external ? tenant.userFlow(serving: application.clientID) : nil
        case .common, .organizations, .consumers: nil
        }
    }
}
