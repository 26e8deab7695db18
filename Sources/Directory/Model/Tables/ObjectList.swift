/// Objects in the order of their insertion, each with a number. Numbers count up from 0, never change, and are never reused.
///
/// Versions of a list share all pages except the pages that a change touches.
struct ObjectList<Element: Sendable>: Sendable {
    private static var pageSize: Int { 64 }

    private struct Page: Sendable {
        /// The index of the page, counting pages that were removed.
        let position: Int
        /// The objects of the page. A removed object is nil.
        var objects: [Element?]
        var count: Int
    }

    /// The pages in their order. A page without objects is removed.
    private var pages: [Page] = []
    private(set) var count = 0
    /// The number of the next object.
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

    /// Returns the object with the number, or nil if the object was removed or does not exist yet.
    subscript(number: Int) -> Element? {
        guard (0..<next).contains(number) else { return nil }
        let position = position(of: number)
        guard position < pages.count, pages[position].position == number / ObjectList.pageSize else { return nil }
        return pages[position].objects[number % ObjectList.pageSize]
    }

    /// Appends an object and returns its number.
    @discardableResult
    mutating func append(_ object: Element) -> Int {
        defer { next += 1 }
        let (position, offset) = next.quotientAndRemainder(dividingBy: ObjectList.pageSize)
        if pages.last?.position != position {
            // The first objects of the page may have been removed.
            pages.append(Page(position: position, objects: Array(repeating: nil, count: offset), count: 0))
        }
        pages[pages.count - 1].objects.append(object)
        pages[pages.count - 1].count += 1
        count += 1
        return next
    }

    /// Replaces the object with the number.
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

    /// Returns the position in `pages` at which the number's page is or would be. The position is the page's index unless an
    /// earlier page was removed.
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
