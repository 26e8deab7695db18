import Crypto
import Entra
import Formats
@testable import Store
import TestTags
import Testing

private let tenant = TenantID("11111111-0000-4000-8000-000000000001")
private let two = TenantID("22222222-0000-4000-8000-000000000002")

private func time(_ seconds: Int64) -> Timestamp { Timestamp(seconds: seconds) }

private func device(_ number: Int, authority: String = "common") -> DeviceAuthorization {
    DeviceAuthorization(
        id: guid(number), userCode: UserCode(random: SeededStream(seed: "tenants", label: "\(number)")),
        client: ClientID("c"), authority: authority, endpoint: .v2, scope: "openid", resource: nil, claims: nil,
        expiresAt: 900, interval: 5)
}

/// These tests cover what every kind of store keeps of devices per tenant.
@Suite struct DeviceShareContractTests {
    private func enter(
        _ code: UserCode, _ subject: StoreContractTests.Subject, at tenant: TenantID? = nil, from address: String = "b",
        clock: (TenantID?) -> Timestamp = { _ in time(0) }
    ) throws -> UserCodeEntry {
        try subject.store().enterUserCode(code, at: UserCodeAttempts.Source(tenant, address), clock: clock)
    }

    @Test(
        "Wrong user codes count for the page's tenant and address, and a correct code is subject to its tenant's count",
        arguments: StoreContractTests.Kind.lasting)
    func wrongUserCodesOfOneTenantBlockNoOther(_ kind: StoreContractTests.Kind) throws {
        let subject = try StoreContractTests.Subject(kind)
        let (own, other, common) = (
            device(1, authority: tenant.description), device(2, authority: two.description), device(3)
        )
        for one in [own, other, common] { #expect(try subject.store().startDevice(one, now: time(0)) == .started) }
        for number in 10..<20 {
            #expect(try enter(device(number).userCode, subject, at: tenant) == .unknown)
            #expect(try enter(device(number).userCode, subject) == .unknown)
        }
        #expect(try enter(device(20).userCode, subject, at: tenant) == .blocked)
        for page in [tenant, nil] { #expect(try enter(own.userCode, subject, at: page) == .blocked) }
        #expect(try enter(common.userCode, subject) == .blocked)
        #expect(try enter(own.userCode, subject, from: "c") == .found(own))
        for page in [two, nil] { #expect(try enter(other.userCode, subject, at: page) == .found(other)) }
        #expect(try enter(common.userCode, subject, at: two) == .unknown, "The code belongs to no tenant.")
        let ahead = { (clock: TenantID?) in time(clock == tenant ? 600 : 0) }
        #expect(
            try enter(own.userCode, subject, at: tenant, clock: ahead) == .found(own), "The tenant's clock is ahead.")
        try subject.store().reset(tenant: two, now: time(1))
        #expect(try enter(own.userCode, subject, at: tenant) == .blocked)
        try subject.store().reset(tenant: tenant, now: time(1))
        #expect(
            try enter(own.userCode, subject, at: tenant) == .unknown, "The reset removed the code and the count.")
        #expect(try enter(common.userCode, subject) == .blocked)
        try subject.store().reset(tenant: nil, now: time(1))
        #expect(try enter(device(21).userCode, subject) == .unknown)
    }

    @Test(arguments: StoreContractTests.Kind.lasting) func limitsTriesPerAddressAcrossTenants(
        _ kind: StoreContractTests.Kind
    )
        throws
    {
        let subject = try StoreContractTests.Subject(kind)
        let own = device(1, authority: tenant.description)
        #expect(try subject.store().startDevice(own, now: time(0)) == .started)
        for _ in 0..<UserCodeAttempts.ceiling { _ = try enter(device(2).userCode, subject) }
        #expect(try enter(own.userCode, subject) == .blocked)
        #expect(try enter(own.userCode, subject, from: "c") == .found(own))
        #expect(try enter(own.userCode, subject) { _ in time(60) } == .found(own))
    }

    /// Each authorization has claims of almost the maximum length.
    @Test(.tags(.slow), arguments: StoreContractTests.Kind.lasting) func deviceCodesOfOneTenantEvictNoOthers(
        _ kind: StoreContractTests.Kind
    ) throws {
        let subject = try StoreContractTests.Subject(kind)
        let quiet = device(1, authority: two.description)
        #expect(try subject.store().startDevice(quiet, now: time(0)) == .started)
        let claims = String(repeating: "x", count: 65_000)
        for number in 2..<602 {
            var loud = device(number, authority: tenant.description)
            loud.claims = claims
            #expect(try subject.store().startDevice(loud, now: time(0)) == .started)
        }
        #expect(try subject.store().pollDevice(quiet.id, now: time(1)) == .pending)
        #expect(try subject.store().pollDevice(guid(2), now: time(1)) == .expired)
        #expect(try subject.store().pollDevice(guid(601), now: time(1)) == .pending)
    }
}
