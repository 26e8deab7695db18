import Directory
import Entra
import Flows
import HTTP
import Wire

extension ScriptedAnswer {
    /// The longest delay, and the longest time of a drip.
    package static let maximumTime: Duration = .seconds(60)
    /// How long a drip takes unless told.
    static let usualDrip: Duration = .seconds(5)

    private static let members = [
        "error", "claims", "suberror", "status", "headers", "body", "delay", "fault", "duration", "token",
    ]

    /// Reads one of `responses`; `place` is where it stands, for messages. Throws a problem of status 400 that names what is
    /// wrong, members that cannot stand together included.
    init(_ value: JSONValue, at place: String, for target: Script.Target) throws(ProblemDocument) {
        let object = try ControlObject(value, at: place, known: ScriptedAnswer.members)
        let fault = try ScriptedAnswer.fault(object)
        if case .handshakes = target {
            guard fault == .tls, value.object?.count == 1 else {
                throw ControlObject.problem("\(place) must be {\"fault\": \"tls\"}: the match is for handshakes.")
            }
            self = .failedHandshake
            return
        }
        guard fault != .tls else {
            throw ControlObject.problem(
                "\(object.name("fault")) tls befalls handshakes, before there is a request: match {\"host\": …} alone.")
        }
        guard ["error", "status", "delay", "fault"].contains(where: { object[$0] != nil }) else {
            throw ControlObject.problem("\(place) needs one of error, status, delay and fault.")
        }
        try ScriptedAnswer.check(object, at: place, fault)
        delay = try ScriptedAnswer.time(object, "delay") ?? .zero
        self.fault = fault?.onTheWire(over: try ScriptedAnswer.time(object, "duration") ?? ScriptedAnswer.usualDrip)
        if let error = object["error"] {
            content = .error(try ScriptedAnswer.error(error, object))
        } else if object["status"] != nil {
            content = .raw(try RawAnswer(object))
        } else {
            let token = try ScriptedAnswer.token(object)
            content = fault?.isSilence == true ? .nothing : .own(fault?.ofTokens.map { TokenFault($0, only: token) })
        }
    }

    /// Members that mean something only beside another, or only without one.
    private static func check(
        _ object: ControlObject, at place: String, _ fault: ScriptedFault?
    ) throws(ProblemDocument) {
        let companions = [
            ("claims", "error"), ("suberror", "error"), ("headers", "status"), ("body", "status"),
        ]
        for (name, companion) in companions where object[name] != nil && object[companion] == nil {
            throw ControlObject.problem("\(object.name(name)) stands beside \(companion) only.")
        }
        guard object["error"] == nil || object["status"] == nil else {
            throw ControlObject.problem("\(place) cannot have both error and status.")
        }
        guard object["duration"] == nil || fault == .drip else {
            throw ControlObject.problem("\(object.name("duration")) is how long a drip takes, and stands with it only.")
        }
        guard object["token"] == nil || fault?.ofTokens != nil else {
            throw ControlObject.problem(
                "\(object.name("token")) is which token a fault breaks, and stands with such a one only.")
        }
        guard let fault, fault.isSilence || fault.ofTokens != nil else { return }
        for name in ["error", "status"] where object[name] != nil {
            throw ControlObject.problem("\(place) cannot have \(name) beside the fault \(fault.rawValue).")
        }
    }

    private static func fault(_ object: ControlObject) throws(ProblemDocument) -> ScriptedFault? {
        guard let word = try object.string("fault") else { return nil }
        guard let fault = ScriptedFault.allCases.first(where: { $0.rawValue.isExactly(word) }) else {
            throw ControlObject.unknown(
                "\(object.name("fault")) \(word)", word, among: ScriptedFault.allCases.map(\.rawValue))
        }
        return fault
    }

    private static func token(_ object: ControlObject) throws(ProblemDocument) -> TokenFault.Token? {
        guard let word = try object.string("token") else { return nil }
        guard let token = TokenFault.Token.allCases.first(where: { $0.rawValue.isExactly(word) }) else {
            throw ControlObject.unknown(
                "\(object.name("token")) \(word)", word, among: TokenFault.Token.allCases.map(\.rawValue))
        }
        return token
    }

    private static func time(_ object: ControlObject, _ name: String) throws(ProblemDocument) -> Duration? {
        guard let value = object[name] else { return nil }
        guard let time = value.string.flatMap(Duration.init(iso8601:)), time >= .zero, time <= maximumTime else {
            throw ControlObject.problem(
                "\(object.name(name)) must be a duration from \"PT0S\" to \"PT1M\", such as \"PT2S\" or \"PT0.5S\".")
        }
        return time
    }

    private static func error(_ value: JSONValue, _ object: ControlObject) throws(ProblemDocument) -> ScriptedError {
        guard let code = ScriptedError.code(value) else { throw unknown(value, at: object.name("error")) }
        let claims: JSONValue? =
            switch object["claims"] {
            case .string(let text)?: JSONValue(parsing: Array(text.utf8))
            case let other: other
            }
        guard object["claims"] == nil || claims?.object != nil else {
            throw ControlObject.problem("\(object.name("claims")) must be an object, or its JSON text.")
        }
        return ScriptedError(
            code: code, claims: claims.map { String(decoding: JSONWriter.value($0), as: UTF8.self) },
            suberror: try object.string("suberror").map(Suberror.init(rawValue:)))
    }

    private static func unknown(_ value: JSONValue, at place: String) -> ProblemDocument {
        let name: String
        switch value {
        case .integer(let number): name = AADSTS.Family.aadsts.rawValue + String(number)
        case .string(let text): name = ASCII.decimal(text.utf8) == nil ? text : AADSTS.Family.aadsts.rawValue + text
        default: return ControlObject.problem("\(place) must be a code such as \"AADSTS50076\" or 50076.")
        }
        let near = Suggestion.nearest(to: name, among: ScriptedError.names).map { "did you mean \($0)?" }
        return ControlObject.problem(
            "\(place) is a code that Understudy does not know; "
                + (near ?? "GET /error?code= tells those that it does.")
                + " Any other answer can be given by status and body.")
    }
}

extension RawAnswer {
    /// Fields that belong to the connection.
    private static let framing = ["Content-Length", "Transfer-Encoding", "Connection"]

    /// A body that is text is sent as it is, any other as JSON.
    fileprivate init(_ object: ControlObject) throws(ProblemDocument) {
        status = Int(try object.integer("status", in: 200...599) ?? 200)
        var headers = try object.strings("headers")
        for (name, value) in headers {
            guard RawAnswer.isToken(name), value.utf8.allSatisfy({ $0 >= ASCII.space && $0 != 0x7F }) else {
                throw ControlObject.problem("\(object.name("headers")).\(name) is no header field.")
            }
            guard !RawAnswer.framing.contains(where: name.isExactlyIgnoringASCIICase) else {
                throw ControlObject.problem(
                    "\(object.name("headers")).\(name) is the connection's own; a fault spoils it, as truncate.")
            }
        }
        let type: String
        switch object["body"] {
        case nil, .null?: (body, type) = ([], "")
        case .string(let text)?: (body, type) = (Array(text.utf8), "text/plain; charset=utf-8")
        case let value?: (body, type) = (JSONWriter.value(value), "application/json; charset=utf-8")
        }
        if !type.isEmpty, !headers.contains(where: { $0.name.isExactlyIgnoringASCIICase("Content-Type") }) {
            headers.append(("Content-Type", type))
        }
        self.headers = headers
    }

    /// RFC 9110 §5.6.2.
    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}
