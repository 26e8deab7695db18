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
    func isFree(_ object: Object, but own: Key? = nil) -> Bool {
        let own = own.flatMap { numbers[$0] }
        var isFree = true
        Key.forEach(of: object) { key in
            if let holder = numbers[key], holder != own { isFree = false }
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
