import HashTreeCollections
import Testing
@testable import Directory

@Suite struct TreeDictionaryTests {
    @Test func removesEmptyCountsAndLists() {
        var counts = TreeDictionary<Int, Int>()
        counts.increment(1)
        counts.increment(1)
        counts.decrement(1)
        #expect(counts[1] == 1)
        counts.decrement(1)
        counts.decrement(1)
        #expect(counts[1] == nil && counts.count == 0)
        var lists = TreeDictionary<Int, [Int]>()
        lists.append(7, to: 1)
        lists.append(8, to: 1)
        lists.remove(7, of: 1)
        #expect(lists[1] == [8])
        lists.remove(8, of: 1)
        lists.remove(8, of: 1)
        #expect(lists[1] == nil && lists.count == 0)
    }
}
