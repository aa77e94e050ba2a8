// swift-tools-version:6.2
import PackageDescription

/// Every Swift target reads the same dialect: Swift 6 mode, explicit imports, explicit existentials.
let dialect: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Not in release builds, which people make with newer compilers too. The app's build has it in
  // Tools/wasm-toolset.sh.
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
  .target(name: "JSON", path: "Sources/Shared/JSON", swiftSettings: browserSafe),
  .target(name: "Markup", path: "Sources/Shared/Markup", swiftSettings: browserSafe),
  .target(name: "Social", path: "Sources/Shared/Social", swiftSettings: browserSafe),
  .target(
    name: "Contracts", dependencies: ["JSON", "Social"], path: "Sources/Shared/Contracts",
    swiftSettings: browserSafe),
  .target(name: "ImageCaching", path: "Sources/Browser/ImageCaching", swiftSettings: browserSafe),
  .target(
    name: "Localization", dependencies: ["Social"], path: "Sources/Shared/Localization",
    swiftSettings: browserSafe),
  .target(
    name: "Screens", dependencies: ["Contracts", "JSON", "Localization", "Markup", "Social"],
    path: "Sources/WebApp",
    swiftSettings: browserSafe),
]

// What people read, in every language. The app gets one language's texts as a file of the server's.
let texts: [Target] = [
  .target(
    name: "Texts", dependencies: ["Localization", "Social"], path: "Sources/Backend/Texts",
    swiftSettings: dialect)
]

// The WebAssembly program. On a native build its code compiles to nothing.
let app: [Target] = [
  .target(name: "CBrowser", path: "Sources/Browser/CBrowser"),
  .executableTarget(
    name: "BrowserApp",
    dependencies: ["CBrowser", "Contracts", "ImageCaching", "Localization", "Markup", "Screens", "Social"],
    path: "Sources/Browser/BrowserApp",
    swiftSettings: browserSafe + [
      .unsafeFlags(["-parse-as-library"]),
      .enableExperimentalFeature("Extern"),
    ]),
]

