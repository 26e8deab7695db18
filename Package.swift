// swift-tools-version: 6.2
import PackageDescription

/// `UNDERSTUDY_PORTABLE=1` builds with what POSIX alone has, as on systems that are not Linux: `scripts/internal/portable`.
let isPortable = Context.environment["UNDERSTUDY_PORTABLE"] != nil

/// One settings list for every Swift target: language mode 6 (from the tools version), the upcoming features that make
/// imports and existentials explicit, and warnings as errors.
let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .treatAllWarnings(as: .error),
    ] + (isPortable ? [.define("UNDERSTUDY_PORTABLE")] : [])

/// epoll(7).
let linux: [Target.Dependency] = isPortable ? [] : [.target(name: "CLinux", condition: .when(platforms: [.linux]))]

// Linux distributions have hiredis under names that differ from release to release: it is linked into the binary there.
#if os(macOS)
    let hiredis: String? = "hiredis"
#else
    let hiredis: String? = nil
#endif

/// One module of the server: its name and the modules below it. Arrows point down only: the build of `scripts/test` fails for an
/// import that is not listed here.
func module(_ name: String, _ dependencies: [Target.Dependency], linking: [LinkerSetting] = []) -> Target {
    .target(
        name: name, dependencies: dependencies + ["Platform"], swiftSettings: settings, linkerSettings: linking)
}

/// The tests of one module; `more` names further modules that the tests use.
func tests(_ name: String, _ more: [Target.Dependency] = []) -> Target {
    .testTarget(
        name: "\(name)Tests",
        dependencies: [.target(name: name), "Platform", "TestTags"] + more,
        swiftSettings: settings)
}

let package = Package(
    name: "understudy",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Understudy", targets: ["Understudy"]),
        .executable(name: "understudy", targets: ["UnderstudyCLI"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    ],
    targets: [
        // C, each imported by one Swift module.
        .target(name: "CPosix", cSettings: isPortable ? [.define("UNDERSTUDY_PORTABLE")] : []),
        .target(name: "CLinux"),
        .target(name: "CProcess"),
        // The files of Config/ that are built in; each of two Swift modules reads one.
        .target(name: "CConfig"),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .systemLibrary(name: "CYaml", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"]), .brew(["libyaml"])]),
        .systemLibrary(name: "CPCRE2", pkgConfig: "libpcre2-8", providers: [.apt(["libpcre2-dev"]), .brew(["pcre2"])]),
        .systemLibrary(name: "CExpat", pkgConfig: "expat", providers: [.apt(["libexpat1-dev"]), .brew(["expat"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
        .systemLibrary(
            name: "CHiredis", pkgConfig: hiredis, providers: [.apt(["libhiredis-dev"]), .brew(["hiredis"])]),

        // What systems have under different names; every module may use it.
        .target(name: "Platform", dependencies: ["CProcess"], swiftSettings: settings),

        // Bytes and text.
        module("Formats", ["CZlib", "CYaml", "CExpat", "CPCRE2"]),
        module("Crypto", ["Formats", "COpenSSL"]),

        // The vocabulary of the protocol, the directory, and what is kept.
        module("Entra", ["Formats"]),
        module("ClientTools", ["Entra", "Formats"]),
        module(
            "Directory",
            ["Entra", "Formats", "CConfig", .product(name: "HashTreeCollections", package: "swift-collections")]),
        module(
            "Store", ["Directory", "Entra", "Crypto", "Formats", "CSQLite", "CHiredis"],
            linking: [.linkedLibrary(":libhiredis.a", .when(platforms: [.linux]))]),

        // Requests and responses, then the sockets that carry them.
        module("HTTP", ["Formats"]),
        module(
            "Transport",
            [
                "HTTP", "Crypto", "Formats", "CPosix", .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "HeapModule", package: "swift-collections"),
            ] + linux),

        // What Entra answers, and what steers this server.
        module("Protocol", ["Store", "Directory", "Entra", "HTTP", "Crypto", "Formats"]),
        module(
            "ControlPlane",
            [
                "ClientTools", "Protocol", "Store", "Directory", "Entra", "HTTP", "Crypto", "Formats", "CConfig",
                .product(name: "DequeModule", package: "swift-collections"),
            ]),

        // Everything together.
        module(
            "Understudy",
            [
                "ControlPlane", "Protocol", "Transport", "Store", "Directory", "Entra", "HTTP", "Crypto", "Formats",
                .product(name: "Logging", package: "swift-log"),
            ]),
        .executableTarget(
            name: "UnderstudyCLI",
            dependencies: [
                "Understudy", "ControlPlane", "ClientTools", "Directory", "Entra", "Crypto", "Formats", "Platform",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: settings),

        // The tags of the tests, and waiting for a condition.
        .target(name: "TestTags", dependencies: ["Platform"], path: "Tests/TestTags", swiftSettings: settings),
        tests("Formats"),
        tests("Crypto", ["Formats"]),
        tests("HTTP", ["Formats"]),
        tests("Transport", ["HTTP", "Crypto", "Formats"]),
        tests("Entra", ["Formats"]),
        tests("ClientTools", ["Entra", "Formats"]),
        tests("Directory", ["Entra", "Formats", .product(name: "HashTreeCollections", package: "swift-collections")]),
        // A change log in memory, for the tests of replicas.
        .target(
            name: "TestChangeLog", dependencies: ["Store", "Entra", "Formats", "TestTags"], path: "Tests/TestChangeLog",
            swiftSettings: settings),
        tests("Store", ["TestChangeLog", "Directory", "Entra", "Crypto", "Formats"]),
        tests("Protocol", ["COpenSSL", "Store", "Directory", "Entra", "Crypto", "Formats"]),
        tests("ControlPlane", ["Protocol", "Store", "Directory", "Entra", "HTTP", "Crypto", "Formats"]),
        tests(
            "Understudy",
            [
                "TestChangeLog", "ControlPlane", "Transport", "Protocol", "Store", "Directory", "Entra", "HTTP",
                "Crypto",
                "Formats", .product(name: "Logging", package: "swift-log"),
            ]),
    ]
)

// `UNDERSTUDY_TESTS=Store,Transport` leaves out the tests of every other module: `scripts/internal/sanitize` builds no more than that.
if let modules = Context.environment["UNDERSTUDY_TESTS"]?.split(separator: ",") {
    package.targets.removeAll { target in target.isTest && !modules.contains { target.name == "\($0)Tests" } }
}

// The fuzz targets exist for `scripts/internal/fuzz` only: their entry point is libFuzzer's, without it they are no program.
if Context.environment["UNDERSTUDY_FUZZ"] != nil {
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "ControlPlane", "Protocol", "Store", "Directory", "Entra", "HTTP", "Crypto", "Formats", "Platform",
            ],
            path: "Fuzz",
            exclude: ["corpus"],
            swiftSettings: settings))
}
