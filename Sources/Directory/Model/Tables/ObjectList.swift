/// Objects in the order in which they came, each with a number: it counts up from 0, stays with the object, and no other gets it.
///
/// Versions of a list share all pages but those that a change fell into.
struct ObjectList<Element: Sendable>: Sendable {
    private static var pageSize: Int { 64 }

    private struct Page: Sendable {
        /// How many pages' numbers come before.
        let position: Int
        /// Nil for those that went.
        var objects: [Element?]
        var count: Int
    }

    /// In their order; none without objects.
    private var pages: [Page] = []
    private(set) var count = 0
    /// The number of the next object that comes.
    private var next = 0

    init(_ objects: [Element] = []) {
        pages = stride(from: 0, to: objects.count, by: ObjectList.pageSize).map { start in
            let page = objects[start..<min(start + ObjectList.pageSize, objects.count)]
            return Page(position: start / ObjectList.pageSize, objects: page.map { $0 }, count: page.count)
        }
        count = objects.count
        next = objects.count
    }

    var array: [Element] {
        var array: [Element] = []
        array.reserveCapacity(count)
        for page in pages {
            for case let object? in page.objects { array.append(object) }
        }
        return array
    }

    /// Nil for one that went, or has not come.
    subscript(number: Int) -> Element? {
        guard (0..<next).contains(number) else { return nil }
        let position = position(of: number)
        guard position < pages.count, pages[position].position == number / ObjectList.pageSize else { return nil }
        return pages[position].objects[number % ObjectList.pageSize]
    }

    /// The object's number.
    @discardableResult
    mutating func append(_ object: Element) -> Int {
        defer { next += 1 }
        let (position, offset) = next.quotientAndRemainder(dividingBy: ObjectList.pageSize)
        if pages.last?.position != position {
            // The page's first objects may have come and gone.
            pages.append(Page(position: position, objects: Array(repeating: nil, count: offset), count: 0))
        }
        pages[pages.count - 1].objects.append(object)
        pages[pages.count - 1].count += 1
        count += 1
        return next
    }

    /// Puts another object in its place.
    mutating func replace(_ number: Int, with object: Element) {
        guard self[number] != nil else { return }
        pages[position(of: number)].objects[number % ObjectList.pageSize] = object
    }

    mutating func remove(_ number: Int) {
        guard self[number] != nil else { return }
        let position = position(of: number)
        pages[position].objects[number % ObjectList.pageSize] = nil
        pages[position].count -= 1
        if pages[position].count == 0 { pages.remove(at: position) }
        count -= 1
    }

    /// Where the number's page is among those there are, or would be. At its own position until a page before it went.
    private func position(of number: Int) -> Int {
        let wanted = number / ObjectList.pageSize
        if wanted < pages.count, pages[wanted].position == wanted { return wanted }
        var (low, high) = (0, pages.count)
        while low < high {
            let middle = (low + high) / 2
            if pages[middle].position < wanted { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
