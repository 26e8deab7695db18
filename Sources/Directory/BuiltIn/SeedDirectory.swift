import CConfig

/// The seed directory: the text of `Config/understudy.yaml`, which the compiler puts into the program.
package enum SeedDirectory {
    package static var bytes: [UInt8] { Array(EmbeddedText.bytes(of: cconfig_seed_directory)) }

    package static var yaml: String { String(decoding: bytes, as: UTF8.self) }
}
