#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif

/// The old name of the server, under which every other type was nested.
@available(*, deprecated, renamed: "UnderstudyServer")
public typealias Understudy = UnderstudyServer

extension UnderstudyServer {
    /// The old name of ``UnderstudyOptions``.
    @available(*, deprecated, renamed: "UnderstudyOptions")
    public typealias Options = Understudy::UnderstudyOptions

    /// The old name of ``StartError``.
    @available(*, deprecated, renamed: "StartError")
    public typealias StartError = Understudy::StartError

    /// The old name of ``ControlError``.
    @available(*, deprecated, renamed: "ControlError")
    public typealias ControlError = Understudy::ControlError

    /// The old name of ``JSON``.
    @available(*, deprecated, renamed: "JSON")
    public typealias JSON = Understudy::JSON

    /// The old name of ``StubControl``.
    @available(*, deprecated, renamed: "StubControl")
    public typealias ScriptControl = Understudy::StubControl

    /// The old name of ``StubbedResponse``.
    @available(*, deprecated, renamed: "StubbedResponse")
    public typealias ScriptedResponse = Understudy::StubbedResponse

    /// The old name of ``Stub``.
    @available(*, deprecated, renamed: "Stub")
    public typealias Script = Understudy::Stub

    /// The old name of ``ConnectionFault``.
    @available(*, deprecated, renamed: "ConnectionFault")
    public typealias WireFault = Understudy::ConnectionFault

    /// The old name of ``TokenFault``.
    @available(*, deprecated, renamed: "TokenFault")
    public typealias TokenFlaw = Understudy::TokenFault

    /// The old name of ``TokenName``.
    @available(*, deprecated, renamed: "TokenName")
    public typealias TokenName = Understudy::TokenName

    /// The old name of ``HandshakeFault``.
    @available(*, deprecated, renamed: "HandshakeFault")
    public typealias HandshakeFlaw = Understudy::HandshakeFault

    /// The old name of ``Repetition``.
    @available(*, deprecated, renamed: "Repetition")
    public typealias Repetition = Understudy::Repetition

    /// The old name of ``ChallengeDemand``.
    @available(*, deprecated, renamed: "ChallengeDemand")
    public typealias ChallengeDemand = Understudy::ChallengeDemand

    /// The old name of ``ClaimsChallenge``.
    @available(*, deprecated, renamed: "ClaimsChallenge")
    public typealias ClaimsChallenge = Understudy::ClaimsChallenge

    /// The old name of ``JournalControl``.
    @available(*, deprecated, renamed: "JournalControl")
    public typealias JournalControl = Understudy::JournalControl

    /// The old name of ``JournalMatch``.
    @available(*, deprecated, renamed: "JournalMatch")
    public typealias JournalMatch = Understudy::JournalMatch

    /// The old name of ``RequestCount``.
    @available(*, deprecated, renamed: "RequestCount")
    public typealias RequestCount = Understudy::RequestCount

    /// The old name of ``RequestMatch``.
    @available(*, deprecated, renamed: "RequestMatch")
    public typealias RequestMatch = Understudy::RequestMatch

    /// The old name of ``RequestedEndpoint``.
    @available(*, deprecated, renamed: "RequestedEndpoint")
    public typealias RequestedEndpoint = Understudy::RequestedEndpoint

    /// The old name of ``JournalEntry``.
    @available(*, deprecated, renamed: "JournalEntry")
    public typealias LoggedRequest = Understudy::JournalEntry

    /// The old name of ``RequestStream``.
    @available(*, deprecated, renamed: "RequestStream")
    public typealias RequestStream = Understudy::RequestStream

    /// The old name of ``ClockControl``.
    @available(*, deprecated, renamed: "ClockControl")
    public typealias ClockControl = Understudy::ClockControl

    /// The old name of ``ClockReading``.
    @available(*, deprecated, renamed: "ClockReading")
    public typealias ClockReading = Understudy::ClockReading

    /// The old name of ``DirectoryControl``.
    @available(*, deprecated, renamed: "DirectoryControl")
    public typealias DirectoryControl = Understudy::DirectoryControl

    /// The old name of ``NewTenant``.
    @available(*, deprecated, renamed: "NewTenant")
    public typealias NewTenant = Understudy::NewTenant

    /// The old name of ``GraphControl``.
    @available(*, deprecated, renamed: "GraphControl")
    public typealias GraphControl = Understudy::GraphControl

    /// The old name of ``GraphCollection``.
    @available(*, deprecated, renamed: "GraphCollection")
    public typealias GraphCollection = Understudy::GraphCollection

    /// The old name of ``GraphAction``.
    @available(*, deprecated, renamed: "GraphAction")
    public typealias GraphAction = Understudy::GraphAction

    /// The old name of ``KeyControl``.
    @available(*, deprecated, renamed: "KeyControl")
    public typealias KeyControl = Understudy::KeyControl

    /// The old name of ``PublishedKey``.
    @available(*, deprecated, renamed: "PublishedKey")
    public typealias PublishedKey = Understudy::PublishedKey

    /// The old name of ``TenantKind``.
    @available(*, deprecated, renamed: "TenantKind")
    public typealias TenantKind = Understudy::TenantKind

    /// The old name of ``TokenControl``.
    @available(*, deprecated, renamed: "TokenControl")
    public typealias TokenControl = Understudy::TokenControl

    /// The old name of ``TokenSpecification``.
    @available(*, deprecated, renamed: "TokenSpecification")
    public typealias TokenOrder = Understudy::TokenSpecification

    /// The old name of ``MintedToken``.
    @available(*, deprecated, renamed: "MintedToken")
    public typealias MintedToken = Understudy::MintedToken

    /// The old name of ``TokenInspection``.
    @available(*, deprecated, renamed: "TokenInspection")
    public typealias TokenInspection = Understudy::TokenInspection

    /// The old name of ``SignIn``.
    @available(*, deprecated, renamed: "SignIn")
    public typealias SignIn = Understudy::SignIn

    /// The old name of ``SignInResult``.
    @available(*, deprecated, renamed: "SignInResult")
    public typealias SignInResult = Understudy::SignInResult

    /// The old name of ``RevokedSubject``.
    @available(*, deprecated, renamed: "RevokedSubject")
    public typealias RevokedSubject = Understudy::RevokedSubject

    /// The old name of ``SentCode``.
    @available(*, deprecated, renamed: "SentCode")
    public typealias SentCode = Understudy::SentCode

    /// The old name of ``ServerHealth``.
    @available(*, deprecated, renamed: "ServerHealth")
    public typealias Health = Understudy::ServerHealth

    /// The old name of ``MetricSample``.
    @available(*, deprecated, renamed: "MetricSample")
    public typealias MetricSample = Understudy::MetricSample

    /// The old name of ``ErrorEntry``.
    @available(*, deprecated, renamed: "ErrorEntry")
    public typealias ErrorEntry = Understudy::ErrorEntry

    /// The old name of ``CertificateForm``.
    @available(*, deprecated, renamed: "CertificateForm")
    public typealias CertificateForm = Understudy::CertificateForm

    /// The old name of a time, which is a `Date`.
    @available(*, deprecated, renamed: "Date")
    public typealias Instant = Date
}
