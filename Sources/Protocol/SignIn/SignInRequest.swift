import Directory
import Entra

/// The request for which a user signs in. An authorization request is one; other endpoints with pages create their own and run the
/// same stages. The type is a class because the immutable value passes through many steps.
final class SignInRequest: Sendable {
    let client: ResolvedClient
    /// The parameters that select the account and determine when a page is shown.
    let choice: SessionDecision.Request
    let settings: Settings
    /// Whether the tokens go to another device than the browser's. The browser's device cannot prove its state to that device, so
    /// policies see no device: "the device that is performing authentication can't provide its device state to the device that is
    /// providing a code" (Microsoft's documentation of the grant controls of Conditional Access).
    let isForAnotherDevice: Bool
    private let makeDigest: @Sendable () -> [UInt8]
    private let makeForm: @Sendable () -> FormTarget

    /// Creates the request. `digest` and `form` are computed only for a page, which most requests never show.
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

    /// The SHA-256 of the whole request, which binds the forms of pages to the request.
    var digest: [UInt8] { makeDigest() }
    /// The URL to which a page's form posts, with the hidden fields of the request.
    var form: FormTarget { makeForm() }
    var prompt: Prompt { choice.prompt }
    var application: Application { client.application }

    /// The user flow of the sign-in: the policy in the URL, or in an external tenant the user flow that serves the application.
    /// The value is nil if plain sign-in applies.
    var userFlow: UserFlow? {
        switch client.authority {
        case .userFlow(_, let flow): flow
        case .tenant(let tenant): tenant.kind == .external ? tenant.userFlow(serving: application.clientID) : nil
        case .common, .organizations, .consumers: nil
        }
    }
}
