import Entra
import Formats
import HTTP
import Protocol

/// A flow in the HTTP Archive format, version 1.2, which the developer tools of browsers read.
enum HARArchive {
    static let mediaType = "application/json; charset=utf-8"

    /// Returns the archive of a flow. `version` is the version of Understudy. The reader's mask applies to every text.
    static func json(_ flow: Flow, _ reader: JournalReader, version: String) -> JSONValue {
        let page = "flow-\(flow.firstID)"
        let title = FlowSummary(flow, reader).participants
        let start = flow.items.first?.entry.time ?? Timestamp(seconds: 0)
        return .object([
            .init(
                "log",
                .object([
                    .init("version", .string("1.2")),
                    .init(
                        "creator",
                        .object([.init("name", .string("Understudy")), .init("version", .string(version))])),
                    .init(
                        "pages",
                        .array([
                            .object([
                                .init("startedDateTime", .string(start.millisecondText)), .init("id", .string(page)),
                                .init("title", .string(title)), .init("pageTimings", .object([])),
                            ])
                        ])),
                    .init("entries", .array(flow.items.map { entry($0, reader.mask($0), page) })),
                ]))
        ])
    }

    private static func entry(_ item: Journal.Item, _ mask: SecretMask, _ page: String) -> JSONValue {
        let entry = item.entry
        let milliseconds = JSONValue.number(Double(entry.duration / 1_000) / 1_000)
        return .object([
            .init("pageref", .string(page)), .init("startedDateTime", .string(entry.time.millisecondText)),
            .init("time", milliseconds), .init("request", request(entry, mask)),
            .init("response", response(entry, mask)), .init("cache", .object([])),
            .init(
                "timings",
                .object([.init("send", .integer(0)), .init("wait", milliseconds), .init("receive", .integer(0))])),
            .init("comment", .string("Request \(item.id) of the journal, endpoint \(entry.endpoint)")),
        ])
    }

    private static func request(_ entry: JournalEntry, _ mask: SecretMask) -> JSONValue {
        let request = MaskedRequest(entry, mask)
        let query = (entry.query.map(mask.form)?.fields ?? []).map(HARArchive.pair)
        var members: [JSONValue.Member] = [
            .init("method", .string(request.method)), .init("url", .string(request.url)),
            .init("httpVersion", .string("HTTP/1.1")), .init("cookies", .array([])),
            .init("headers", headers(request.headers)), .init("queryString", .array(query)),
            .init("headersSize", .integer(-1)), .init("bodySize", .integer(Int64(entry.request.body.count))),
        ]
        guard !request.body.isEmpty else { return .object(members) }
        var posted: [JSONValue.Member] = [
            .init("mimeType", .string(mask.text(entry.request.headers["Content-Type"] ?? ""))),
            .init("params", .array((entry.form.map(mask.form)?.fields ?? []).map(HARArchive.pair))),
        ]
        let text = String(utf8: request.body)
        posted.append(.init("text", .string(text ?? "")))
        if text == nil { posted.append(.init("comment", .string("The body is not text."))) }
        members.append(.init("postData", .object(posted)))
        return .object(members)
    }

    private static func response(_ entry: JournalEntry, _ mask: SecretMask) -> JSONValue {
        let response = entry.response
        let fields = response.headers.fields.map {
            HeaderList.Field(mask.text($0.name), mask.header($0.name, $0.value))
        }
        let location = fields.first { $0.name.isExactlyIgnoringASCIICase("Location") }?.value ?? ""
        return .object([
            .init("status", .integer(Int64(response.status))), .init("statusText", .string("")),
            .init("httpVersion", .string("HTTP/1.1")), .init("cookies", .array([])),
            .init("headers", headers(fields)), .init("content", content(entry, mask)),
            .init("redirectURL", .string(location)), .init("headersSize", .integer(-1)),
            .init("bodySize", .integer(Int64(response.body.count))),
        ])
    }

    /// Returns the body of a response. With masked secrets, only JSON and plain text have a text, because the secrets of other
    /// bodies are unknown.
    private static func content(_ entry: JournalEntry, _ mask: SecretMask) -> JSONValue {
        let body = entry.response.body
        let type = entry.response.headers["Content-Type"] ?? ""
        var members: [JSONValue.Member] = [
            .init("size", .integer(Int64(body.count))), .init("mimeType", .string(mask.text(type))),
        ]
        if let json = RecordedResponse(entry).json {
            members.append(.init("text", .string(String(decoding: JSONWriter.value(mask.json(json)), as: UTF8.self))))
        } else if mask.isOff || type.hasExactPrefix("text/plain"), let text = String(utf8: body) {
            members.append(.init("text", .string(mask.text(text))))
        } else if !body.isEmpty {
            members.append(.init("comment", .string("The body is left out, because it can contain secrets.")))
        }
        return .object(members)
    }

    private static func headers(_ fields: [HeaderList.Field]) -> JSONValue {
        .array(fields.map { HARArchive.pair(Form.Field($0.name, $0.value)) })
    }

    private static func pair(_ field: Form.Field) -> JSONValue {
        .object([.init("name", .string(field.name)), .init("value", .string(field.value))])
    }
}

extension Timestamp {
    /// The time with milliseconds, such as `2026-01-31T12:34:56.007Z`.
    fileprivate var millisecondText: String {
        let milliseconds = nanoseconds / 1_000_000
        let zeros = milliseconds < 10 ? "00" : milliseconds < 100 ? "0" : ""
        return "\(iso8601.firstScalars(19)).\(zeros)\(milliseconds)Z"
    }
}

extension Console {
    /// The path of a flow as an HTTP archive. A GET request masks the secrets, and a form post has them.
    static let harPath = root + "console/har"
}
