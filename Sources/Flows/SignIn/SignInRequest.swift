import Directory
import Entra

/// What someone signs in for. An authorization request is one; other endpoints with pages make theirs and run the same stages.
struct SignInRequest: Sendable {
    let client: ResolvedClient
    /// What the request says of whom to sign in, and when to ask.
    let choice: SessionDecision.Request
    /// SHA-256 over all that was asked, which binds the pages' forms to it.
    let digest: [UInt8]
    /// Where a page's form posts, and what it carries besides the page's own fields.
    let form: FormTarget
    let settings: Settings

    var prompt: Prompt { choice.prompt }
    var application: Application { client.application }
}
