/// A dictionary in parts, of which versions share all but those that a change fell into: a change costs as much in a large one
/// as in a small one, and looking something up a hash more.
struct ShardedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// Entries of a part, on average, when the dictionary is made: three quarters of what its hash table then has room for.
    private static var load: Int { 72 }
    private static var room: Int { 96 }
    /// How many times as many there may be before there are more parts.
    private static var growth: Int { 4 }

    private var shards: [[Key: Value]]
    private(set) var count = 0

    init(capacity: Int = 0) {
        var shard: [Key: Value] = [:]
        shard.reserveCapacity(min(capacity, ShardedDictionary.room))
        shards = Array(repeating: shard, count: max(1, capacity / ShardedDictionary.load))
    }

    subscript(key: Key) -> Value? {
        get { shards[shard(of: key)][key] }
        set { change(key) { $0[key] = newValue } }
    }

    /// Adds a value unless the key has one.
    mutating func insertFirst(_ value: Value, _ key: Key) {
        change(key) { shard in
            // The usual case, a new key, is looked up once.
            if let first = shard.updateValue(value, forKey: key) { shard[key] = first }
        }
    }

    /// Changes the part where the key belongs.
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
        let left = (self[key] ?? []).filter { $0 != number }
        self[key] = left.isEmpty ? nil : left
    }
}

/// Counts; none stands at 0.
extension ShardedDictionary where Value == Int {
    mutating func increment(_ key: Key) {
        change(key) { $0[key, default: 0] += 1 }
    }

    mutating func decrement(_ key: Key) {
        self[key] = self[key].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
