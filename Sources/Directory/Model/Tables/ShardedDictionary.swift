/// A dictionary in parts. Versions share all parts except those that a change touches, so a change to a large dictionary costs as
/// much as a change to a small one. A lookup costs one more hash.
struct ShardedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// The average number of entries of a part at creation: three quarters of the capacity of the part's hash table.
    private static var load: Int { 72 }
    private static var room: Int { 96 }
    /// The factor by which the number of entries may grow before the dictionary gets more parts.
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
        let left = (self[key] ?? []).filter { $0 != number }
        self[key] = left.isEmpty ? nil : left
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
