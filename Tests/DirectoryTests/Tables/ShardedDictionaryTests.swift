@testable import Directory
import Testing

@Suite struct ShardedDictionaryTests {
    /// Compares the type with a dictionary, also beyond its initial capacity.
    @Test(arguments: [0, 64, 65, 5_000])
    func behavesLikeDictionary(capacity: Int) {
        var model: [String: Int] = [:]
        var sharded = ShardedDictionary<String, Int>(capacity: capacity)
        for step in 0..<6_000 {
            let key = "\(step * 7919 % 4_001)"
            switch step % 5 {
            case 0: (sharded[key], model[key]) = (nil, nil)
            case 1:
                sharded.insertFirst(step, key)
                if model[key] == nil { model[key] = step }
            case 2:
                sharded.increment(key)
                model[key, default: 0] += 1
            default: (sharded[key], model[key]) = (step, step)
            }
        }
        #expect(sharded.count == model.count)
        #expect((0..<4_001).allSatisfy { sharded["\($0)"] == model["\($0)"] })
    }

    @Test func changedCopyLeavesOriginalUnchanged() {
        var before = ShardedDictionary<Int, Int>(capacity: 1_000)
        for key in 0..<1_000 { before[key] = key }
        var after = before
        after[3] = nil
        after[4] = 5
        #expect((0..<1_000).allSatisfy { before[$0] == $0 })
        #expect(after[3] == nil && after[4] == 5 && after[5] == 5 && after.count == 999)
    }

    @Test func removesEmptyCountsAndLists() {
        var counts = ShardedDictionary<Int, Int>()
        counts.increment(1)
        counts.increment(1)
        counts.decrement(1)
        #expect(counts[1] == 1)
        counts.decrement(1)
        counts.decrement(1)
        #expect(counts[1] == nil && counts.count == 0)
        var lists = ShardedDictionary<Int, [Int]>()
        lists.append(7, to: 1)
        lists.append(8, to: 1)
        lists.remove(7, of: 1)
        #expect(lists[1] == [8])
        lists.remove(8, of: 1)
        lists.remove(8, of: 1)
        #expect(lists[1] == nil && lists.count == 0)
    }
}
