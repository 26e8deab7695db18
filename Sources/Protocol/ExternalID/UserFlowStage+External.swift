import Directory
import Entra
import Formats
import Store

/// The pages of the user flow of an external tenant.
extension UserFlowStage {
    /// Whether the submission asks for a code: by the action, or on the first page, whose button has a name of its own.
    var requestsCode: Bool {
        if submission.action.isExactly(PageAction.sendCode) { return true }
        return submission.action == nil && submission.username != nil && signIn.flow.pendingCode == nil
    }

    /// Returns a page of the external tenant.
    func externalPage(
        _ title: Phrase, _ content: ExternalIDPage.Content, address: String, problem: FieldProblem? = nil
    ) -> Step {
        let offersProviders = content == .address && flow.kind == .signUp
        return .show(
            .externalID(
                ExternalIDPage(
                    form: signIn.form(), title: title, applicationName: signIn.request.application.displayName,
                    tenantName: tenant.displayName, address: address, problem: problem, content: content,
                    providers: offersProviders ? flow.providerButtons : [])))
    }

    /// The purpose of a mailed code in the current step.
    var codePurpose: ExternalIDPage.CodePurpose { progress?.journey == .codeSignIn ? .signIn : .verification }
}

extension SignInStage {
    /// The maximum length of a link that repeats the request, in bytes. Servers and proxies accept such a link.
    private static let longestLink = 4_096

    /// The address of the page for sign-up: the request with `prompt=create`. The value is nil where users cannot sign up, and
    /// where a link cannot repeat the request: outside the authorization endpoint, and for a long request.
    var signUpAddress: String? {
        guard request.isAuthorization, request.userFlow?.allowsSignUp == true else { return nil }
        let parts = request.form.action.pieces(separatedBy: "?", atMost: 2)
        guard let path = parts.first, let query = try? Form(parsing: (parts.count == 2 ? parts[1] : "").utf8) else {
            return nil
        }
        var parameters = Form(
            (query.fields + request.form.hidden).filter { !$0.name.isExactly(Parameter.prompt) })
        parameters.append(Parameter.prompt, "create")
        let address = "\(path)?\(parameters.encoded)"
        return address.utf8.count <= SignInStage.longestLink ? address : nil
    }
}
