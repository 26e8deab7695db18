import Crypto
import Directory
import Entra
import Formats
import HTTP
import Platform
import Protocol

/// A page with the CA certificate: downloads, the fingerprint, and the steps to trust the CA on each system.
struct TrustView: ConsoleView {
    /// The CA of the server, or nil if the server uses the operator's own certificate.
    let authority: CertificateAuthority?
    /// The origin at which the operator reached the server.
    let origin: Origin
    /// The origins at which other machines may reach the server, the likeliest first.
    let reachable: [Origin]
    /// The ports at which the server listens.
    let ports: [Int]

    var section: ConsoleSection { .trust }
    var lead: String { "Clients must trust the server’s certificate authority (CA) before they use HTTPS." }

    func write(to html: inout HTMLWriter) {
        guard let authority else {
            return html.element("p", ["class": "notice"], text: ControlEndpoint.noAuthority)
        }
        html.raw("<p class=\"buttons\">")
        for (path, text) in TrustView.downloads {
            html.element("a", ["class": "button download", "href": path, "download": ""], text: text)
        }
        html.raw("</p>\n")
        html.facts([
            ("Subject", Cell("Understudy Test CA")), ("SHA-256", .code(TrustView.fingerprint(authority))),
        ])
        html.codeBlock(
            CodeBlock(
                "Download, and compare the fingerprint",
                """
                \(ControlCommand(origin: origin, needsToken: false).get("/_understudy/ca.pem")) -o \(TrustSteps.file)
                openssl x509 -in \(TrustSteps.file) -noout -fingerprint -sha256
                """))
        html.raw(
            """
            <p class="notice">The CA is new at each start, unless the server is started with <code>--seed</code> or \
            <code>--data-dir</code>. Whoever has the key of a trusted CA can impersonate any host: trust this CA only on machines \
            for tests.</p>

            """)
        writeAddresses(to: &html)
        for group in TrustSteps.all(forwarding: ports) {
            html.element("h2", text: group.group)
            for steps in group.steps { write(steps, to: &html) }
        }
    }

    private func writeAddresses(to html: inout HTMLWriter) {
        html.raw("<h2>Addresses for other devices</h2>\n")
        guard !reachable.isEmpty else {
            html.raw(
                """
                <p class="notice" id="loopback">The server listens on this machine only, so no phone can reach it. Start it with \
                <code>--host 0.0.0.0</code> to accept other machines; then set a control token with <code>--control-token</code>, \
                because everyone in the network can reach the control plane.</p>

                """)
            return
        }
        html.element("ul", ["class": "addresses"]) { html in
            for origin in reachable {
                html.raw("<li>")
                html.element("code", text: origin.description)
                html.raw("</li>")
            }
        }
        html.raw(
            """
            <p class="soft">In a container these are the addresses of the container. Use the address of the host machine and the \
            published port instead.</p>

            """)
    }

    private func write(_ steps: TrustSteps, to html: inout HTMLWriter) {
        html.element("details", ["class": "card steps-card"]) { html in
            html.element("summary", text: steps.title)
            html.raw("\n")
            if steps.text.count == 1 {
                html.element("p", text: steps.text[0])
            } else if !steps.text.isEmpty {
                html.element("ol", ["class": "steps"]) { html in
                    for step in steps.text { html.element("li", text: step) }
                }
            }
            if let path = steps.devicePath, let origin = reachable.first { html.qrCode("\(origin)\(path)") }
            if let commands = steps.commands {
                html.codeBlock(CodeBlock("\(steps.title): \(steps.caption)", commands))
            }
        }
        html.raw("\n")
    }

    private static let downloads = [
        ("/_understudy/ca.pem", "Download PEM"), ("/_understudy/ca.der", "Download DER"),
        ("/_understudy/ca.mobileconfig", "Download Apple profile"),
    ]

    /// Returns the SHA-256 hash of the certificate, as pairs of digits with colons.
    static func fingerprint(_ authority: CertificateAuthority) -> String {
        Digest.sha256(authority.certificateDER).map { ASCII.hex([$0]).asciiUppercased }.joined(separator: ":")
    }
}

extension HTMLWriter {
    /// Writes a QR code with its text below. Writes only the text if the text does not fit into a QR code.
    fileprivate mutating func qrCode(_ text: String) {
        element("figure", ["class": "qr"]) { html in
            if let code = QRCode(Array(text.utf8)) {
                // The quiet zone is four modules wide on each side (ISO/IEC 18004 §6.3.8).
                let side = code.size + 8
                html.element(
                    "svg",
                    [
                        "viewBox": "-4 -4 \(side) \(side)", "role": "img", "aria-label": "QR code of \(text)",
                        "shape-rendering": "crispEdges", "data-text": text,
                    ]
                ) { html in
                    html.element(
                        "rect", ["x": "-4", "y": "-4", "width": "\(side)", "height": "\(side)", "fill": "#fff"]
                    ) { _ in }
                    html.element("path", ["d": code.path, "fill": "#000"]) { _ in }
                }
            }
            html.element("figcaption") { $0.element("code", text: text) }
        }
        raw("\n")
    }
}

extension ControlRoutes {
    /// The route of the page about the CA.
    static let consoleTrust: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/console/trust", .consoleTrust)
    ]
}

extension ControlEndpoint {
    static var consoleTrust: ControlEndpoint {
        ControlEndpoint("console", usesStore: false, errors: .problem, isConsole: true) {
            (context, server) throws(EntraError) in
            .console(
                TrustView(
                    authority: server.hasOwnCertificate ? nil : context.services.keys.authority, origin: context.origin,
                    reachable: TrustView.reachableOrigins(context.origin, server),
                    ports: server.origins.compactMap(\.port)))
        }
    }
}

extension TrustView {
    /// The largest number of addresses on the page.
    private static let maximumAddresses = 8

    /// Returns the origins at which a phone may reach the server: the public origin, the operator's own origin unless that is
    /// loopback, and the addresses of the network interfaces. Plain HTTP is preferred, because a device cannot use HTTPS before it
    /// trusts the CA.
    static func reachableOrigins(_ own: Origin, _ server: any ControlServer) -> [Origin] {
        if let origin = server.publicOrigin { return [origin] }
        guard server.acceptsOtherMachines,
            let listening = server.origins.first(where: { !$0.isSecure }) ?? server.origins.first
        else { return [] }
        let hosts = isLocal(listening.host) ? NetworkInterfaces.reachableAddresses : [listening.host]
        let addresses = hosts.prefix(maximumAddresses).map {
            Origin(scheme: listening.scheme, host: $0, port: listening.port ?? (listening.isSecure ? 443 : 80))
        }
        return (isLocal(own.host) || addresses.contains(own) ? [] : [own]) + addresses
    }

    private static func isLocal(_ host: String) -> Bool {
        host.isExactly("localhost") || host.isExactly("[::1]") || IPv4Literal.isLoopback(host)
    }
}

/// The styles of the page about the CA.
enum TrustStyle {
    static let style: StaticString = """
        .download { display: inline-flex; align-items: center; text-decoration: none; }
        .download:hover { color: var(--on-accent); }
        .steps-card { margin-bottom: .5rem; padding: .625rem 1.25rem; }
        .steps-card > summary { cursor: pointer; font-weight: 600; }
        .steps-card[open] > summary { margin-bottom: .75rem; }
        .addresses { margin: 0 0 .75rem; padding: 0; list-style: none; }
        .qr { margin: 0 0 1rem; }
        .qr svg { display: block; width: min(14rem, 100%); border-radius: .5rem; }
        .qr figcaption { margin-top: .375rem; }

        """
}
