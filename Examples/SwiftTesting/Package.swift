// swift-tools-version: 6.2
import PackageDescription

/// An application with tests against Understudy, by Swift Testing and by XCTest. In a package of your own, the path is the
/// address of Understudy's repository.
let package = Package(
    name: "orders",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "understudy", path: "../..")],
    targets: [
        .target(name: "Orders"),
        .testTarget(
            name: "OrdersTests", dependencies: ["Orders", .product(name: "Understudy", package: "understudy")]),
    ]
)
