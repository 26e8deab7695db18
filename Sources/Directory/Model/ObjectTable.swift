/// A key of an object, which no other object of its kind has.
protocol ObjectKey: Hashable, Sendable {
    associatedtype Object: Sendable

    /// Returns the number of keys of an object.
    static func count(of object: Object) -> Int

    /// Calls `body` with each key of an object.
    static func forEach(of object: Object, _ body: (Self) -> Void)
}

/// Objects in the order of their insertion, found by key with a few hash-table accesses. A change takes microseconds, regardless
/// of the number of objects.
struct ObjectTable<Key: ObjectKey>: Sendable {
    typealias Object = Key.Object

    private(set) var all: ObjectList<Object>
    private var numbers: ShardedDictionary<Key, Int>

    /// Creates a table. If two objects share a key, the key leads to the first; validation reports them before.
    init(_ objects: [Object] = []) {
        all = ObjectList(objects)
        numbers = ShardedDictionary(capacity: objects.reduce(0) { $0 + Key.count(of: $1) })
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

/// A dictionary in parts. Versions share all parts except those that a change touches, so a change to a large dictionary costs as
/// much as a change to a small one. A lookup costs one more hash.
struct ShardedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The average number of entries of a part at creation: three quarters of the capacity of the part's hash table.
    private static var load: Int { 72 }
    private static var shardCapacity: Int { 96 }
    /// The factor by which the number of entries may grow before the dictionary gets more parts.
    private static var growth: Int { 4 }

    private var shards: [[Key: Value]]
    private(set) var count = 0

    init(capacity: Int = 0) {
        var shard: [Key: Value] = [:]
        shard.reserveCapacity(min(capacity, ShardedDictionary.shardCapacity))
        shards = Array(repeating: shard, count: max(1, capacity / ShardedDictionary.load))
    }

    subscript(key: Key) -> Value? {
        get { shards[shard(of: key)][key] }
        set { change(key) { $0[key] = newValue } }
    }

    /// Adds a value unless the key has one.
    mutating func insertFirst(_ value: Value, _ key: Key) {
        change(key) { shard in
            // A new key is the usual case and takes one lookup.
            if let first = shard.updateValue(value, forKey: key) { shard[key] = first }
        }
    }

    /// Changes the part of the key.
    private mutating func change(_ key: Key, _ body: (inout [Key: Value]) -> Void) {
        let shard = shard(of: key)
        let before = shards[shard].count
        body(&shards[shard])
        count += shards[shard].count - before
        growIfCrowded()
    }

    private func shard(of key: Key) -> Int {
        shards.count == 1 ? 0 : Int(UInt(bitPattern: key.hashValue) % UInt(shards.count))
    }

    private mutating func growIfCrowded() {
        guard count > shards.count * ShardedDictionary.load * ShardedDictionary.growth else { return }
        var larger = ShardedDictionary(capacity: count * ShardedDictionary.growth)
        for shard in shards {
            for (key, value) in shard { larger[key] = value }
        }
        self = larger
    }
}

/// Lists of numbers.
extension ShardedDictionary where Value == [Int] {
    mutating func append(_ number: Int, to key: Key) {
        change(key) { $0[key, default: []].append(number) }
    }

    mutating func remove(_ number: Int, of key: Key) {
        let remaining = (self[key] ?? []).filter { $0 != number }
        self[key] = remaining.isEmpty ? nil : remaining
    }
}

/// Counts, which are never stored as 0.
extension ShardedDictionary where Value == Int {
    mutating func increment(_ key: Key) {
        change(key) { $0[key, default: 0] += 1 }
    }

    mutating func decrement(_ key: Key) {
        self[key] = self[key].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
