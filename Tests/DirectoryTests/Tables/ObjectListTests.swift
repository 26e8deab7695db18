@testable import Directory
import Testing

@Suite struct ObjectListTests {
    /// Compares the list with an array of optionals through additions and removals.
    @Test(arguments: [0, 1, 63, 64, 65, 1_000])
    func keepsOrderAndNumbers(configured: Int) {
        var model: [Int?] = Array(0..<configured)
        var list = ObjectList(Array(0..<configured))
        for step in 0..<2_000 {
            let anywhere = model.isEmpty ? 0 : step * 7_919 % model.count
            switch step % 5 {
            // The first ones are removed page by page, the others anywhere.
            case 0, 1:
                let number = step % 10 < 5 ? step / 2 : anywhere
                list.remove(number)
                if number < model.count { model[number] = nil }
            case 2:
                list.replace(anywhere, with: -step)
                if anywhere < model.count, model[anywhere] != nil { model[anywhere] = -step }
            default:
                #expect(list.append(step) == model.count)
                model.append(step)
            }
        }
        let left = model.compactMap(\.self)
        #expect(list.array == left && list.count == left.count)
        #expect((-1...model.count).map { list[$0] } == [nil] + model + [nil])
    }

    @Test func changedCopyLeavesOriginalUnchanged() {
        let before = ObjectList(Array(0..<200))
        var after = before
        after.remove(70)
        after.replace(71, with: -1)
        after.append(200)
        #expect(before.array == Array(0..<200))
        #expect(after.array == Array(0..<70) + [-1] + Array(72...200))
    }

    /// The next object starts another page.
    @Test func startsNewPageAfterEmptyOne() {
        var list = ObjectList<Int>()
        for value in 0..<10 { list.append(value) }
        for number in 0..<10 { list.remove(number) }
        #expect(list.count == 0 && list.array == [])
        #expect(list.append(10) == 10)
        #expect(list[9] == nil && list[10] == 10 && list.array == [10])
    }
}
