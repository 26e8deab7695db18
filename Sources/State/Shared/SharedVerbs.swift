package import Entra
package import Wire

/// What processes share besides documents: of each verb, one answer among all processes, and one trip to the other machine.
/// Safe to use from any thread.
///
/// `epoch` is that of the ledger that the caller's decisions rest on: where the ledger has begun anew, nothing is done. A verb
/// that throws, `EntraError.storeUnavailable`, may or may not have happened; what is decided on it must be safe either way.
package protocol SharedVerbs: Sendable {
    /// Why the store does not answer, or not do what it is asked; nil where it did the last time.
    var failure: String? { get }
    /// The store's own word for that; nil where it said none.
    var failureCode: String? { get }

    /// See `Store`, as for all verbs whose names are the same.
    func redeem(
        _ id: GUID, until expiry: Timestamp, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> Redemption

    func isRedeemed(_ id: GUID, in epoch: GUID) throws(EntraError) -> Bool

    func startDevice(
        _ authorization: DeviceAuthorization, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> DeviceStart

    /// What a user code stands for. A wrong one is counted: `now` is the time at the place, `serverNow` the server's.
    func look(
        up code: UserCode, at place: UserCodeTries.Place, now: Timestamp, serverNow: Timestamp, in epoch: GUID
    ) throws(EntraError) -> UserCodeFinding

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

    /// Forgets all of this, or what is of one tenant.
    func reset(tenant: TenantID?, in epoch: GUID) throws(EntraError)
}
