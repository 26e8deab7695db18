/** The types of the control plane. Each member is one of the server's OpenAPI description, which a test compares. */

export interface Operation { method: string; path: string; query: string[]; hasBody: boolean }
export const operations: Record<string, Operation>;

export interface Health {
  status: "ok" | "degraded"; version: string; replica: string; origins: string[];
  store?: string; storeError?: string; unwritable?: { name: string; reason: string }[];
}

/** The properties that a request must have to match a stub. */
export interface Match {
  clientRequestId?: string; clientId?: string; tenant?: string; user?: string; endpoint?: string | string[];
  notEndpoint?: string | string[]; grantType?: string; scope?: string; header?: Record<string, unknown>;
  parameter?: Record<string, string>;
}

/** The properties that a journal entry must have to match. */
export interface JournalMatch extends Match { outcome?: string; since?: number | string; before?: number }

/** One stubbed response: an error, a raw response with `status`, a delay, or a fault. */
export interface StubbedResponse {
  error?: string | number; description?: string; claims?: object; suberror?: string; status?: number;
  headers?: Record<string, string>; body?: unknown; delay?: string; fault?: string; duration?: string;
  token?: "access_token" | "id_token";
}

export interface Stub { id: string; match: object; responses: StubbedResponse[]; times: number | "always"; consumed: number; left: number | "always" }

/** One recorded request. `decision` has the reasons for the response. */
export interface JournalEntry {
  id: number; time: string; endpoint: string; method: string; url: string; status: number; outcome: "success" | "page" | "error";
  error?: string; request?: any; response?: any; script?: string; decision?: any; v2?: any; nativeHeaders?: Record<string, string>;
}

export interface Clock { now: string; offset: string; frozen: string | null; tenant?: string; tenants?: object }
export interface ClockChange { offset?: string; frozen?: string | null; advance?: string }
export interface NewTenant {
  id: string; displayName: string; kind?: string; domains: string[]; applications: Record<string, string>;
  users?: Record<string, string>; groups?: Record<string, string>;
}
/** A one-time code or a push notification that was "sent" to a user. */
export interface Message {
  to: string; channel: "email" | "sms" | "push"; code: string; sentAt: string; id?: string; application?: string; ipAddress?: string;
  expiresAt?: string; state?: "pending" | "approved" | "denied" | "expired";
}
export interface Revocation { tenant: string; user?: string; application?: string; revokedAt: string }
export interface SignIn {
  authorizeUrl: string; user: string; password?: string; consent?: string | string[]; mfa?: string; newPassword?: string;
  staySignedIn?: boolean;
}
export interface SignedIn { location: string; parameters: Record<string, string> }
export interface TokenRequest {
  kind?: "access" | "id"; tenant?: string; client?: string; user?: string; resource?: string; scopes?: string[]; roles?: string[];
  version?: 1 | 2; nonce?: string; lifetime?: string; notBefore?: string; expiresAt?: string; claims?: object; header?: object;
  faults?: string[];
}
export interface MintedToken { token: string; header: any; claims: any }
export interface Inspection { valid: boolean; reasons: { check: string; detail: string }[]; remarks?: string[]; header?: any; claims?: any }
export interface Challenge { wwwAuthenticate: string; claims: any }
export interface Key { kid: string; for: "workforce" | "external" | "b2c"; signs: boolean }
export type Count = number | { exactly?: number; atLeast?: number; atMost?: number };
export type Filters = Record<string, unknown>;

export class ControlError extends Error { status: number; problem: any }
export class VerificationError extends ControlError {}
export class StartError extends Error {}

