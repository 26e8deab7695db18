import CConfig

/// The seed directory: the text of `Config/understudy.yaml`, which the compiler puts into the program.
package enum SeedDirectory {
    package static var bytes: [UInt8] {
        var size = 0
        let start = cconfig_seed_directory(&size)
        return Array(UnsafeBufferPointer(start: start, count: size))
    }

    package static var yaml: String { String(decoding: bytes, as: UTF8.self) }
}
