import Crypto
import Entra
import Formats
import HTTP
import Protocol
import Store

extension ControlRoutes {
    /// The request journal.
    static let journal: [Route<ControlEndpoint>] = [
        Route(["GET"], "/_understudy/requests", .journalList),
        Route(["DELETE"], "/_understudy/requests", .journalClear),
        Route(["POST"], "/_understudy/requests/count", .journalCount),
        Route(["POST"], "/_understudy/requests/verify", .journalVerify),
        Route(["GET"], "/_understudy/requests/stream", .journalStream),
        Route(["GET"], "/_understudy/requests/{id}", .journalEntry),
    ]
}

/// The request journal (docs/reference/interface.md#control-plane).
extension ControlEndpoint {
    static var journalList: ControlEndpoint {
        journal(JournalRequests.listQuery, isSlow: true) { (requests, context) throws(ProblemDocument) in
            try requests.list(context.controlQuery)
        }
    }

    static var journalClear: ControlEndpoint {
        journal(JournalRequests.deleteQuery, takesBody: false, isSlow: true) {
            (requests, context) throws(ProblemDocument) in
            try requests.delete(context.controlQuery)
        }
    }

    static var journalEntry: ControlEndpoint {
        journal(JournalRequests.entryQuery) { (requests, context) throws(ProblemDocument) in
            try requests.entry(context.captures["id"] ?? "", context.controlQuery)
        }
    }

    static var journalCount: ControlEndpoint {
        journal(isSlow: true) { (requests, context) throws(ProblemDocument) in
            try requests.count(context.request.body)
        }
    }

    static var journalVerify: ControlEndpoint {
        journal(isSlow: true) { (requests, context) throws(ProblemDocument) in
            try requests.verify(context.request.body)
        }
    }

    static var journalStream: ControlEndpoint {
        journal(JournalRequests.streamQuery, isSlow: true) { (requests, context) throws(ProblemDocument) in
            try requests.stream(context.controlQuery, lastEventID: context.request.headers["Last-Event-ID"])
        }
    }

    /// Returns an endpoint of the journal. An endpoint that searches the whole journal is slow: with large entries and a match of
    /// many members, the search takes tenths of a second.
    private static func journal(
        _ query: ControlQuery = .none, takesBody: Bool = true, isSlow: Bool = false,
        _ answer: @escaping @Sendable (JournalRequests, RequestContext) throws(ProblemDocument) -> HTTPResponse
    ) -> ControlEndpoint {
        .control("requests", usesStore: false, query: query, maximumBody: .form, takesBody: takesBody, isSlow: isSlow) {
            (context, server) throws(ProblemDocument) in
            var response = try answer(server.journalRequests(context.services.directory), context)
            // Each process has its own journal.
            response.headers.append("X-Understudy-Replica", server.name)
            return response
        }
    }
}
