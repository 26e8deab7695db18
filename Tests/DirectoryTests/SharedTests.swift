@testable import Directory
import Entra
import Testing

@Suite struct SharedTests {
    @Test func changedCopyLeavesOthersUnchanged() {
        var first = Application(appId: "AB", servicePrincipalID: ObjectID("s"), displayName: "first")
        let before = first
        first.displayName = "second"
        first.identifierUris.append("api://ab")
        var third = first
        third.appId = "CD"
        #expect(before.displayName == "first" && before.identifierUris.isEmpty)
        #expect(first.displayName == "second" && first.identifierUris == ["api://ab"])
        #expect(first.clientID == ClientID("ab") && third.clientID == ClientID("cd"))
        #expect(third.properties.displayName == "second")
    }

    /// An unshared value is changed in place, which is how a directory of 100,000 applications is built.
    @Test func changesUnsharedValueInPlace() {
        var list = Shared([1, 2, 3])
        let address = list.copies.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        list.head = 4
        let after = list.copies.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
        #expect(list.properties == [4, 2, 3] && address == after)
    }
}

extension [Int] {
    /// A property that can be set.
    fileprivate var head: Int {
        get { self[0] }
        set { self[0] = newValue }
    }
}
