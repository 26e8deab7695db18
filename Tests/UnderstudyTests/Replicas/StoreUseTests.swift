import Testing

@testable import Understudy

/// What is answered without asking what other replicas have written.
@Suite struct StoreUseTests {
    @Test(
        "published keys are answered alone; those that the control plane shows are everybody's",
        arguments: [
            ("keys", false, false), ("keys", true, true), ("discovery", false, false), ("token", false, true),
            ("managedidentity", false, true), ("health", true, false), ("requests-events", true, false),
            ("reset", true, true),
        ])
    func usesStore(_ name: String, _ isControl: Bool, _ expected: Bool) {
        #expect(Endpoint.usesStore(name, isControl: isControl) == expected)
    }
}