let server: [Target] = [
  .systemLibrary(
    name: "CZlib", path: "Sources/C/CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
  .systemLibrary(
    name: "CGlib", path: "Sources/C/CGlib", pkgConfig: "glib-2.0", providers: [.apt(["libvips-dev"])]),
  .target(name: "CLoading", path: "Sources/C/CLoading"),
  .target(name: "CVips", dependencies: ["CGlib", "CLoading"], path: "Sources/C/CVips"),
  .target(name: "CCurl", dependencies: ["CLoading"], path: "Sources/C/CCurl"),
  .target(name: "CMemory", path: "Sources/C/CMemory"),
  .target(name: "CEmptyICU", path: "Sources/C/CEmptyICU"),
  .target(name: "Disk", path: "Sources/Backend/Disk", swiftSettings: dialect),
  .target(
    name: "Media",
    dependencies: ["CVips", "Disk", "JSON", .product(name: "Crypto", package: "swift-crypto")],
    path: "Sources/Backend/Media", swiftSettings: dialect),
  .target(name: "Invalidation", path: "Sources/Backend/Invalidation", swiftSettings: dialect),
  .target(
    name: "OAuth1", dependencies: [.product(name: "Crypto", package: "swift-crypto")],
    path: "Sources/Backend/OAuth1", swiftSettings: dialect),
  .target(
    name: "TwitterContracts", dependencies: ["Contracts", "JSON", "Social"],
    path: "Sources/Backend/TwitterContracts", swiftSettings: dialect),
  .target(name: "CPostgres", dependencies: ["CLoading"], path: "Sources/C/CPostgres"),
  .target(
    name: "Storage",
    dependencies: [
      "CPostgres", "Disk", "Invalidation", "JSON", "Social", .product(name: "GRDB", package: "GRDB.swift"),
      .product(name: "GRDBSQLite", package: "GRDB.swift"),
    ],
    path: "Sources/Backend/Storage", swiftSettings: dialect),
  .target(
    name: "Community",
    dependencies: [
      "CCurl", "Contracts", "Disk", "Invalidation", "JSON", "Markup", "Media", "Social", "Storage", log, nio,
      .product(name: "Crypto", package: "swift-crypto"),
      .product(name: "CryptoExtras", package: "swift-crypto"),
    ], path: "Sources/Backend/Community", swiftSettings: dialect),
  .target(
    name: "Server",
    dependencies: [
      "Community", "Contracts", "CZlib", "Invalidation", "JSON", "Localization", "Markup", "Media", "OAuth1",
      "Screens", "Social",
      "Texts", "TwitterContracts",
      hummingbird, log,
      nio,
      .product(name: "Crypto", package: "swift-crypto"),
      .product(name: "NIOPosix", package: "swift-nio"), .product(name: "NIOWebSocket", package: "swift-nio"),
    ],
    path: "Sources/Backend/Server", swiftSettings: dialect),
  .executableTarget(
    name: "swiftlet",
    dependencies: [
      "CEmptyICU", "CMemory", "Community", "Contracts", "Disk", "Media", "Server", "Social", "Storage",
      hummingbird,
      log, nio,
      .product(name: "ArgumentParser", package: "swift-argument-parser"),
    ], path: "Sources/Command", swiftSettings: dialect),
]

let tests: [Target] = [
  .target(
    name: "TestSupport", dependencies: ["JSON", "Social"], path: "Tests/TestSupport", swiftSettings: dialect),
  .testTarget(name: "JSONTests", dependencies: ["JSON", "TestSupport"], swiftSettings: dialect),
  .testTarget(name: "MarkupTests", dependencies: ["Markup", "TestSupport"], swiftSettings: dialect),
  .testTarget(name: "SocialTests", dependencies: ["Social", "TestSupport"], swiftSettings: dialect),
  .testTarget(
    name: "ContractsTests", dependencies: ["Contracts", "JSON", "Social", "TestSupport"],
    swiftSettings: dialect),
  .testTarget(
    name: "ImageCachingTests", dependencies: ["ImageCaching", "TestSupport"], swiftSettings: dialect),
  .testTarget(
    name: "ScreensTests",
    dependencies: [
      "Contracts", "JSON", "Localization", "Markup", "Screens", "Social", "TestSupport", "Texts",
    ],
    exclude: ["Snapshots", "Strings/Oracle"], swiftSettings: dialect),
  .testTarget(name: "ArchitectureTests", swiftSettings: dialect),
]

let serverTests: [Target] = [
  .target(
    name: "DatabaseTestSupport", dependencies: ["Invalidation", "Storage"], path: "Tests/DatabaseTestSupport",
    swiftSettings: dialect),
  .testTarget(name: "InvalidationTests", dependencies: ["Invalidation"], swiftSettings: dialect),
  .testTarget(name: "OAuth1Tests", dependencies: ["OAuth1", "TestSupport"], swiftSettings: dialect),
  .testTarget(
    name: "TwitterContractsTests",
    dependencies: ["Contracts", "JSON", "Social", "TestSupport", "TwitterContracts"],
    swiftSettings: dialect),
  .testTarget(
    name: "MediaTests", dependencies: ["CLoading", "Media", "TestSupport"], swiftSettings: dialect),
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
      "TestSupport", hummingbird, log, nio, .product(name: "Crypto", package: "swift-crypto"),
    ], swiftSettings: dialect),
  .testTarget(
    name: "ServerTests",
    dependencies: [
      "Community", "Contracts", "CZlib", "DatabaseTestSupport", "Invalidation", "JSON", "Localization",
      "Markup",
      "Media", "OAuth1",
      "Screens", "Server",
      "Social", "Storage", "swiftlet", "TestSupport", "Texts", "TwitterContracts", hummingbird, log, nio,
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
