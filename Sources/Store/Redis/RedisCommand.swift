import CHiredis
import Formats

/// A command in its wire format (RESP 2).
struct RedisCommand: Sendable {
    private let arguments: [[UInt8]]
    /// Whether the reply of the command can report a change (`RedisReply.announcesChange`).
    let isChange: Bool

    init(_ words: String...) {
        self.init(words.map { Array($0.utf8) })
    }

    init(_ arguments: [[UInt8]], isChange: Bool = false) {
        self.arguments = arguments
        self.isChange = isChange
    }

    /// The size of all arguments, in bytes.
    var size: Int { arguments.reduce(0) { $0 + $1.count } }

    /// Appends the encoded command to `bytes`. Returns false if there is no memory.
    func encode(into bytes: inout [UInt8]) -> Bool {
        let all = arguments.flatMap(\.self)
        let lengths = arguments.map(\.count)
        let encoded: [UInt8]? = all.withUnsafeBytes { all in
            // An empty argument also needs a valid pointer.
            let start = all.bindMemory(to: CChar.self).baseAddress
            var places: [UnsafePointer<CChar>?] = []
            var place = 0
            for length in lengths {
                places.append(start.map { $0 + place })
                place += length
            }
            var target: UnsafeMutablePointer<CChar>?
            let count = chiredis_format(&target, Int32(clamping: places.count), &places, lengths)
            guard count > 0, let target else { return nil }
            defer { redisFreeCommand(target) }
            return Array(UnsafeRawBufferPointer(start: target, count: Int(count)))
        }
        guard let encoded else { return false }
        bytes += encoded
        return true
    }
}
