import Entra
import Formats
import HTTP
import Protocol

/// A flow as a test for pytest, with the library `requests`. The control plane signs users in, so that the test needs no browser.
struct PytestFlow {
    /// A variable of the test that an earlier step sets.
    private enum Variable {
        case code
        case tokens
        case device
        case continuation
        case verifier
        /// No variable: an earlier step polled for the device.
        case polled
    }

    private let reader: JournalReader
    /// Whether the text contains the secrets of the flow. If not, the test reads them from environment variables.
    private let showsSecrets: Bool
    private var lines: [String] = []
    private var secrets: [(name: String, value: String)] = []
    private var modules: Set<ByteString> = ["os"]
    /// Whether the test needs the helper that approves a device.
    private var needsApproval = false
    /// The variables that earlier steps have set.
    private var variables: Set<Variable> = []

    private static let literal = StringLiteral.python

    /// Returns the text of the test.
    static func text(_ flow: Flow, _ reader: JournalReader, showsSecrets: Bool) -> String {
        var test = PytestFlow(reader: showsSecrets ? reader.showingSecrets : reader, showsSecrets: showsSecrets)
        for (number, step) in RecordedStep.all(of: flow).enumerated() { test.write(step, number + 1) }
        return test.assembled(origin: flow.items.first?.entry.origin)
    }

    private init(reader: JournalReader, showsSecrets: Bool) {
        self.reader = reader
        self.showsSecrets = showsSecrets
    }

    // MARK: - Frame

    private func assembled(origin: Origin?) -> String {
        let address = PytestFlow.literal.quoted(origin?.description ?? "http://localhost:8080")
        let trust =
            origin?.isSecure == true
            ? ["    session.verify = os.environ.get(\"UNDERSTUDY_CA\", \"understudy-ca.pem\")"] : []
        let standard = modules.map(\.string).sorted { $0.precedes($1) }.map { name in
            name.isExactly("urlencode")
                ? "from urllib.parse import urlencode"
                : name.isExactly("HTMLParser") ? "from html.parser import HTMLParser" : "import \(name)"
        }.sorted { $1.hasExactPrefix("from") && !$0.hasExactPrefix("from") }
        let constants = secrets.map { secret in
            let name = PytestFlow.literal.quoted(secret.name)
            return showsSecrets
                ? "\(secret.name) = os.environ.get(\(name), \(PytestFlow.literal.quoted(secret.value)))"
                : "\(secret.name) = os.environ[\(name)]"
        }
        let parts =
            [
                ["\"\"\"Repeats a flow from the request journal of Understudy.\"\"\""], standard, ["import requests"],
                ["UNDERSTUDY = os.environ.get(\"UNDERSTUDY\", \(address))"] + constants,
            ].map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
        let helper = needsApproval ? "\n\n\n\(PytestFlow.approval)" : ""
        return "\(parts)\(helper)\n\n\ndef test_flow():\n"
            + (["    session = requests.Session()"] + trust + lines).joined(separator: "\n") + "\n"
    }

    /// The helper that enters the code of a device on the pages.
    private static let approval = """
        class Form(HTMLParser):
            \"""The form of a page, with the fields that a browser posts.\"""

            def __init__(self, text):
                super().__init__()
                self.action, self.fields = None, {}
                self.feed(text)

            def handle_starttag(self, tag, attributes):
                values = dict(attributes)
                if tag == "form" and self.action is None:
                    self.action = values.get("action")
                kind, name = values.get("type", "text"), values.get("name")
                if tag == "input" and name and (kind in ("hidden", "text", "email", "password", "tel") or name == "ucaccept"):
                    self.fields[name] = values.get("value") or ""


        def approve(browser, path, user_code, user, password):
            \"""Signs a user in on the pages for the code of a device, and approves the device.\"""
            page = browser.get(UNDERSTUDY + path)
            answers = {"otc": user_code, "loginfmt": user, "passwd": password}
            for _ in range(10):
                form = Form(page.text)
                if form.action is None:
                    break
                filled = {name: value or answers.get(name, "") for name, value in form.fields.items()}
                if "consent" in filled:
                    filled["consent"] = "accept"
                page = browser.post(UNDERSTUDY + form.action, data=filled)
            assert page.status_code == 200, page.text
        """

    // MARK: - Steps

    private mutating func write(_ step: RecordedStep, _ number: Int) {
        lines.append("")
        switch step {
        case .signIn(let items): write(RecordedSignIn(items, reader), number)
        case .approval(let items): write(approval: items, number)
        case .request(let item): write(item, number)
        }
    }

