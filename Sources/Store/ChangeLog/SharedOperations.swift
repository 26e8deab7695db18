package import Entra
package import Formats

/// The operations that processes share in addition to documents. Each operation has one outcome among all processes and takes
/// one round trip to the other machine. Safe to use from any thread.
///
/// `epoch` is the epoch of the change log that the caller's decisions are based on. In another epoch, nothing is changed. An
/// operation that throws `EntraError.storeUnavailable` may or may not have happened, so its caller must be safe in both cases.
package protocol SharedOperations: Sendable {
    /// The reason why the store does not respond or rejects commands, or nil if the last command succeeded.
    var failure: String? { get }
    /// The error code of the store for `failure`, or nil if the store gave none.
    var failureCode: String? { get }

    /// Marks a single-use value as used. `Store` documents this method and the others of the same names.
    func redeem(
        _ id: GUID, until expiry: Timestamp, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> Redemption

    func isRedeemed(_ id: GUID, in epoch: GUID) throws(EntraError) -> Bool

    func startDevice(
        _ authorization: DeviceAuthorization, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> DeviceStart

    /// Looks up a user code and counts a wrong one. `now` is the time of the page's tenant, `serverNow` the server's time.
    func look(
        up code: UserCode, at place: UserCodeAttempts.Place, now: Timestamp, serverNow: Timestamp, in epoch: GUID
    ) throws(EntraError) -> UserCodeLookup

    func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> DeviceDecisionOutcome

    func pollDevice(_ id: GUID, now: Timestamp, in epoch: GUID) throws(EntraError) -> DevicePoll

    func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> EventCount

    func counted(
        _ event: CountedEvent, within seconds: Int64, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> EventCount

    func forget(_ event: CountedEvent, in epoch: GUID) throws(EntraError)

    /// Forgets everything that the operations keep, or the part of one tenant.
    func reset(tenant: TenantID?, in epoch: GUID) throws(EntraError)
}
