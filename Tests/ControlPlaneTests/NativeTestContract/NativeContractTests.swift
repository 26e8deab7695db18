import ControlPlane
import Entra
import Protocol
import Testing

@Suite struct NativeContractTests {
    @Test("Responses wait in order, and one limit bounds all queues together")
    func queuesResponsesInOrderUpToLimit() throws {
        let contract = NativeContract()
        let usual = try #require(NativeContractResponse.named("InitiateSuccess"))
        let last = try #require(NativeContractResponse.named("TokenSuccess"))
        let half = Array(repeating: usual, count: NativeContract.capacity / 2)
        #expect(contract.append(half, for: "a", at: .initiate) == .done)
        #expect(contract.append(half.dropLast() + [last], for: "b", at: .token) == .done)
        #expect(contract.append([usual], for: "c", at: .token) == .full)
        #expect(contract.next(for: "A", at: .initiate)?.name == usual.name)
        #expect(contract.append([usual, usual], for: "c", at: .token) == .full)
        #expect(contract.append([usual], for: "c", at: .token) == .done)
        let waiting = half.indices.map { _ in contract.next(for: "b", at: .token)?.name }
        #expect(waiting.dropLast().allSatisfy { $0 == usual.name } && waiting.last == last.name)
        #expect(contract.next(for: "b", at: .token) == nil)
        contract.removeAll()
        #expect(contract.append(half + half, for: "d", at: .token) == .done)
    }

    @Test("An empty list of responses stores nothing, however many correlation IDs it names")
    func keepsNothingForEmptyList() {
        let contract = NativeContract()
        for number in 0..<100 { #expect(contract.append([], for: "\(number)", at: .token) == .done) }
        #expect(contract.json == Array("{}".utf8))
    }
}
