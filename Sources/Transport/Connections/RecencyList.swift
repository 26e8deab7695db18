/// A list of slot indices in the order of their last use. Every operation takes constant time.
struct RecencyList {
    private struct Link {
        var before = -1
        var after = -1
        var isLinked = false
    }

    private var links: [Link] = []
    private(set) var oldest: Int?
    private var newest: Int?

    /// Returns up to `count` indices, oldest first.
    func oldest(_ count: Int) -> some Sequence<Int> {
        sequence(first: oldest ?? -1) { links[$0].after }.prefix(count).prefix { $0 >= 0 }
    }

    /// Moves `index` to the end, inserting it if necessary.
    mutating func touch(_ index: Int) {
        guard newest != index else { return }
        remove(index)
        while links.count <= index { links.append(Link()) }
        links[index] = Link(before: newest ?? -1, after: -1, isLinked: true)
        if let newest { links[newest].after = index } else { oldest = index }
        newest = index
    }

    mutating func remove(_ index: Int) {
        guard index < links.count, links[index].isLinked else { return }
        let link = links[index]
        links[index] = Link()
        if link.before >= 0 {
            links[link.before].after = link.after
        } else {
            oldest = link.after >= 0 ? link.after : nil
        }
        if link.after >= 0 {
            links[link.after].before = link.before
        } else {
            newest = link.before >= 0 ? link.before : nil
        }
    }
}
