import Crypto
import Directory
import Entra
import Formats
import Protocol
import Store

/// A page that shows the signing keys of each kind of tenant, and rotates and removes keys.
struct KeysView: ConsoleView {
    /// A key of a ring, with its state.
    struct Row: Sendable, Equatable {
        let id: String
        let state: Badge
        /// The time at which the certificate of the key becomes valid: the time of the rotation, or the beginning of the CA.
        let since: String
        /// Whether the key can be removed: the key is published and does not sign.
        let isRemovable: Bool
    }

    /// The keys of one kind of tenant.
    struct Ring: Sendable {
        let name: KeyStore.Ring
        let title: String
        let keys: [Row]
        /// The key sets that publish the keys, by tenant.
        let keySets: [(tenant: String, path: String)]
    }

    let rings: [Ring]
    /// Whether the server's own CA signs the certificates for HTTPS.
    let hasAuthority: Bool
    /// The submitted form, whose values the page keeps.
    let form: Form
    let problem: String?

    var section: ConsoleSection { .keys }
    var lead: String {
        "The keys that sign tokens. Clients find them by the key ID in the key set of the tenant."
    }

    func write(to html: inout HTMLWriter) {
        if let problem { html.element("p", ["class": "notice bad", "role": "alert"], text: problem) }
        for ring in rings { write(ring, to: &html) }
        writeRotation(to: &html)
        html.raw("<h2>Certificate authority</h2>\n")
        html.element("p") { html in
            html.text(
                hasAuthority
                    ? "The CA that signs the server’s certificates for HTTPS is not a token-signing key. "
                    : "HTTPS uses the certificate in server.tls, which is not a token-signing key. ")
            html.element("a", ["href": ConsoleSection.trust.path], text: "Trust the CA")
        }
    }

    private func write(_ ring: Ring, to html: inout HTMLWriter) {
        html.element("h2", text: ring.title)
        html.element("table", ["aria-label": ring.title]) { html in
            html.raw("\n<thead><tr>")
            for name in ["Key ID (kid, x5t)", "Algorithm", "State", "Certificate valid from", "Remove"] {
                html.element("th", ["scope": "col"], text: name)
            }
            html.raw("</tr></thead>\n<tbody>")
            for key in ring.keys {
                html.raw("\n<tr><td data-label=\"Key ID (kid, x5t)\">")
                html.element("code", text: key.id)
                html.raw("</td><td data-label=\"Algorithm\">")
                html.text(SignatureAlgorithm.rs256.rawValue)
                html.raw("</td><td data-label=\"State\">")
                html.badge(key.state)
                html.raw("</td><td data-label=\"Certificate valid from\">")
                html.text(key.since)
                html.raw("</td><td data-label=\"Remove\">")
                writeRemoval(of: key, to: &html)
                html.raw("</td></tr>")
            }
            html.raw("\n</tbody>")
        }
        html.raw("\n<p class=\"key-sets\">Key sets: ")
        for (index, set) in ring.keySets.enumerated() {
            if index > 0 { html.raw(" · ") }
            html.element("a", ["href": set.path], text: set.tenant)
        }
        html.raw("</p>\n")
    }

    private func writeRemoval(of key: Row, to html: inout HTMLWriter) {
        guard key.isRemovable else { return html.raw("<span class=\"soft\">–</span>") }
        html.element("form", ["method": "post", "action": section.path]) { html in
            html.void("input", ["type": "hidden", "name": "drop", "value": key.id])
            html.element(
                "button", ["class": "small", "aria-label": "Remove the key \(key.id) from the key set"], text: "Remove")
        }
    }

    private func writeRotation(to html: inout HTMLWriter) {
        html.raw("<h2>Rotate</h2>\n")
        html.element(
            "p",
            text:
                "A new key signs from now on, for every tenant of the kind. The previous key stays in the key set for the "
                + "grace period, or until it is removed. A client that caches the key set must fetch it again.")
        html.element("form", ["method": "post", "action": section.path, "class": "question"]) { html in
            html.raw("\n")
            html.selectField(
                "Tenants", name: "for", options: rings.map { ($0.name.rawValue, $0.title) }, chosen: form["for"] ?? "")
            html.input(
                "Grace period", name: "grace", value: form["grace"] ?? "", hint: "PT24H (empty: no limit)")
            html.element("label", ["for": "field-confirm"], text: "Confirm")
            html.element("label", ["class": "check"]) { html in
                html.void(
                    "input",
                    ["type": "checkbox", "id": "field-confirm", "name": "confirm", "value": "yes", "required": ""])
                html.raw(" Sign with a new key")
            }
            html.raw("\n")
            html.element("button", ["class": "button"], text: "Rotate")
        }
        html.raw("\n")
    }
}

extension KeysView {
    /// The largest number of key sets that the page links for one kind of tenant.
    private static let maximumKeySets = 20

    init(_ store: KeyStore, _ directory: Directory, now: Timestamp, hasAuthority: Bool, form: Form, problem: String?) {
        let material = store.material(at: now)
        self.init(
            rings: KeyStore.Ring.allCases.map { ring in
                let keys = try? material.ring(ring)
                let ends = store.retiring(ring)
                let retired = ends.filter { $0.time <= now }
                return Ring(
                    name: ring, title: ring.title,
                    keys: (keys?.published.reversed() ?? []).map { key in
                        let signs = keys?.current.id.isExactly(key.id) == true
                        let end = ends.first { $0.key.id.isExactly(key.id) }?.time
                        return Row(
                            id: key.id,
                            state: signs
                                ? Badge("signs", .good)
                                : Badge(end.map { "published until \($0.iso8601)" } ?? "published", .calm),
                            since: KeysView.since(key), isRemovable: !signs)
                    }
                        + retired.map { key, time in
                            Row(
                                id: key.id, state: Badge("retired at \(time.iso8601)", .bad),
                                since: KeysView.since(key), isRemovable: false)
                        },
                    keySets: KeysView.keySets(ring, directory))
            }, hasAuthority: hasAuthority, form: form, problem: problem)
    }

    private static func since(_ key: SigningKey) -> String {
        let der = key.jwk.x5c.first.flatMap { Base64.decodeStandard($0.utf8) }
        return der.flatMap { try? ClientCertificate(der: $0) }?.notBefore.iso8601 ?? ""
    }

    private static func keySets(_ ring: KeyStore.Ring, _ directory: Directory) -> [(tenant: String, path: String)] {
        let tenants = directory.tenants.lazy.filter { ring.signs(for: $0) }.prefix(maximumKeySets)
        return tenants.flatMap { tenant -> [(tenant: String, path: String)] in
            let root = "/\(tenant.id)"
            guard ring == .b2c else { return [(tenant.displayName, "\(root)/discovery/v2.0/keys")] }
            return tenant.policies.map { ("\(tenant.displayName) \($0.id)", "\(root)/\($0.id)/discovery/v2.0/keys") }
        }
    }
}

extension KeyStore.Ring {
    fileprivate var title: String {
        switch self {
        case .workforce: "Workforce tenants"
        case .external: "External tenants"
        case .b2c: "B2C tenants"
        }
    }

    fileprivate func signs(for tenant: Tenant) -> Bool {
        switch tenant.kind {
        case .external: self == .external
        case .b2c: self == .b2c
        default: self == .workforce
        }
    }
}
