import Crypto
import Wire

/// The body of `POST responses` (interface.md §6).
package enum ScriptRequest {
    /// Answers in one script, and how often they may be gone through.
    static let maximumAnswers = 1_000
    static let maximumTimes = 10_000

    /// Reads a whole script, to be known by `id`. Throws a problem of status 400 that names the member that is wrong.
    package static func script(_ body: [UInt8], id: String) throws(ProblemDocument) -> Script {
        let object = try ControlObject(body: body, known: ["match", "responses", "times"])
        let target = try target(object)
        guard let responses = object["responses"] else { throw ControlObject.problem("responses is missing.") }
        guard let list = responses.array, (1...maximumAnswers).contains(list.count) else {
            throw ControlObject.problem("responses must be a list of 1 to \(maximumAnswers) entries.")
        }
        var answers: [ScriptedAnswer] = []
        for (index, value) in list.enumerated() {
            answers.append(try ScriptedAnswer(value, at: "responses[\(index)]", for: target))
        }
        return Script(
            id: id, target: target, times: try times(object), match: object["match"] ?? .null, responses: responses,
            size: body.count, answers: answers)
    }

    /// A script for whoever comes next would be taken by the wrong test: a match must name something.
    private static func target(_ object: ControlObject) throws(ProblemDocument) -> Script.Target {
        guard let match = object["match"] else { throw ControlObject.problem("match is missing.") }
        if let host = match["host"] { return .handshakes(host: try name(host, aloneIn: match)) }
        let exchanges = try ExchangeMatch(match)
        guard !exchanges.isEmpty else {
            throw ControlObject.problem(
                "match names nothing, so the answers would go to whoever asks first; "
                    + "name one of \(ExchangeMatch.members.joined(separator: ", ")), or host for handshakes.")
        }
        return .exchanges(exchanges)
    }

    private static func name(_ host: JSONValue, aloneIn match: JSONValue) throws(ProblemDocument) -> String {
        guard let text = host.string, ServerName(text.utf8) != nil || ServerName.isAddress(text) else {
            throw ControlObject.problem("match.host must be a host name or an address.")
        }
        guard match.object?.count == 1 else {
            throw ControlObject.problem(
                "match.host stands alone: it is for TLS handshakes, where there is no request yet to be matched.")
        }
        return text.asciiLowercased
    }

    private static func times(_ object: ControlObject) throws(ProblemDocument) -> Script.Times {
        switch object["times"] {
        case nil: return .count(1)
        case .string(let word)? where word.isExactly("always"): return .always
        case .integer(let count)? where count >= 1 && count <= maximumTimes: return .count(Int(count))
        default: throw ControlObject.problem("times must be a whole number from 1 to \(maximumTimes), or \"always\".")
        }
    }
}
