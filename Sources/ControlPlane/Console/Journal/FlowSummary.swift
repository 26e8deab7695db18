import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The outcome of a flow, which its last entry determines.
package struct FlowOutcome: Sendable, Equatable {
    /// The kinds of outcomes, with their names in the query of the list.
    package enum Kind: String, Sendable, CaseIterable {
        /// The application or the user got the requested result.
        case completed
        /// The flow waits for a person or for the next poll.
        case page
        case error
    }

    package let kind: Kind
    package let label: String

    /// Creates the outcome of an entry. `success` is the label of a successful response. `masked` masks the error of a response
    /// without a code, which can be any text.
    init(_ response: RecordedResponse, success: String = "completed", masked: (String) -> String = { $0 }) {
        if let failure = response.failure {
            let isPending = failure.error?.isExactly(OAuthError.authorizationPending.rawValue) == true
            self.init(
                isPending ? .page : .error,
                isPending
                    ? "waiting for approval" : failure.code ?? failure.error.map(masked) ?? String(response.status))
        } else if let page = response.page {
            self = FlowOutcome.of(page)
        } else {
            self.init(.completed, success)
        }
    }

    private init(_ kind: Kind, _ label: String) {
        self.kind = kind
        self.label = label
    }

    /// Returns the outcome of a page. Nothing follows the last page of a flow.
    private static func of(_ page: PageModel) -> FlowOutcome {
        switch page {
        case .signedOut, .nativeClient: FlowOutcome(.completed, "completed")
        case .deviceOutcome(let page):
            page.outcome == .approved ? FlowOutcome(.completed, "completed") : FlowOutcome(.error, "declined")
        default: FlowOutcome(.page, "page shown")
        }
    }

    var badge: Badge {
        switch kind {
        case .completed: Badge(label, .good)
        case .page: Badge(label, .calm)
        case .error: Badge(label, .bad)
        }
    }
}

/// The facts of a flow that the list shows and filters. The list does not decode the tokens of every flow: names come from the
/// directory and from the pages, and a text of a client is masked only if the directory does not know the text.
struct FlowSummary {
    let items: [Journal.Item]
    private let reader: JournalReader

    init(_ flow: Flow, _ reader: JournalReader) {
        items = flow.items
        self.reader = reader
    }

    var outcome: FlowOutcome {
        items.last.map { item in
            FlowOutcome(RecordedResponse(item.entry)) { reader.mask(item).text($0) }
        } ?? FlowOutcome.none
    }

    // MARK: - Noise

    /// The endpoints of documents that every library loads.
    private static let documents: Set<ByteString> = ["discovery", "keys", "instance"]
    /// The files that browsers request of their own accord.
    private static let browserFiles: Set<ByteString> = [
        "/robots.txt", "/apple-touch-icon.png", "/apple-touch-icon-precomposed.png",
        "/.well-known/appspecific/com.chrome.devtools.json",
    ]

    /// Whether the flow consists of documents that every library loads without an error, or of files that browsers request.
    var isNoise: Bool {
        items.allSatisfy { item in
            let entry = item.entry
            if FlowSummary.documents.contains(ByteString(entry.endpoint)) { return entry.response.status < 400 }
            let path = ByteString(entry.request.path)
            return entry.endpoint.isExactly(EndpointName.unknown) && entry.request.method == "GET"
                && (FlowSummary.browserFiles.contains(path) || entry.request.path.hasExactPrefix("/favicon"))
        }
    }

    // MARK: - Row

    /// The largest number of steps that the list names for a flow.
    private static let maximumSteps = 6

    /// The application and the user, or else the endpoint.
    var participants: String {
        let user = items.lazy.compactMap(quickUser).first ?? items.lazy.compactMap(presentedUser).first
        let parts = [items.lazy.compactMap(application).first, user].compactMap(\.self)
        return parts.isEmpty ? items.first?.entry.endpoint ?? "" : parts.joined(separator: " · ")
    }

    /// The steps in order. Equal steps in succession are one step with a count.
    var steps: String {
        var steps: [(text: String, count: Int)] = []
        for text in items.map(step) {
            if let last = steps.last, last.text.isExactly(text) {
                steps[steps.count - 1].count += 1
            } else {
                steps.append((text, 1))
            }
        }
        let texts = steps.map { $0.count > 1 ? "\($0.text) ×\($0.count)" : $0.text }
        let shown = texts.prefix(FlowSummary.maximumSteps)
        let left = texts.count - shown.count
        return (shown + (left > 0 ? ["\(left) more"] : [])).joined(separator: " → ")
    }

    /// The time that the server spent on the flow.
    var duration: UInt64 { items.reduce(0) { $0 &+ $1.entry.duration } }

