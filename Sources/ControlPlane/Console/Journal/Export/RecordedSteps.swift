import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// A flow as steps of a test: a sign-in with pages is one step, and so is each other request.
enum RecordedStep {
    /// The pages of an authorization request, up to the response to the application.
    case signIn([Journal.Item])
    /// The pages on which a person approves a device.
    case approval([Journal.Item])
    case request(Journal.Item)

    /// The endpoints of the pages between an authorization request and its response.
    private static let pages = ["authorize", "federation", "signinpage"]

    /// Returns the steps of a flow in order. Repeated polls of a device are one step, because a test need not repeat them.
    static func all(of flow: Flow) -> [RecordedStep] {
        var steps: [RecordedStep] = []
        for item in flow.items {
            let isLast = steps.last.map { $0.continues(with: item) } ?? false
            if isLast, case .signIn(let items)? = steps.last {
                steps[steps.count - 1] = .signIn(items + [item])
            } else if isLast, case .approval(let items)? = steps.last {
                steps[steps.count - 1] = .approval(items + [item])
            } else if !isLast {
                steps.append(RecordedStep(item))
            }
        }
        return steps
    }

    private init(_ item: Journal.Item) {
        switch item.entry.endpoint {
        case "authorize": self = .signIn([item])
        case "devicelogin": self = .approval([item])
        default: self = .request(item)
        }
    }

    /// Whether the entry belongs to this step.
    private func continues(with item: Journal.Item) -> Bool {
        let endpoint = item.entry.endpoint
        switch self {
        case .signIn(let items):
            let isOpen = items.last.map { RecordedResponse($0.entry).page != nil || $0.leadsToServer } ?? false
            return isOpen && RecordedStep.pages.containsExactly(endpoint)
        case .approval: return endpoint.isExactly("devicelogin")
        case .request(let last):
            return last.isPendingPoll && item.isPendingPoll || last.isSignOutPage && item.isSignOutPage
        }
    }
}

extension Journal.Item {
    /// Whether the request is a poll of a device whose user has not decided yet.
    var isPendingPoll: Bool {
        RecordedResponse(entry).failure?.error?.isExactly(OAuthError.authorizationPending.rawValue) == true
    }

    fileprivate var isSignOutPage: Bool { entry.endpoint.isExactly("logout") }

    /// Whether the response redirects the browser to the server itself.
    fileprivate var leadsToServer: Bool {
        guard let location = entry.response.headers["Location"] else { return false }
        return location.hasExactPrefix("/") || location.hasExactPrefix("\(entry.origin)/")
    }
}

/// The facts of a sign-in with pages that a test repeats.
struct RecordedSignIn {
    let items: [Journal.Item]
    /// The parameters of the authorization request.
    let parameters: Form
    /// The path of the authorization request, with masked secrets.
    let path: String
    /// The user that signed in, or nil if the flow ended before.
    let user: String?
    /// The response to the application, or nil if the application got none.
    let response: Form?
    let error: RecordedResponse.Failure?

    init(_ items: [Journal.Item], _ reader: JournalReader) {
        self.items = items
        let entry = items.first?.entry
        let query = entry?.query ?? Form()
        let isPosted = query.fields.isEmpty && entry?.form?[Parameter.clientID] != nil
        parameters = isPosted ? Form((entry?.form?.fields ?? []).filter { !RecordedSignIn.isOfPage($0.name) }) : query
        path = items.first.map { reader.mask($0).text($0.entry.request.path) } ?? "/"
        let last = items.last.map { RecordedResponse($0.entry) }
        let named = items.reversed().lazy.compactMap { item in
            item.entry.form?[PageField.username] ?? RecordedResponse(item.entry).page?.username
                ?? item.entry.form?[PageField.account]
        }.first
        user = named ?? items.last.flatMap { item in RecordedSignIn.issuedUser(item, reader) }
        response = last?.page == nil ? last?.parameters : nil
        error = last?.failure
    }

    private static func isOfPage(_ name: String) -> Bool {
        [PageField.username, PageField.password, PageField.consent, PageField.flowToken].containsExactly(name)
    }

    private static func issuedUser(_ item: Journal.Item, _ reader: JournalReader) -> String? {
        RecordedResponse(item.entry).issuedGrant(reader.sealing).flatMap { grant in
            item.directory.tenant(grant.tenant)?.user(grant.user)?.signInName
        }
    }

    /// The password that the user entered, or nil.
    var password: String? { field(PageField.password) }

    var newPassword: String? { field(PageField.newPassword) }

    private func field(_ name: String) -> String? { items.reversed().lazy.compactMap { $0.entry.form?[name] }.first }

    /// Whether the user declined a page, so that the application got access_denied.
    var isDeclined: Bool { response?["error"]?.isExactly(OAuthError.accessDenied.rawValue) == true }

    /// Whether the browser saw a page or sent a form. If not, the server answered at once.
    var hasPages: Bool {
        items.count > 1 || items.contains { $0.entry.form?[PageField.password] != nil }
    }

    var usesPKCE: Bool { parameters["code_challenge"] != nil }

    /// Whether the flow stopped at a page that waits for the user.
    var isOpen: Bool { response == nil && error == nil }
}
