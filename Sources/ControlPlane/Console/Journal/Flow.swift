import Entra
import Formats
import HTTP
import Protocol

/// A sequence of journal entries that belong together, such as the pages of a sign-in and the redemption of its code.
struct Flow {
    private(set) var items: [Journal.Item]

    /// Returns the flows of the journal, in the order of their first entries. `items` are in the order of their IDs.
    static func all(in items: [Journal.Item]) -> [Flow] {
        var grouping = Grouping()
        for item in items { grouping.add(item) }
        return grouping.flows.filter { !$0.items.isEmpty }.sorted { $0.firstID < $1.firstID }
    }

    /// Returns the flow that contains the entry with this ID, or nil if the journal has no such entry.
    static func having(_ id: Int64, in journal: Journal) -> Flow? {
        all(in: journal.items).first { flow in flow.items.contains { $0.id == id } }
    }

    /// The ID of the first entry, which names the flow while the flow grows.
    var firstID: Int64 { items.first?.id ?? 0 }
}

extension Flow {
    /// The assignment of entries to flows. An entry continues the flow that has one of the entry's links.
    private struct Grouping {
        var flows: [Flow] = []
        /// The positions of flows by their links.
        private var positions: [ByteString: Int] = [:]
        /// The positions of flows that became part of another flow.
        private var merged: [Int: Int] = [:]

        mutating func add(_ item: Journal.Item) {
            let links = FlowLinks(item.entry)
            let known = position(of: links.continued)
            let position = known ?? flows.count
            if known == nil { flows.append(Flow(items: [])) }
            flows[position].items.append(item)
            for link in links.offered { positions[link] = position }
            guard let page = links.codePage else { return }
            if let earlier = self.position(of: [page]), earlier != position { merge(earlier, into: position) }
            // A page on which nobody has entered the code of a device yet belongs to the device of the next code.
            positions[page] = known == nil ? position : nil
        }

        private func position(of links: [ByteString]) -> Int? {
            guard var position = links.lazy.compactMap({ positions[$0] }).first else { return nil }
            while let target = merged[position] { position = target }
            return position
        }

        private mutating func merge(_ source: Int, into target: Int) {
            flows[target].items = (flows[source].items + flows[target].items).sorted { $0.id < $1.id }
            flows[source].items = []
            merged[source] = target
        }
    }
}

/// The values by which a journal entry belongs to others. A value is one that only the same flow has: a correlation ID, a code, the
/// state of a page, or the address of a redirect.
struct FlowLinks {
    /// The links that continue an earlier entry.
    private(set) var continued: [ByteString] = []
    /// The links that later entries continue.
    private(set) var offered: [ByteString] = []
    /// The browser that has the page for device codes open, without the code of a known device.
    private(set) var codePage: ByteString?

    init(_ entry: JournalEntry) {
        let response = RecordedResponse(entry)
        share("id", entry.correlationID)
        for field in [Parameter.code, Parameter.deviceCode] { share("code", entry.form?[field]) }
        follow("token", entry.form?[PageField.flowToken])
        follow("url", address(of: entry))
        offer("url", entry.response.headers["Location"].flatMap { FlowLinks.path(of: $0, at: entry.origin) })
        offer("token", response.page?.form?.hidden.first { $0.name.isExactly(PageField.flowToken) }?.value)
        switch entry.endpoint {
        case "devicecode":
            let json = response.json
            offer("code", json?[Parameter.deviceCode]?.string)
            offer("user code", json?[Parameter.userCode]?.string.flatMap(UserCode.init(typed:))?.description)
        case "devicelogin":
            let typed = entry.form?[PageField.enteredUserCode] ?? entry.form?[PageField.userCode]
            follow("user code", typed.flatMap(UserCode.init(typed:))?.description)
            codePage = ByteString("\(entry.peer.address) \(entry.request.headers["User-Agent"] ?? "")")
        case "authorize": offer("code", response.parameters?[Parameter.code])
        default: break
        }
        linkNative(entry, response)
    }

    /// Links the requests of native authentication, each of which presents the continuation token of the previous response.
    private mutating func linkNative(_ entry: JournalEntry, _ response: RecordedResponse) {
        let name = "continuation_token"
        let presented = entry.form?[name]
        guard presented != nil || EndpointName.isNative(entry.endpoint) else { return }
        let json = entry.form == nil ? JSONValue(parsing: entry.request.body) : nil
        follow("continuation", presented ?? json?[name]?.string)
        offer("continuation", response.json?[name]?.string)
    }

    private mutating func share(_ kind: String, _ value: String?) {
        follow(kind, value)
        offer(kind, value)
    }

    private mutating func follow(_ kind: String, _ value: String?) {
        if let value, !value.isEmpty { continued.append(ByteString("\(kind) \(value)")) }
    }

    private mutating func offer(_ kind: String, _ value: String?) {
        if let value, !value.isEmpty { offered.append(ByteString("\(kind) \(value)")) }
    }

    /// Returns the path and query of a request that a redirect of this server may have caused. Only a browser follows a redirect,
    /// and its request is a GET.
    private func address(of entry: JournalEntry) -> String? {
        guard entry.request.method == "GET", !entry.request.query.isEmpty else { return nil }
        return "\(entry.request.path)?\(entry.request.query)"
    }

    /// Returns the path and query of a redirect to the server itself, or nil for a redirect to another server.
    private static func path(of location: String, at origin: Origin) -> String? {
        let path = location.hasExactPrefix("/") ? location : location.dropping(prefix: origin.description)
        return path.map { $0.upTo("#") }
    }
}

extension PageModel {
    /// The form of the page, or nil for a page without a form.
    var form: FormTarget? {
        switch self {
        case .username(let page): page.form
        case .password(let page): page.form
        case .accountPicker(let page): page.form
        case .accountKind(let page): page.form
        case .proofChoice(let page): page.form
        case .oneTimeCode(let page): page.form
        case .proofRegistration(let page): page.form
        case .termsOfUse(let page): page.form
        case .changePassword(let page): page.form
        case .staySignedIn(let page): page.form
        case .consent(let page): page.form
        case .adminApproval(let page): page.form
        case .deviceCode(let page): page.form
        case .deviceConfirmation(let page): page.form
        case .signOutPicker(let page): page.form
        case .pushNotification(let page): page.form
        case .userFlow(let page): page.form
        case .policySignIn(let page): page.form
        case .policyAttributes(let page): page.form
        case .externalID(let page): page.form
        case .deviceOutcome, .error, .formPost, .code, .signedOut, .nativeClient: nil
        }
    }
}
