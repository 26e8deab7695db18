import ControlPlane
import Entra
import Protocol
import Testing

@Suite struct NativeContractTests {
    @Test("answers wait in their order, so many over all queues and no more")
    func bound() throws {
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

    @Test("of no answers nothing is kept, however many correlation ids they are for")
    func none() {
        let contract = NativeContract()
        for number in 0..<100 { #expect(contract.append([], for: "\(number)", at: .token) == .done) }
        #expect(contract.json == Array("{}".utf8))
    }
}
