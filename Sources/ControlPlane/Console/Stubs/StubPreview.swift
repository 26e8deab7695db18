import Crypto
import Entra
import Formats
import Protocol

/// The recent requests of the journal that a match selects, or the closest one.
struct StubPreview: Sendable, Equatable {
    /// A request of the journal.
    struct Request: Sendable, Equatable {
        let href: String
        let time: String
        let endpoint: String
        let participants: String
        let outcome: Badge
    }

    /// A condition that the closest request does not meet.
    struct Miss: Sendable, Equatable {
        let member: String
        let expected: String
        let found: String
    }

    /// The number of requests that were compared.
    let compared: Int
    let matching: Int
    /// The newest requests that match.
    let requests: [Request]
    /// The request with the fewest conditions that do not hold, if none matches.
    let closest: (request: Request, misses: [Miss])?

    static func == (left: StubPreview, right: StubPreview) -> Bool {
        left.compared == right.compared && left.matching == right.matching && left.requests == right.requests
            && left.closest?.request == right.closest?.request && left.closest?.misses == right.closest?.misses
    }

    /// The largest number of requests that are compared, and that are shown.
    static let maximumCompared = 200
    static let maximumShown = 8

    /// Compares the newest requests of the journal with a match.
    init(of match: RequestCriteria, in journal: Journal, _ reader: JournalReader) {
        var (compared, matching) = (0, 0)
        var requests: [Request] = []
        var fewest: (item: Journal.Item, misses: [RequestCriteria.Miss])?
        for item in journal.storedEntries.suffix(Self.maximumCompared).reversed().lazy.compactMap(\.item) {
            compared += 1
            let misses = match.misses(item.entry.facts(in: item.directory, reader.sealing))
            if misses.isEmpty {
                matching += 1
                if requests.count < Self.maximumShown { requests.append(StubPreview.request(item, reader)) }
            } else if misses.count < fewest?.misses.count ?? .max {
                fewest = (item, misses)
            }
        }
        self.compared = compared
        self.matching = matching
        self.requests = requests
        closest =
            matching > 0
            ? nil
            : fewest.map { item, misses in
                let mask = reader.mask(item)
                return (
                    StubPreview.request(item, reader),
                    misses.map {
                        Miss(member: $0.member, expected: $0.expected, found: $0.maskedActual(mask) ?? "nothing")
                    }
                )
            }
    }

    private static func request(_ item: Journal.Item, _ reader: JournalReader) -> Request {
        let summary = EntryJSON(item, reader).value(.summary)
        return Request(
            href: Console.flow(of: "\(item.id)") + "#request-\(item.id)", time: item.entry.time.timeOfDay,
            endpoint: item.entry.endpoint, participants: FlowListView.participants([summary]),
            outcome: FlowOutcome(RecordedResponse(item.entry)) { reader.mask(item).text($0) }.badge)
    }
}

extension HTMLWriter {
    /// Writes the requests that would have matched.
    mutating func stubPreview(_ preview: StubPreview) {
        guard preview.compared > 0 else {
            raw("<p class=\"soft\">The request journal has no requests to compare with yet.</p>\n")
            return
        }
        element(
            "p",
            text: "Of the last \(preview.compared) requests, \(preview.matching) would have matched."
                + (preview.matching > preview.requests.count ? " The newest:" : ""))
        if !preview.requests.isEmpty {
            element("ul", ["class": "matches"]) { html in
                for request in preview.requests { html.element("li") { $0.previewedRequest(request) } }
            }
        }
        guard let (request, misses) = preview.closest else { return }
        raw("<p>The closest request:</p>\n<ul class=\"matches\"><li>")
        previewedRequest(request)
        for miss in misses {
            element("div", ["class": "soft"]) { html in
                html.element("code", text: miss.member)
                html.text(" is ")
                html.element("code", text: miss.found)
                html.text(", not ")
                html.element("code", text: miss.expected)
            }
        }
        raw("</li></ul>\n")
    }

    private mutating func previewedRequest(_ request: StubPreview.Request) {
        element("a", ["href": request.href], text: "\(request.time) \(request.endpoint)")
        raw(" ")
        element("bdi", text: request.participants)
        raw(" ")
        badge(request.outcome)
    }
}
