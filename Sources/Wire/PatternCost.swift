/// What a pattern would cost the C library, which reads it by recursion, writes repetitions out, and goes back and forth for
/// references to groups: so each of these is bounded before it sees one.
struct PatternCost {
    /// Longest pattern, in bytes.
    static let maximumLength = 512
    /// Groups within one another.
    static let maximumDepth = 16
    /// Characters and sets with all repetitions written out.
    static let maximumSize = 1_000

    private struct Level {
        var size = 0
        /// Of the part that a repetition would repeat.
        var last = 0
    }

    private var levels = [Level()]
    private var rest: ArraySlice<UInt8>

    private init(_ pattern: [UInt8]) {
        rest = pattern[...]
    }

    /// Why the pattern is not tried; nil where it is.
    static func problem(_ pattern: String) -> String? {
        let bytes = Array(pattern.utf8)
        guard bytes.count <= maximumLength else { return "longer than \(maximumLength) bytes" }
        var cost = PatternCost(bytes)
        return cost.read()
    }

    private mutating func read() -> String? {
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "("):
                levels.append(Level())
                guard levels.count <= PatternCost.maximumDepth + 1 else {
                    return "groups more than \(PatternCost.maximumDepth) deep"
                }
            case UInt8(ascii: ")"):
                guard levels.count > 1, let group = levels.popLast() else { break }
                add(max(group.size, 1))
            case UInt8(ascii: "\\"):
                if let escaped = rest.popFirst(), ASCII.isDigit(escaped) { return "a reference to a group" }
                add(1)
            case UInt8(ascii: "["):
                skipSet()
                add(1)
            case UInt8(ascii: "+"): repeatLast(2)
            case UInt8(ascii: "{"): repeatLast(readCount())
            case UInt8(ascii: "*"), UInt8(ascii: "?"): break
            default: add(1)
            }
            guard levels.allSatisfy({ $0.size <= PatternCost.maximumSize }) else {
                return "more than \(PatternCost.maximumSize) characters with its repetitions written out"
            }
        }
        return nil
    }

    private mutating func add(_ size: Int) {
        levels[levels.count - 1].size += size
        levels[levels.count - 1].last = size
    }

    /// Sizes stay far below an overflow: one above the maximum ends the reading.
    private mutating func repeatLast(_ count: Int) {
        let more = levels[levels.count - 1].last * max(count - 1, 0)
        levels[levels.count - 1].size += more
        levels[levels.count - 1].last += more
    }

    /// The largest number up to the brace, and one more where there is no end to it.
    private mutating func readCount() -> Int {
        var numbers: [Int] = [0]
        while let byte = rest.popFirst(), byte != UInt8(ascii: "}") {
            if byte == UInt8(ascii: ",") {
                numbers.append(0)
            } else if ASCII.isDigit(byte) {
                numbers[numbers.count - 1] = min(numbers[numbers.count - 1] * 10 + Int(byte & 0x0F), 65_536)
            }
        }
        return (numbers.max() ?? 0) + 1
    }

    /// A bracket expression: a bracket first in it is a member, and so is one within `[:…:]`, `[.….]` and `[=…=]`.
    private mutating func skipSet() {
        if rest.first == UInt8(ascii: "^") { rest = rest.dropFirst() }
        if rest.first == UInt8(ascii: "]") { rest = rest.dropFirst() }
        while let byte = rest.popFirst(), byte != UInt8(ascii: "]") {
            guard byte == UInt8(ascii: "["), let mark = rest.first, ":.=".utf8.contains(mark) else { continue }
            rest = rest.dropFirst()
            while let inner = rest.popFirst(), inner != mark || rest.first != UInt8(ascii: "]") {}
            rest = rest.dropFirst()
        }
    }
}