    private mutating func write(_ signIn: RecordedSignIn, _ number: Int) {
        comment(number, "The user signs in on the pages.")
        let isWrong = isAbout(signIn.error, ["AADSTS50126", "AADSTS50034"])
        writeQuery(signIn)
        guard signIn.hasPages || signIn.user != nil, !signIn.isOpen, let user = signIn.user else {
            writeDirect(signIn)
            return
        }
        let mask = signIn.items.last.map { reader.mask($0) } ?? SecretMask()
        var members = [
            "\"authorizeUrl\": UNDERSTUDY + \(path(signIn.path)) + \"?\" + query",
            "\"user\": \(quoted(mask.text(user)))",
            "\"password\": \(isWrong ? quoted("wrong") : constant("PASSWORD", signIn.password ?? ""))",
        ]
        if let new = signIn.newPassword { members.append("\"newPassword\": \(constant("NEW_PASSWORD", new))") }
        if signIn.isDeclined { members.append("\"consent\": \"decline\"") }
        lines += ["    answer = session.post(UNDERSTUDY + \"/_understudy/signin\", json={"]
        lines += members.map { "        \($0)," } + ["    })"]
        if let error = signIn.error, signIn.response == nil {
            lines.append("    assert answer.status_code == 422, answer.text")
            if let code = error.code {
                lines.append("    assert answer.json()[\"page\"][\"error\"] == \(quoted(code))")
            }
            return
        }
        lines.append("    assert answer.status_code == 200, answer.text")
        lines.append("    parameters = answer.json()[\"parameters\"]")
        if let error = signIn.response?["error"] {
            lines.append("    assert parameters[\"error\"] == \(quoted(mask.text(error)))")
        } else if signIn.response?[Parameter.code] != nil {
            lines.append("    code = parameters[\"code\"]")
            variables.insert(.code)
        }
    }

    private mutating func writeQuery(_ signIn: RecordedSignIn) {
        modules.insert("urlencode")
        let mask = signIn.items.first.map { reader.mask($0) } ?? SecretMask()
        if signIn.usesPKCE {
            for name in ["base64", "hashlib", "secrets"] { modules.insert(ByteString(name)) }
            variables.insert(.verifier)
            lines += [
                "    verifier = secrets.token_urlsafe(48)",
                "    digest = hashlib.sha256(verifier.encode()).digest()",
                "    challenge = base64.urlsafe_b64encode(digest).rstrip(b\"=\").decode()",
            ]
        }
        let fields = signIn.parameters.fields.map { field -> (String, String) in
            switch field.name {
            case "code_challenge": (field.name, "challenge")
            case "code_challenge_method": (field.name, quoted("S256"))
            case Parameter.idTokenHint where variables.contains(.tokens): (field.name, "tokens[\"id_token\"]")
            default: (mask.text(field.name), quoted(mask.parameter(field.name, field.value)))
            }
        }
        lines += ["    query = urlencode({"] + fields.map { "        \(quoted($0)): \($1)," } + ["    })"]
    }

    /// Writes a request to the authorization endpoint that needs no page, or that the flow leaves at a page.
    private mutating func writeDirect(_ signIn: RecordedSignIn) {
        let status = signIn.items.first?.entry.response.status ?? 200
        lines += [
            "    answer = session.get(UNDERSTUDY + \(path(signIn.path)) + \"?\" + query, allow_redirects=False)",
            "    assert answer.status_code == \(status), answer.text",
        ]
        if let error = signIn.response?["error"] {
            let mask = signIn.items.first.map { reader.mask($0) } ?? SecretMask()
            lines.append("    assert \(quoted("error=\(mask.text(error))")) in answer.headers[\"Location\"]")
        } else if let code = signIn.error?.code {
            lines.append("    assert \(quoted(code)) in answer.text")
        }
    }

    private mutating func write(approval items: [Journal.Item], _ number: Int) {
        let signIn = RecordedSignIn(items, reader)
        let pages = items.compactMap { RecordedResponse($0.entry).page }
        guard pages.contains(where: { if case .deviceOutcome = $0 { true } else { false } }),
            variables.contains(.device), let first = items.first
        else {
            comment(number, "The user opens the page for device codes.")
            lines.append("    assert session.get(UNDERSTUDY + \(path(signIn.path))).ok")
            return
        }
        comment(number, "The user enters the code on the pages, signs in, and approves the device.")
        needsApproval = true
        modules.insert("HTMLParser")
        let user = quoted(reader.mask(first).text(signIn.user ?? ""))
        let password = constant("PASSWORD", signIn.password ?? "")
        lines += [
            "    browser = requests.Session()", "    browser.verify = session.verify",
            "    approve(browser, \(path(signIn.path)), device[\"user_code\"], \(user), \(password))",
        ]
    }

