import ControlPlane
import Formats
import HTTP
import Synchronization
import TestTags
import Testing
import Transport
@testable import Understudy

/// The library calls every operation of the control plane by typed members or by name, and the operations of Microsoft Graph by
/// typed members or by `GraphControl.request`, which all operations have that the OpenAPI document does not describe.
@Suite struct OperationCoverageTests {
    /// Method and path of each operation, captures as `{}`, by its id; those of the protocol are for clients.
    private static func operations() throws -> [String: String] {
        let document = try YAMLNode.parse(OpenAPIDocument.bytes).json
        var operations: [String: String] = [:]
        for path in try #require(document["paths"]?.object) {
            for operation in path.value.object ?? [] where operation.name != "parameters" {
                guard operation.value["tags"]?.array?.first?.string != "protocol" else { continue }
                let id = try #require(operation.value["operationId"]?.string)
                operations[id] = "\(operation.name.uppercased()) \(path.name)"
            }
        }
        return operations
    }

    @Test("The typed operations are described operations, among them all of Microsoft Graph that are described")
    func tableHasDescribedOperationsOnce() throws {
        let typed = TypedOperation.table.map(\.id)
        let described = try OperationCoverageTests.operations()
        #expect(Set(typed).isSubset(of: described.keys))
        #expect(described.filter { !$0.value.contains(" /_understudy/") && !typed.contains($0.key) }.isEmpty)
        #expect(typed.count == Set(typed).count)
    }

    @Test("The library calls every control-plane operation by its method and path", .tags(.slow))
    func callsEveryOperationByName() throws {
        let server = try UnderstudyServer.start()
        for operation in DescribedOperation.controlPlane where operation.id != "caDER" {
            do throws(Understudy::ControlError) {
                try server.call(
                    operation.method, operation.examplePath, body: operation.example.map { Understudy::JSON($0) })
            } catch {
                // The example names objects that do not exist, or needs the path of an object.
                #expect([400, 404, 422].contains(error.status), "\(operation.id): \(error)")
                #expect(!error.detail.contains("no such path"), "\(operation.id)")
            }
        }
        #expect(try server.call("POST", "reset") == .null)
        #expect(try server.call("GET", "clock", query: ["tenant": "contoso.com"])["offset"] == "PT0S")
        #expect(try server.call("GET", "openapi.yaml").string == server.openAPI())
    }

    /// The operations that are documents of the server, which have no other form than bytes.
    private static let documents = [
        "metrics", "openAPI", "openAPIJSON", "configurationSchema", "errorCatalog", "caPEM", "caDER", "caMobileConfig",
        "sshCA",
    ]

    @Test(
        "Only Microsoft Graph and documents send a request; other typed operations call the server directly",
        .tags(.slow))
    func onlyGraphAndDocumentsSendRequests() throws {
        let operations = try OperationCoverageTests.operations()
        let recorder = Recorder()
        let original = try UnderstudyServer.start()
        let server = UnderstudyServer(original) { recorder.record($0) }
        for operation in TypedOperation.table {
            try server.reset()
            recorder.clear()
            do {
                try operation.call(server)
            } catch {
                Issue.record("\(operation.id): \(error)")
            }
            let expected = operations[operation.id] ?? "none"
            let isByRequest =
                !expected.contains(" /_understudy/") || OperationCoverageTests.documents.contains(operation.id)
            let isRequested = recorder.requests.contains { OperationCoverageTests.matches($0, operation: expected) }
            #expect(isRequested == isByRequest, "\(operation.id)")
        }
    }

    /// Whether a request such as `GET /v1.0/users/7` matches the operation `GET /v1.0/users/{id}`.
    private static func matches(_ request: String, operation: String) -> Bool {
        let pieces = request.split(separator: "/")
        let pattern = operation.split(separator: "/")
        return pieces.count == pattern.count
            && zip(pieces, pattern).allSatisfy { $1.hasPrefix("{") ? !$0.hasPrefix("$") : $0 == $1 }
    }

    private final class Recorder: Sendable {
        private let recorded = Mutex<[String]>([])

        var requests: [String] { recorded.withLock { $0 } }

        func record(_ request: HTTPRequest) { recorded.withLock { $0.append("\(request.method) \(request.path)") } }

        func clear() { recorded.withLock { $0 = [] } }
    }
}

extension UnderstudyServer {
    /// Creates an object for the same server. Each call in process is passed to `observer` first.
    convenience init(_ other: UnderstudyServer, observer: @escaping @Sendable (HTTPRequest) -> Void) {
        let control = other.control
        self.init(
            server: other.server, transport: other.transport, stateFile: nil, changeFeed: nil,
            control: ControlCalls(other.server) {
                observer($0)
                return control.respond($0, $1)
            })
    }
}