    /// The short names of grant types that no mask needs to see.
    private static let grants: Set<ByteString> = [
        "authorization_code", "refresh_token", "client_credentials", "password", "device_code", "jwt-bearer",
    ]

    private func step(_ item: Journal.Item) -> String {
        let entry = item.entry
        guard let grant = (entry.form?[Parameter.grantType] ?? entry.query?[Parameter.grantType]), !grant.isEmpty
        else { return entry.endpoint }
        let name = shortGrant(grant)
        return "\(entry.endpoint) (\(FlowSummary.grants.contains(name) ? name : masked(name, item)))"
    }

    private func application(_ item: Journal.Item) -> String? {
        let facts = facts(item)
        guard let id = facts.clientID, !id.isEmpty else { return nil }
        return registration(id, item, facts)?.displayName ?? masked(id, item)
    }

    private func registration(_ id: String, _ item: Journal.Item, _ facts: RequestFacts) -> Application? {
        let tenant = facts.tenantSegment.flatMap(item.directory.tenant(segment:))
        return item.directory.registration(of: ClientID(id), in: tenant)?.application
    }

    /// Returns the user whom a page or a form names. No token is decoded.
    private func quickUser(_ item: Journal.Item) -> String? {
        let typed =
            RecordedResponse(item.entry).page?.username ?? item.entry.form?[PageField.username]
            ?? item.entry.form?[Parameter.username] ?? item.entry.query?[Parameter.loginHint]
        guard let typed, !typed.isEmpty else { return nil }
        let isKnown = RequestSubject.home(of: typed, in: item.directory)?.user(named: typed) != nil
        return isKnown ? typed : masked(typed, item)
    }

    /// Returns the user whom the code or the token in the request names.
    private func presentedUser(_ item: Journal.Item) -> String? {
        facts(item).person.name(in: item.directory).map { masked($0, item) }
    }

    private func masked(_ text: String, _ item: Journal.Item) -> String { reader.mask(item).text(text) }

    /// Returns the facts of the request alone, without those of the response.
    private func facts(_ item: Journal.Item) -> RequestFacts {
        var facts = item.entry.facts(in: item.directory, reader.sealing)
        facts.responseSubject = nil
        return facts
    }

    // MARK: - Conditions

    func application(_ item: Journal.Item, isNamed name: String) -> Bool {
        let facts = facts(item)
        guard let id = facts.clientID else { return false }
        if id.isExactlyIgnoringASCIICase(name) { return true }
        return registration(id, item, facts).map { FlowFilter.contains($0.displayName, name) } ?? false
    }

    func tenant(_ item: Journal.Item, isNamed name: String) -> Bool {
        let facts = item.entry.facts(in: item.directory, reader.sealing)
        if facts.isOfTenant(name) { return true }
        return facts.tenantSegment.flatMap(item.directory.tenant(segment:)).map {
            FlowFilter.contains($0.displayName, name)
        } ?? false
    }

    func user(_ item: Journal.Item, isNamed name: String) -> Bool {
        if let user = quickUser(item), FlowFilter.contains(user, name) { return true }
        let person = item.entry.facts(in: item.directory, reader.sealing).person
        return person.isNamed(name, in: item.directory)
            || person.name(in: item.directory).map { FlowFilter.contains($0, name) } ?? false
    }

    /// Returns the texts of an entry for the search, with masked secrets: the members of its summary and its error message.
    func text(_ item: Journal.Item) -> SearchedTexts {
        let summary = EntryJSON(item, reader).value(.summary).object ?? []
        let failure = RecordedResponse(item.entry).failure
        let messages = [failure?.error, failure?.message].compactMap(\.self).map { masked($0, item) }
        return SearchedTexts(texts: (summary.map(\.value.line) + messages).map(\.asciiLowercased))
    }
}

extension FlowOutcome {
    fileprivate static let none = FlowOutcome(.completed, "")
}

/// A time that the server spent, in the unit that keeps three digits.
func spent(_ nanoseconds: UInt64) -> String {
    let microseconds = nanoseconds / 1_000
    guard microseconds >= 1_000 else { return "\(microseconds) µs" }
    let (unit, size): (String, UInt64) = microseconds < 1_000_000 ? ("ms", 1_000) : ("s", 1_000_000)
    let whole = microseconds / size
    let digits = whole < 10 ? 2 : whole < 100 ? 1 : 0
    let scale: UInt64 = digits == 2 ? 100 : digits == 1 ? 10 : 1
    let fraction = microseconds % size * scale / size
    guard digits > 0 else { return "\(whole) \(unit)" }
    let text = String(fraction)
    return "\(whole).\(digits == 2 && fraction < 10 ? "0" : "")\(text) \(unit)"
}