    private mutating func write(_ item: Journal.Item, _ number: Int) {
        let entry = item.entry
        let recorded = RecordedResponse(entry)
        let mask = reader.mask(item)
        let grant = entry.form?[Parameter.grantType].map { " \(mask.text(shortGrant($0)))" } ?? ""
        comment(number, "\(entry.endpoint)\(grant)")
        if entry.form?[Parameter.deviceCode] != nil, variables.contains(.polled) {
            modules.insert("time")
            lines.append("    time.sleep(device[\"interval\"])")
        }
        let method = entry.request.method
        let name = method.isExactly("GET") || method.isExactly("POST") ? method.asciiLowercased : nil
        let arguments: [String?] = [
            name == nil ? quoted(mask.text(method)) : nil, "UNDERSTUDY + \(path(mask.text(entry.request.path)))",
            parameters(entry.query, item, recorded).map { "params=\($0)" }, body(item, recorded),
            headers(item), authentication(item, recorded), "allow_redirects=False",
        ]
        lines.append("    answer = session.\(name ?? "request")(")
        lines += arguments.compactMap(\.self).map { "        \($0)," } + ["    )"]
        lines.append("    assert answer.status_code == \(entry.response.status), answer.text")
        check(entry, recorded, mask)
    }

    /// Writes what the test expects of a JSON response, and keeps the values that later steps need.
    private mutating func check(_ entry: JournalEntry, _ recorded: RecordedResponse, _ mask: SecretMask) {
        guard let json = recorded.json else { return }
        if let failure = recorded.failure {
            if entry.form?[Parameter.deviceCode] != nil { variables.insert(.polled) }
            let number = failure.code.flatMap { $0.dropping(prefix: "AADSTS") }.flatMap { ASCII.decimal($0.utf8) }
            if let number, json["error_codes"] != nil {
                lines.append("    assert answer.json()[\"error_codes\"] == [\(number)]")
            } else if let error = json["error"]?.string {
                lines.append("    assert answer.json()[\"error\"] == \(quoted(mask.text(error)))")
            }
            return
        }
        if json[Parameter.accessToken] != nil {
            lines.append("    tokens = answer.json()")
            variables.insert(.tokens)
            if let scope = json[Parameter.scope]?.string {
                lines.append("    assert tokens[\"scope\"] == \(quoted(mask.text(scope)))")
            }
            for name in [Parameter.idToken, Parameter.refreshToken] where json[name] != nil {
                lines.append("    assert \(quoted(name)) in tokens")
            }
        } else if json[Parameter.deviceCode] != nil {
            lines.append("    device = answer.json()")
            variables.insert(.device)
        }
        if json["continuation_token"] != nil {
            lines.append("    continuation = answer.json()[\"continuation_token\"]")
            variables.insert(.continuation)
        }
    }

    // MARK: - Requests

    private mutating func parameters(_ form: Form?, _ item: Journal.Item, _ recorded: RecordedResponse) -> String? {
        guard let form, !form.fields.isEmpty else { return nil }
        var texts: [String] = []
        let mask = reader.mask(item)
        for field in form.fields { texts.append("\(quoted(mask.text(field.name))): \(value(field, item, recorded))") }
        return "{\n            \(texts.joined(separator: ",\n            ")),\n        }"
    }

    private mutating func body(_ item: Journal.Item, _ recorded: RecordedResponse) -> String? {
        if let form = parameters(item.entry.form, item, recorded) { return "data=\(form)" }
        let body = MaskedRequest(item.entry, reader.mask(item)).body
        guard !body.isEmpty, let text = String(utf8: body) else { return nil }
        return "data=\(quoted(text)).encode()"
    }

