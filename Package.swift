// swift-tools-version:6.2
import PackageDescription

/// Every Swift target reads the same dialect: Swift 6 mode, explicit imports, explicit existentials.
let dialect: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Not in release builds, which people make with newer compilers too. The app's build has it in Tools/wasm-toolset.sh.
  .treatAllWarnings(as: .error, .when(configuration: .debug)),
]

/// Targets that also compile to WebAssembly with Embedded Swift: what that language mode
/// lacks is an error in the native build already (docs/architecture.md, "Browser-safe code").
let browserSafe: [SwiftSetting] =
  dialect + [
    .treatWarning("EmbeddedRestrictions", as: .error)
  ]

let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nio: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")

// Browser-safe: compiled natively for the server and the tests, and to WebAssembly for the app.
let shared: [Target] = [
  .target(name: "JSON", swiftSettings: browserSafe),
  .target(name: "Markup", swiftSettings: browserSafe),
  .target(name: "Social", swiftSettings: browserSafe),
  .target(name: "Contracts", dependencies: ["JSON", "Social"], swiftSettings: browserSafe),
  .target(name: "ImageCaching", swiftSettings: browserSafe),
  .target(
    name: "Screens", dependencies: ["Contracts", "JSON", "Markup", "Social"], swiftSettings: browserSafe),
]

// What people read, in every language. The app gets one language's texts as a file of the server's.
let texts: [Target] = [
  .target(name: "Texts", dependencies: ["Screens", "Social"], swiftSettings: dialect)
]

// The WebAssembly program. On a native build its code compiles to nothing.
let app: [Target] = [
  .target(name: "CBrowser"),
  .executableTarget(
    name: "BrowserApp", dependencies: ["CBrowser", "ImageCaching", "Screens"],
    swiftSettings: browserSafe + [
      .unsafeFlags(["-parse-as-library"]),
      .enableExperimentalFeature("Extern"),
    ]),
]

let server: [Target] = [
  .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(name: "CGlib", pkgConfig: "glib-2.0", providers: [.apt(["libvips-dev"])]),
  .target(name: "CLoading"),
  .target(name: "CVips", dependencies: ["CGlib", "CLoading"]),
  .target(name: "CCurl", dependencies: ["CLoading"]),
  .target(name: "CMemory"),
  .target(name: "CEmptyICU"),
  .target(name: "Disk", swiftSettings: dialect),
  .target(
    name: "Media", dependencies: ["CVips", "Disk", "JSON", .product(name: "Crypto", package: "swift-crypto")],
    swiftSettings: dialect),
  .target(name: "Invalidation", swiftSettings: dialect),
  .target(name: "CPostgres", dependencies: ["CLoading"]),
  .target(
    name: "Storage",
    dependencies: [
      "CPostgres", "Disk", "Invalidation", "JSON", "Social", .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "GRDBSQLite", package: "GRDB.swift"),
    ],
    swiftSettings: dialect),
  .target(
    name: "Community",
    dependencies: [
      "CCurl", "Contracts", "Disk", "Invalidation", "JSON", "Markup", "Media", "Social", "Storage", log, nio,
      .product(name: "Crypto", package: "swift-crypto"),
      .product(name: "CryptoExtras", package: "swift-crypto"),
    ], swiftSettings: dialect),
  .target(
    name: "Server",
    dependencies: [
      "Community", "Contracts", "CZlib", "Invalidation", "JSON", "Markup", "Media", "Screens", "Social", "Texts",
      hummingbird, log,
      nio,
      .product(name: "Crypto", package: "swift-crypto"),
      .product(name: "NIOPosix", package: "swift-nio"),
    ],
    swiftSettings: dialect),
  .executableTarget(
    name: "swiftlet",
    dependencies: [
      "CEmptyICU", "CMemory", "Community", "Contracts", "Disk", "Media", "Server", "Social", "Storage", hummingbird,
      log, nio,
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ], swiftSettings: dialect),
]

let tests: [Target] = [
  .target(name: "TestSupport", dependencies: ["JSON", "Social"], path: "Tests/TestSupport", swiftSettings: dialect),
  .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"], swiftSettings: dialect),
  .testTarget(name: "MarkupTests", dependencies: ["Markup", "TestSupport"], swiftSettings: dialect),
  .testTarget(name: "SocialTests", dependencies: ["Social", "TestSupport"], swiftSettings: dialect),
  .testTarget(
    name: "ContractsTests", dependencies: ["Contracts", "JSON", "Social", "TestSupport"], swiftSettings: dialect),
  .testTarget(name: "ImageCachingTests", dependencies: ["ImageCaching", "TestSupport"], swiftSettings: dialect),
  .testTarget(
    name: "ScreensTests", dependencies: ["Contracts", "JSON", "Markup", "Screens", "Social", "TestSupport", "Texts"],
    exclude: ["Snapshots", "Strings/Oracle"], swiftSettings: dialect),
  .testTarget(name: "ArchitectureTests", swiftSettings: dialect),
]

let serverTests: [Target] = [
  .target(
    name: "DatabaseTestSupport", dependencies: ["Storage", "TestSupport"], path: "Tests/DatabaseTestSupport",
    swiftSettings: dialect),
  .testTarget(name: "InvalidationTests", dependencies: ["Invalidation"], swiftSettings: dialect),
  .testTarget(name: "MediaTests", dependencies: ["CLoading", "CVips", "Media", "TestSupport"], swiftSettings: dialect),
  .testTarget(
    name: "StorageTests",
    dependencies: [
      "DatabaseTestSupport", "Invalidation", "Social", "Storage", "TestSupport",
      .product(name: "GRDB", package: "GRDB.swift"),
    ],
    swiftSettings: dialect),
  .testTarget(
    name: "CommunityTests",
    dependencies: [
      "Community", "Contracts", "DatabaseTestSupport", "Invalidation", "JSON", "Media", "Social", "Storage",
      "TestSupport", hummingbird, log, nio,
    ], swiftSettings: dialect),
  .testTarget(
    name: "ServerTests",
    dependencies: [
      "Community", "Contracts", "CZlib", "DatabaseTestSupport", "Invalidation", "JSON", "Media", "Screens", "Server",
      "Social", "Storage", "swiftlet", "TestSupport", "Texts", hummingbird, log, nio,
      .product(name: "Crypto", package: "swift-crypto"),
      .product(name: "NIOEmbedded", package: "swift-nio"),
      .product(name: "NIOPosix", package: "swift-nio"),
    ], swiftSettings: dialect),
]

/// What `make bench` compares the server with. No part of the product.
let bench: [Target] = [
  .executableTarget(
    name: "BareServer", dependencies: [hummingbird], path: "Tools/bench/BareServer", swiftSettings: dialect)
]

let package = Package(
  name: "swiftlet",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-log.git", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift.git", exact: "7.10.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", exact: "2.28.1", traits: []),
  ],
  targets: shared + texts + app + server + tests + serverTests + bench
)
