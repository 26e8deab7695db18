/// Chooses what to evict from a table that is full: entries of the owners that hold the most, so that no owner can push out
/// another owner's entries.
package enum FairShare {
    /// Returns the maximum for each owner so that all owners together keep at most `total`, or nil if they already do.
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

    /// Returns the positions of the elements to evict so that at most `total` are left. For each owner, the first elements are
    /// evicted.
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
