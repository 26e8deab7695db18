// What `scripts/internal/characters` compiles into every module: each declaration stands in front of one of the standard library's that
// works on `Character` or by canonical equivalence, and so marks every use of it.

extension String {
    @available(*, deprecated, message: "banned: use hasExactPrefix") func hasPrefix(_: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use hasExactSuffix") func hasSuffix(_: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use containsExactly, or utf8") func contains(_: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use utf8.contains") func contains(_: Character) -> Bool { false }
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") func contains(where _: (Character) throws -> Bool) rethrows -> Bool { false }
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") func allSatisfy(_: (Character) throws -> Bool) rethrows -> Bool { false }
    @available(*, deprecated, message: "banned: use utf8.count") var count: Int { 0 }
    @available(*, deprecated, message: "banned: use utf8.first") var first: Character? { nil }
    @available(*, deprecated, message: "banned: use utf8.last") var last: Character? { nil }
    @available(*, deprecated, message: "banned: use behind, or utf8") func dropFirst(_: Int = 1) -> Substring { "" }
    @available(*, deprecated, message: "banned: use before, or utf8") func dropLast(_: Int = 1) -> Substring { "" }
    @available(*, deprecated, message: "banned: use unicodeScalars or utf8") func prefix(_: Int) -> Substring { "" }
    @available(*, deprecated, message: "banned: use unicodeScalars or utf8") func suffix(_: Int) -> Substring { "" }
    @available(*, deprecated, message: "banned: use utf8") func prefix(while _: (Character) throws -> Bool) rethrows -> Substring { "" }
    @available(*, deprecated, message: "banned: use utf8") func drop(while _: (Character) throws -> Bool) rethrows -> Substring { "" }
    @available(*, deprecated, message: "banned: use pieces") func split(separator _: Character, maxSplits _: Int = 0, omittingEmptySubsequences _: Bool = true) -> [Substring] { [] }
    @available(*, deprecated, message: "banned: use pieces") func split(separator _: String, maxSplits _: Int = 0, omittingEmptySubsequences _: Bool = true) -> [Substring] { [] }
    @available(*, deprecated, message: "banned: use pieces") func split(maxSplits _: Int = 0, omittingEmptySubsequences _: Bool = true, whereSeparator _: (Character) throws -> Bool) rethrows -> [Substring] { [] }
    @available(*, deprecated, message: "banned: use utf8") func firstIndex(of _: Character) -> String.Index? { nil }
    @available(*, deprecated, message: "banned: use utf8") func lastIndex(of _: Character) -> String.Index? { nil }
    @available(*, deprecated, message: "banned: use utf8") func firstIndex(where _: (Character) throws -> Bool) rethrows -> String.Index? { nil }
    @available(*, deprecated, message: "banned: use utf8") func lastIndex(where _: (Character) throws -> Bool) rethrows -> String.Index? { nil }
    @available(*, deprecated, message: "banned: use utf8") func first(where _: (Character) throws -> Bool) rethrows -> Character? { nil }
    @available(*, deprecated, message: "banned: use utf8") func reversed() -> [Character] { [] }
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") func map<T>(_: (Character) throws -> T) rethrows -> [T] { [] }
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") func flatMap<T>(_: (Character) throws -> [T]) rethrows -> [T] { [] }
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") func compactMap<T>(_: (Character) throws -> T?) rethrows -> [T] { [] }
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") func filter(_: (Character) throws -> Bool) rethrows -> String { "" }
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") func forEach(_: (Character) throws -> Void) rethrows {}
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") func enumerated() -> EnumeratedSequence<[Character]> { [].enumerated() }
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") func reduce<R>(_: R, _: (R, Character) throws -> R) rethrows -> R { fatalError() }
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") func reduce<R>(into _: R, _: (inout R, Character) throws -> Void) rethrows -> R { fatalError() }
    @available(*, deprecated, message: "banned: use utf8.elementsEqual") func elementsEqual(_: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use hasExactPrefix") func starts(with _: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use replacingExactly") func replacing(_: String, with _: String, maxReplacements _: Int = 0) -> String { "" }
    @available(*, deprecated, message: "banned: search utf8") func ranges(of _: String) -> [Range<String.Index>] { [] }
    @available(*, deprecated, message: "banned: search utf8") func firstRange(of _: String) -> Range<String.Index>? { nil }
    @available(*, deprecated, message: "banned: use behind") func trimmingPrefix(_: String) -> Substring { "" }
    @available(*, deprecated, message: "banned: use utf8") func index(after _: String.Index) -> String.Index { startIndex }
    @available(*, deprecated, message: "banned: use utf8") func index(before _: String.Index) -> String.Index { startIndex }
    @available(*, deprecated, message: "banned: use utf8") func index(_: String.Index, offsetBy _: Int) -> String.Index { startIndex }
    @available(*, deprecated, message: "banned: use utf8") subscript(_: String.Index) -> Character { " " }
    @available(*, deprecated, message: "banned: use unicodeScalars.popLast") mutating func popLast() -> Character? { nil }
    @available(*, deprecated, message: "banned: append scalars") mutating func append(_: Character) {}
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") init(_: Character) { self = "" }
    @available(*, deprecated, message: "banned: use utf8 or unicodeScalars") init(_: [Character]) { self = "" }
    @available(*, deprecated, message: "banned: use isExactly, or ConstantTime.equal") static func == (_: String, _: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use isExactly, or ConstantTime.equal") static func != (_: String, _: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use precedes") static func < (_: String, _: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use precedes") static func > (_: String, _: String) -> Bool { false }
}

extension Substring {
    @available(*, deprecated, message: "banned: use utf8") func hasPrefix(_: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use utf8") func hasSuffix(_: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use utf8") func contains(_: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use utf8") func contains(_: Character) -> Bool { false }
    @available(*, deprecated, message: "banned: use utf8") func contains(where _: (Character) throws -> Bool) rethrows -> Bool { false }
    @available(*, deprecated, message: "banned: use utf8") func allSatisfy(_: (Character) throws -> Bool) rethrows -> Bool { false }
    @available(*, deprecated, message: "banned: use utf8.count") var count: Int { 0 }
    @available(*, deprecated, message: "banned: use utf8.first") var first: Character? { nil }
    @available(*, deprecated, message: "banned: use utf8.last") var last: Character? { nil }
    @available(*, deprecated, message: "banned: use utf8") func dropFirst(_: Int = 1) -> Substring { "" }
    @available(*, deprecated, message: "banned: use utf8") func dropLast(_: Int = 1) -> Substring { "" }
    @available(*, deprecated, message: "banned: use utf8") func prefix(_: Int) -> Substring { "" }
    @available(*, deprecated, message: "banned: use utf8") func suffix(_: Int) -> Substring { "" }
    @available(*, deprecated, message: "banned: use utf8") func prefix(while _: (Character) throws -> Bool) rethrows -> Substring { "" }
    @available(*, deprecated, message: "banned: use utf8") func drop(while _: (Character) throws -> Bool) rethrows -> Substring { "" }
    @available(*, deprecated, message: "banned: use utf8") func split(separator _: Character, maxSplits _: Int = 0, omittingEmptySubsequences _: Bool = true) -> [Substring] { [] }
    @available(*, deprecated, message: "banned: use utf8") func firstIndex(of _: Character) -> String.Index? { nil }
    @available(*, deprecated, message: "banned: use utf8") func lastIndex(of _: Character) -> String.Index? { nil }
    @available(*, deprecated, message: "banned: use utf8") func firstIndex(where _: (Character) throws -> Bool) rethrows -> String.Index? { nil }
    @available(*, deprecated, message: "banned: use utf8") func reversed() -> [Character] { [] }
    @available(*, deprecated, message: "banned: use utf8") func map<T>(_: (Character) throws -> T) rethrows -> [T] { [] }
    @available(*, deprecated, message: "banned: use utf8") func filter(_: (Character) throws -> Bool) rethrows -> String { "" }
    @available(*, deprecated, message: "banned: use utf8") func reduce<R>(into _: R, _: (inout R, Character) throws -> Void) rethrows -> R { fatalError() }
    @available(*, deprecated, message: "banned: use utf8") mutating func popFirst() -> Character? { nil }
    @available(*, deprecated, message: "banned: use utf8") mutating func popLast() -> Character? { nil }
    @available(*, deprecated, message: "banned: use utf8") subscript(_: String.Index) -> Character { " " }
    @available(*, deprecated, message: "banned: compare utf8") static func == (_: Substring, _: Substring) -> Bool { false }
    @available(*, deprecated, message: "banned: compare utf8") static func != (_: Substring, _: Substring) -> Bool { false }
    @available(*, deprecated, message: "banned: compare utf8") static func == (_: Substring, _: String) -> Bool { false }
    @available(*, deprecated, message: "banned: compare utf8") static func == (_: String, _: Substring) -> Bool { false }
}

extension Character {
    @available(*, deprecated, message: "banned: compare bytes or scalars") static func == (_: Character, _: Character) -> Bool { false }
    @available(*, deprecated, message: "banned: compare bytes or scalars") static func != (_: Character, _: Character) -> Bool { false }
}

@available(*, deprecated, message: "banned: compare bytes or scalars") func ~= (_: Character, _: Character) -> Bool { false }

extension Optional where Wrapped == String {
    @available(*, deprecated, message: "banned: use isExactly, or ConstantTime.equal") static func == (_: String?, _: String?) -> Bool { false }
    @available(*, deprecated, message: "banned: use isExactly, or ConstantTime.equal") static func != (_: String?, _: String?) -> Bool { false }
    // Whether there is any text is no comparison.
    static func == (_: String?, _: _OptionalNilComparisonType) -> Bool { false }
    static func != (_: String?, _: _OptionalNilComparisonType) -> Bool { false }
    static func == (_: _OptionalNilComparisonType, _: String?) -> Bool { false }
    static func != (_: _OptionalNilComparisonType, _: String?) -> Bool { false }
}

extension Sequence where Element == String {
    @available(*, deprecated, message: "banned: use containsExactly") func contains(_: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use sorted(by:) with precedes") func sorted() -> [String] { [] }
    @available(*, deprecated, message: "banned: use min(by:) with precedes") func min() -> String? { nil }
    @available(*, deprecated, message: "banned: use max(by:) with precedes") func max() -> String? { nil }
    @available(*, deprecated, message: "banned: compare with isExactly") func elementsEqual(_: [String]) -> Bool { false }
    @available(*, deprecated, message: "banned: compare with isExactly") func starts(with _: [String]) -> Bool { false }
}

extension Collection where Element == String {
    @available(*, deprecated, message: "banned: use firstIndex with isExactly") func firstIndex(of _: String) -> Index? { nil }
}

extension Array where Element == String {
    @available(*, deprecated, message: "banned: compare with isExactly") static func == (_: [String], _: [String]) -> Bool { false }
    @available(*, deprecated, message: "banned: compare with isExactly") static func != (_: [String], _: [String]) -> Bool { false }
}

extension Dictionary where Key == String {
    @available(*, deprecated, message: "banned: use ExactString for keys") subscript(_: String) -> Value? { get { nil } set {} }
    @available(*, deprecated, message: "banned: use ExactString for keys") subscript(_: String, default _: @autoclosure () -> Value) -> Value { get { fatalError() } set {} }
    @available(*, deprecated, message: "banned: use ExactString for keys") mutating func removeValue(forKey _: String) -> Value? { nil }
    @available(*, deprecated, message: "banned: use ExactString for keys") mutating func updateValue(_: Value, forKey _: String) -> Value? { nil }
    @available(*, deprecated, message: "banned: use ExactString for keys") init<S: Sequence>(_: S, uniquingKeysWith _: (Value, Value) throws -> Value) rethrows where S.Element == (String, Value) { self = [:] }
    @available(*, deprecated, message: "banned: use ExactString for keys") init<S: Sequence>(grouping _: S, by _: (S.Element) throws -> String) rethrows where Value == [S.Element] { self = [:] }
}

extension Set where Element == String {
    @available(*, deprecated, message: "banned: use Set<ExactString>") func contains(_: String) -> Bool { false }
    @available(*, deprecated, message: "banned: use Set<ExactString>") mutating func insert(_: String) -> (inserted: Bool, memberAfterInsert: String) { fatalError() }
    @available(*, deprecated, message: "banned: use Set<ExactString>") mutating func remove(_: String) -> String? { nil }
    @available(*, deprecated, message: "banned: use Set<ExactString>") init<S: Sequence>(_: S) where S.Element == String { self = [] }
    @available(*, deprecated, message: "banned: use Set<ExactString>") func intersection(_: Set<String>) -> Set<String> { self }
    @available(*, deprecated, message: "banned: use Set<ExactString>") func isDisjoint(with _: Set<String>) -> Bool { false }
    @available(*, deprecated, message: "banned: use Set<ExactString>") func isSubset(of _: Set<String>) -> Bool { false }
    @available(*, deprecated, message: "banned: use Set<ExactString>") func subtracting(_: Set<String>) -> Set<String> { self }
    @available(*, deprecated, message: "banned: use Set<ExactString>") func union(_: Set<String>) -> Set<String> { self }
}
