/// Which of many owners give way where there is room for no more: those that hold the most, so that none pushes out another's.
package enum FairShare {
    /// The most that each owner may keep so that all together keep at most `total`; nil where they do already.
    package static func level(of holdings: some Sequence<Int>, keeping total: Int) -> Int? {
        let sorted = holdings.sorted()
        var left = max(total, 0)
        for (number, holding) in sorted.enumerated() {
            let share = left / (sorted.count - number)
            guard holding <= share else { return share }
            left -= holding
        }
        return nil
    }

    /// The positions of the elements that give way so that at most `total` are left: of each owner the first ones.
    package static func leaving<Element, Owner: Hashable>(
        _ elements: [Element], keeping total: Int, owner: (Element) -> Owner
    ) -> [Int] {
        var surplus: [Owner: Int] = [:]
        for element in elements { surplus[owner(element), default: 0] += 1 }
        guard let level = level(of: surplus.values, keeping: total) else { return [] }
        surplus = surplus.mapValues { max($0 - level, 0) }
        return elements.indices.filter { index in
            let owner = owner(elements[index])
            guard let left = surplus[owner], left > 0 else { return false }
            surplus[owner] = left - 1
            return true
        }
    }
}
