import Control
import Crypto
import Entra
import Flows
import HTTP
import State
import Wire

/// The request journal (interface.md §6).
extension Endpoint {
    static var journalList: Endpoint {
        journal { (requests, query, _) throws(ProblemDocument) in try requests.list(query) }
    }

    static var journalClear: Endpoint {
        journal { (requests, query, _) throws(ProblemDocument) in try requests.delete(query) }
    }

    static var journalEntry: Endpoint {
        journal { (requests, query, context) throws(ProblemDocument) in
            try requests.entry(context.captures["id"] ?? "", query)
        }
    }

    static var journalCount: Endpoint {
        journal { (requests, _, context) throws(ProblemDocument) in try requests.count(context.request.body) }
    }

    static var journalVerify: Endpoint {
        journal { (requests, _, context) throws(ProblemDocument) in try requests.verify(context.request.body) }
    }

    static var journalStream: Endpoint {
        journal { (requests, query, context) throws(ProblemDocument) in
            try requests.stream(query, lastEventID: context.request.headers["Last-Event-ID"])
        }
    }

    private static func journal(
        _ answer: @escaping @Sendable (JournalRequests, Form, RequestContext) throws(ProblemDocument) -> HTTPResponse
    ) -> Endpoint {
        Endpoint("requests", errors: .problem) { (context, server) throws(EntraError) in
            let reader = JournalReader(
                sealing: server.keys.sealing, grants: { server.store.grants(to: $0, in: $1) })
            let query = try context.query.get()
            do throws(ProblemDocument) {
                let requests = JournalRequests(server.journal, reader) {
                    server.scripts.unconsumed($0, in: context.services.directory)
                }
                var response = try answer(requests, query, context)
                // The journal is each process's own.
                response.headers.append("X-Understudy-Replica", server.name)
                return response
            } catch {
                return error.response
            }
        }
    }
}