export class Control {
  constructor(http: string, options?: { token?: string });
  readonly http: string;
  call(operation: string, parts?: { body?: unknown; query?: Filters; path?: Record<string, unknown> }): Promise<any>;
  health(): Promise<Health>;
  metrics(): Promise<string>;
  openAPI(): Promise<string>;
  openAPIJSON(): Promise<any>;
  configurationSchema(): Promise<any>;
  graphReference(): Promise<any>;
  errorCatalog(query?: { code?: string; search?: string }): Promise<any>;
  caPEM(): Promise<string>;
  caDER(): Promise<Uint8Array>;
  caMobileConfig(): Promise<Uint8Array>;
  sshCA(): Promise<string>;
  reset(query?: { tenant?: string }): Promise<void>;
  exportDirectory(): Promise<any>;
  replaceDirectory(directory: object): Promise<void>;
  makeTenant(tenant?: { cloneOf?: string; displayName?: string; keepAppIds?: boolean; kind?: string }): Promise<NewTenant>;
  deleteTenant(tenant: string): Promise<void>;
  clock(query?: { tenant?: string }): Promise<Clock>;
  steerClock(change: ClockChange, query?: { tenant?: string }): Promise<Clock>;
  outbox(query?: { to?: string }): Promise<Message[]>;
  answerPush(answer: { to?: string; id?: string; tenant?: string; answer?: "approve" | "deny"; number?: string }): Promise<Message>;
  revoke(subject: { user?: string; application?: string; tenant?: string }): Promise<Revocation>;
  signIn(request: SignIn): Promise<SignedIn>;
  addResponses(stub: { match: Match; responses: StubbedResponse[]; times?: number | "always" }): Promise<string>;
  listResponses(query?: Filters): Promise<Stub[]>;
  removeResponses(query?: Filters): Promise<number>;
  challenge(members: { acrs?: string; nbf?: number | "now"; policies?: string[]; clientId?: string }): Promise<Challenge>;
  listRequests(query?: Filters): Promise<JournalEntry[]>;
  clearRequests(query?: Filters): Promise<number>;
  request(id: number, query?: Filters): Promise<JournalEntry>;
  countRequests(match?: JournalMatch): Promise<number>;
  verifyRequests(expected: { match?: JournalMatch; count?: Count; order?: JournalMatch[] }): Promise<void>;
  streamRequests(query?: Filters, options?: { signal?: AbortSignal }): AsyncGenerator<JournalEntry>;
  mintToken(request: TokenRequest): Promise<MintedToken>;
  inspectToken(request: { token: string; audience?: string; issuer?: string; nonce?: string; scope?: string; role?: string }): Promise<Inspection>;
  listKeys(): Promise<Key[]>;
  rotateKeys(request?: { for?: Key["for"]; grace?: string }): Promise<Key[]>;
  dropKey(key: string): Promise<void>;
}

/** A tenant that only one test uses. */
export class Tenant {
  readonly server: Understudy;
  readonly id: string;
  readonly domains: string[];
  readonly applications: Record<string, string>;
  readonly users: Record<string, string>;
  readonly groups: Record<string, string>;
  readonly authority: string;
  readonly plainAuthority: string;
  signIn(authorizeUrl: string, user: string, more?: Partial<SignIn>): Promise<Record<string, string>>;
  withStub<T>(match: Match, responses: StubbedResponse[], use: (id: string) => Promise<T>, options?: { times?: number | "always" }): Promise<T>;
  advance(duration: string): Promise<void>;
  freeze(time?: string): Promise<void>;
  requests(query?: Filters): Promise<JournalEntry[]>;
  verify(match?: JournalMatch, count?: Count): Promise<void>;
  verifyOrder(...matches: JournalMatch[]): Promise<void>;
  mintToken(members: Omit<TokenRequest, "tenant">): Promise<string>;
  revoke(members: { user?: string; application?: string }): Promise<Revocation>;
  codes(to: string): Promise<string[]>;
  delete(): Promise<void>;
}

export interface StartOptions {
  binary?: string; config?: string | object; httpPort?: number; httpsPort?: number; token?: string; options?: string[];
  env?: Record<string, string>;
}
export interface TenantOptions { cloneOf?: string | null; keepAppIds?: boolean; displayName?: string }

/** A running server, started here or elsewhere. */
export class Understudy extends Control {
  readonly https: string | undefined;
  readonly log: string;
  static start(options?: StartOptions): Promise<Understudy>;
  static connect(url?: string, options?: { token?: string }): Promise<Understudy>;
  tenant(options?: TenantOptions): Promise<Tenant>;
  withTenant<T>(options: TenantOptions, use: (tenant: Tenant) => Promise<T>): Promise<T>;
  caFile(): Promise<string>;
  trust(): Promise<void>;
  stop(): Promise<void>;
}

export function findBinary(path?: string): string;