    /// Returns the expression for a value of a form: a variable of an earlier step, a constant for a secret, or the text.
    private mutating func value(_ field: Form.Field, _ item: Journal.Item, _ recorded: RecordedResponse) -> String {
        let known: [(String, Variable, String)] = [
            (Parameter.deviceCode, .device, "device[\"device_code\"]"), (Parameter.code, .code, "code"),
            (Parameter.refreshToken, .tokens, "tokens[\"refresh_token\"]"),
            (Parameter.idTokenHint, .tokens, "tokens[\"id_token\"]"),
            (Parameter.assertion, .tokens, "tokens[\"access_token\"]"),
            ("continuation_token", .continuation, "continuation"),
        ]
        if let variable = known.first(where: { $0.0.isExactly(field.name) && variables.contains($0.1) }) {
            return variable.2
        }
        if field.name.isExactly("code_verifier"), variables.contains(.verifier) {
            return isAbout(recorded.failure, ["AADSTS50148", "AADSTS501481"]) ? "\"x\" * 43" : "verifier"
        }
        if field.name.isExactly(Parameter.clientSecret), isAbout(recorded.failure, ["AADSTS7000215"]) {
            return quoted("wrong")
        }
        if field.name.isExactly(Parameter.password) {
            return isAbout(recorded.failure, ["AADSTS50126"]) ? quoted("wrong") : constant("PASSWORD", field.value)
        }
        let mask = reader.mask(item)
        if SecretNames.isSecret(field.name) {
            let isPlain = mask.text(field.name).isExactly(field.name)
            return constant(isPlain ? PytestFlow.variable(field.name) : "SECRET", field.value)
        }
        return quoted(mask.parameter(field.name, field.value))
    }

    /// The headers that a test sends again.
    private static let headers: Set<ByteString> = [
        "origin", "content-type", "x-understudy-tenant", "metadata", "consistencylevel", "prefer",
    ]

    private mutating func headers(_ item: Journal.Item) -> String? {
        let mask = reader.mask(item)
        var texts: [String] = []
        for header in item.entry.request.headers.fields {
            let name = header.name.asciiLowercased
            let isForm = name.isExactly("content-type") && item.entry.form != nil
            if PytestFlow.headers.contains(name), !isForm {
                texts.append("\(quoted(header.name)): \(quoted(mask.header(header.name, header.value)))")
            } else if name.isExactly("authorization"), header.value.asciiLowercased.hasExactPrefix("bearer ") {
                let token =
                    variables.contains(.tokens)
                    ? "tokens[\"access_token\"]"
                    : constant("ACCESS_TOKEN", String(Substring(header.value.utf8.dropFirst(7))))
                texts.append("\"Authorization\": \"Bearer \" + \(token)")
            }
        }
        return texts.isEmpty ? nil : "headers={\(texts.joined(separator: ", "))}"
    }

    /// Returns the argument for Basic authentication, or nil.
    private mutating func authentication(_ item: Journal.Item, _ recorded: RecordedResponse) -> String? {
        let header = item.entry.request.headers["Authorization"]
        guard let basic = AuthorizationHeader.credentials(header, scheme: "Basic"),
            let text = Base64.decodeStandard(basic.utf8).flatMap({ String(utf8: $0) })
        else { return nil }
        let parts = text.pieces(separatedBy: ":", atMost: 2, keepingEmpty: true)
        let secret =
            isAbout(recorded.failure, ["AADSTS7000215"])
            ? quoted("wrong") : constant("CLIENT_SECRET", parts.count > 1 ? parts[1] : "")
        return "auth=(\(quoted(reader.mask(item).text(parts.first ?? ""))), \(secret))"
    }

    // MARK: - Texts

    private mutating func comment(_ number: Int, _ text: String) {
        lines.append("    # \(number). \(Escaping.line.escaped(text))")
    }

    private func quoted(_ text: String) -> String { PytestFlow.literal.quoted(text) }

    private func path(_ text: String) -> String { quoted(text) }

    private func isAbout(_ failure: RecordedResponse.Failure?, _ codes: [String]) -> Bool {
        failure?.code.map(codes.containsExactly) ?? false
    }

    /// Returns the name of the constant for a secret. Two values of the same name have constants of their own.
    private mutating func constant(_ name: String, _ value: String) -> String {
        var candidate = name
        var number = 2
        while let known = secrets.first(where: { $0.name.isExactly(candidate) }) {
            if known.value.isExactly(value) || value.isEmpty { return candidate }
            candidate = "\(name)_\(number)"
            number += 1
        }
        secrets.append((candidate, value))
        return candidate
    }

    /// Returns the name of a parameter as the name of a constant.
    private static func variable(_ name: String) -> String {
        let letters = name.asciiUppercased.utf8.map { ASCII.isLetter($0) || ASCII.isDigit($0) ? $0 : UInt8(ascii: "_") }
        let text = String(decoding: letters, as: UTF8.self)
        return text.utf8.first.map(ASCII.isDigit) == true ? "_\(text)" : text
    }
}
