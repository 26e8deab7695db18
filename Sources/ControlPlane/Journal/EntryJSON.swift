import ClientTools
import Directory
import Entra
package import Formats
import HTTP
import Protocol

/// The JSON form of a journal entry in the control plane.
package struct EntryJSON {
    /// The part of an entry to show.
    package enum Extent: String, Sendable, CaseIterable {
        /// All members.
        case full
        /// The members for a list: the request, the client, the user and the outcome.
        case summary
    }

    private let item: Journal.Item
    private let entry: JournalEntry
    private let mask: SecretMask
    private let decision: Decision

    package init(_ item: Journal.Item, _ reader: JournalReader) {
        self.item = item
        entry = item.entry
        mask = reader.mask(item)
        decision = Decision(item, reader)
    }

    /// Returns the entry with masked secrets. First the values of known secret names are masked, and then every other text.
    package func value(_ extent: Extent) -> JSONValue {
        .object(
            (summary + (extent == .full ? details : [])).map { member in
                EntryJSON.fixed.contains(member.name)
                    ? member : JSONValue.Member(member.name, mask.texts(of: member.value))
            })
    }

    /// The members whose texts the server itself wrote, and the members whose parts are already masked.
    private static let fixed: Set<ByteString> = [
        "time", "endpoint", "version", "outcome", "page", "request", "response",
    ]

    // MARK: - Summary

    private var summary: [JSONValue.Member] {
        let facts = decision.facts
        let recorded = decision.response
        let texts: [(String, String?)] = [
            ("clientRequestId", facts.clientRequestID), ("correlationId", entry.correlationID),
            ("traceId", entry.traceID.description), ("clientId", facts.clientID),
            ("clientName", decision.client?.displayName),
            ("tenant", decision.tenant?.id.description ?? facts.tenantSegment),
            ("user", facts.person.name(in: item.directory)), ("grantType", facts.grantType),
            ("scope", facts.parameter(Parameter.scope)), ("resource", facts.parameter(Parameter.resource)),
            ("outcome", recorded.outcome.rawValue), ("error", recorded.failure?.code ?? recorded.failure?.error),
            ("page", recorded.page?.name), ("script", recorded.stub),
        ]
        let head: [JSONValue.Member] = [
            .init("id", .integer(item.id)), .init("time", .string(entry.time.iso8601)),
            .init("durationMicroseconds", .integer(Int64(clamping: entry.duration / 1000))),
            .init("endpoint", .string(entry.endpoint)), .init("method", .string(entry.request.method)),
            .init("url", .string(url)), .init("status", .integer(Int64(entry.response.status))),
        ]
        return head + version + texts.compactMap { name, text in text.map { .init(name, .string($0)) } }
    }

    private static let versioned: Set<ByteString> = [
        "authorize", "token", "devicecode", "logout", "discovery", "keys", "adminconsent",
    ]

    private var isV1: Bool { !entry.request.path.asciiLowercased.containsExactly("/v2.0") }

    private var version: [JSONValue.Member] {
        EntryJSON.versioned.contains(entry.endpoint) ? [.init("version", .string(isV1 ? "v1" : "v2"))] : []
    }

    private var url: String {
        let query = entry.request.query.isEmpty ? "" : "?\(entry.request.query)"
        return mask.url("\(entry.origin)\(entry.request.path)\(query)")
    }

    // MARK: - Details

    private var details: [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("peer", .string(entry.peer.address)), .init("request", .object(request)),
            .init("response", .object(response)), .init("decision", .object(decision.members)),
        ]
        if let translated { members.append(.init("v2", translated)) }
        if isNative { members.append(.init("nativeHeaders", nativeHeaders)) }
        return members
    }

    private var request: [JSONValue.Member] {
        var members: [JSONValue.Member] = [
            .init("query", EntryJSON.object(entry.query.map(mask.form))),
            .init("form", EntryJSON.object(entry.form.map(mask.form))),
            .init("headers", headers(entry.request.headers)),
        ]
        if entry.form == nil, !entry.request.body.isEmpty {
            members += body(entry.request.body, JSONValue(parsing: entry.request.body), isText: false)
        }
        let facts = decision.facts
        if let claims = facts.parameter(Parameter.claims).flatMap({ JSONValue(parsing: Array($0.utf8)) }) {
            members.append(.init("claims", mask.json(claims, in: .claims)))
        }
        for (name, text) in [
            ("clientAssertion", facts.parameter(Parameter.clientAssertion)),
            ("assertion", facts.parameter(Parameter.assertion)),
            ("idTokenHint", facts.parameter(Parameter.idTokenHint)), ("bearer", facts.bearer),
        ] {
            guard let token = UnverifiedClaims(text, facts.sealing) else { continue }
            members.append(
                .init(
                    name,
                    mask.texts(of: .object([.init("header", token.header), .init("claims", token.claims)]))))
        }
        return members
    }

    private var response: [JSONValue.Member] {
        let recorded = decision.response
        var members: [JSONValue.Member] = [
            .init("status", .integer(Int64(entry.response.status))), .init("headers", headers(entry.response.headers)),
        ]
        if let fault = recorded.fault {
            members.append(.init("fault", .string(fault)))
            if let remark = recorded.faultRemark { members.append(.init("faultRemark", .string(remark))) }
        }
        if let parameters = recorded.parameters, !parameters.fields.isEmpty {
            members.append(.init("parameters", EntryJSON.object(mask.form(parameters))))
        }
        let type = entry.response.headers["Content-Type"] ?? ""
        return members + body(entry.response.body, recorded.json, isText: type.hasExactPrefix("text/plain"))
    }

    /// The largest body that is shown as text, in bytes.
    private static let maximumText = 65_536

    /// Returns a JSON body as JSON, and a plain text body as text. With secrets shown, any UTF-8 body is text. For other bodies,
    /// returns the number of bytes.
    private func body(_ bytes: [UInt8], _ json: JSONValue?, isText: Bool) -> [JSONValue.Member] {
        guard !bytes.isEmpty else { return [] }
        if let json { return [.init("json", mask.json(json))] }
        if isText || mask.isOff, bytes.count <= EntryJSON.maximumText,
            let text = String(utf8: bytes)
        {
            return [.init("text", .string(mask.text(text)))]
        }
        return [.init("bytes", .integer(Int64(bytes.count)))]
    }

    private func headers(_ list: HeaderList) -> JSONValue {
        EntryJSON.object(Form(list.fields.map { Form.Field(mask.text($0.name), mask.header($0.name, $0.value)) }))
    }

    /// Returns `{"name": "value"}`, with a list for a name that occurs several times. Returns null for a form that could not be
    /// decoded.
    private static func object(_ form: Form?) -> JSONValue {
        guard let form else { return .null }
        var names: [ByteString] = []
        var values: [ByteString: [String]] = [:]
        for field in form.fields {
            let name = ByteString(field.name)
            if values[name] == nil { names.append(name) }
            values[name, default: []].append(field.value)
        }
        return .object(
            names.map { name in
                let list = values[name] ?? []
                let value = list.count == 1 ? JSONValue.string(list[0]) : .array(list.map(JSONValue.string))
                return JSONValue.Member(name.string, value)
            })
    }

    // MARK: - Native authentication

    private var isNative: Bool { entry.notes.isContracted || decision.facts.isNative }

    /// The treatment by MSAL of each header whose name begins with `x-`: `{"x-trace": "custom", "x-ms-mine": "reserved"}`.
    private var nativeHeaders: JSONValue {
        let names = entry.request.headers.fields.map(\.name.asciiLowercased).filter { $0.hasExactPrefix("x-") }
        return .object(
            Set(exactly: names).sorted().map(\.string).map {
                JSONValue.Member($0, .string(NativeHeader(name: $0).rawValue))
            })
    }

    // MARK: - Version 2

    /// The version 2 equivalent of a version 1 request: the URL, the parameters, and notes.
    private var translated: JSONValue? {
        guard isV1, EntryJSON.versioned.contains(entry.endpoint) else { return nil }
        let isForm = entry.endpoint == "token" || (entry.endpoint == "devicecode" && entry.form != nil)
        let parameters = (isForm ? entry.form : entry.query).map { mask.form($0).encoded } ?? ""
        let url = "\(entry.origin)\(entry.request.path)" + (parameters.isEmpty ? "" : "?\(parameters)")
        do throws(TranslationFailure) {
            let translation = try EndpointTranslation.url(url)
            let parts = translation.to.pieces(separatedBy: "?", atMost: 2)
            let form = try? Form(parsing: (parts.count > 1 ? parts[1] : "").utf8)
            return .object([
                .init("url", .string(parts.first ?? "")), .init("parameters", EntryJSON.object(form)),
                .init("notes", .array(translation.notes.map(JSONValue.string))),
            ])
        } catch {
            return .object([.init("url", .null), .init("notes", .array([.string(error.message)]))])
        }
    }
}
