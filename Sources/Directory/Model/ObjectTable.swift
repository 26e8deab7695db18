import HashTreeCollections

/// A key of an object, which no other object of its kind has.
protocol ObjectKey: Hashable, Sendable {
    associatedtype Object: Sendable

    /// Calls `body` with each key of an object.
    static func forEach(of object: Object, _ body: (Self) -> Void)
}

/// Objects in the order of their insertion, found by key with a few hash-table accesses. A change takes microseconds, regardless
/// of the number of objects.
struct ObjectTable<Key: ObjectKey>: Sendable {
    typealias Object = Key.Object

    private(set) var all: ObjectList<Object>
    private var numbers = TreeDictionary<Key, Int>()

    /// Creates a table. If two objects share a key, the key leads to the first; validation reports them before.
    init(_ objects: [Object] = []) {
        all = ObjectList(objects)
        for number in objects.indices { index(objects[number], number) }
    }

    subscript(key: Key) -> Object? { numbers[key].flatMap { all[$0] } }

    /// Returns whether no object has a key of `object`, except the object with the key `own`.
    func isFree(_ object: Object, except own: Key? = nil) -> Bool {
        let own = own.flatMap { numbers[$0] }
        var isFree = true
        Key.forEach(of: object) { key in
            if let number = numbers[key], number != own { isFree = false }
        }
        return isFree
    }

    /// Appends an object. The caller must ensure that its keys are free.
    mutating func append(_ object: Object) {
        index(object, all.append(object))
    }

    /// Replaces the object that has a key. The caller must ensure that the new keys are free except for the replaced object.
    mutating func replace(_ key: Key, with object: Object) {
        guard let number = numbers[key] else { return }
        forget(number)
        all.replace(number, with: object)
        index(object, number)
    }

    mutating func remove(_ key: Key) {
        guard let number = numbers[key] else { return }
        forget(number)
        all.remove(number)
    }

    private mutating func index(_ object: Object, _ number: Int) {
        Key.forEach(of: object) { numbers.insertFirst(number, $0) }
    }

    private mutating func forget(_ number: Int) {
        guard let object = all[number] else { return }
        Key.forEach(of: object) { key in
            if numbers[key] == number { numbers[key] = nil }
        }
    }
}

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
        let index = number / ObjectList.pageSize
        if index < pages.count, pages[index].position == index { return index }
        var (low, high) = (0, pages.count)
        while low < high {
            let middle = (low + high) / 2
            if pages[middle].position < index { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension TreeDictionary {
    /// Adds a value unless the key has one.
    mutating func insertFirst(_ value: Value, _ key: Key) {
        // A new key is the usual case and takes one lookup.
        if let first = updateValue(value, forKey: key) { self[key] = first }
    }
}

/// Lists of numbers.
extension TreeDictionary where Value == [Int] {
    mutating func append(_ number: Int, to key: Key) {
        self[key, default: []].append(number)
    }

    mutating func remove(_ number: Int, of key: Key) {
        let remaining = (self[key] ?? []).filter { $0 != number }
        self[key] = remaining.isEmpty ? nil : remaining
    }
}

/// Counts, which are never stored as 0.
extension TreeDictionary where Value == Int {
    mutating func increment(_ key: Key) {
        self[key, default: 0] += 1
    }

    mutating func decrement(_ key: Key) {
        self[key] = self[key].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
