/** A tenant that only one test uses, and the operations of the control plane that concern this tenant alone. */
export class Tenant {
  constructor(server, made) {
    this.server = server;
    this.id = made.id;
    this.domains = made.domains;
    this.applications = made.applications ?? {};
    this.users = made.users ?? {};
    this.groups = made.groups ?? {};
  }

  /** The authority for MSAL and other OpenID Connect clients. */
  get authority() { return `${this.server.https ?? this.server.http}/${this.id}`; }

  /** The address of the tenant over plain HTTP, for clients without a setting for the CA. */
  get plainAuthority() { return `${this.server.http}/${this.id}`; }

  /** Signs a user in without a browser. Returns the parameters that the application's redirect URI receives. */
  async signIn(authorizeUrl, user, more = {}) {
    return (await this.server.signIn({ authorizeUrl, user, consent: "accept", ...more })).parameters;
  }

  /**
   * Gives the responses, in order, to the next requests that match, while `use` runs. Throws unless all were given.
   * `match` has members such as `endpoint` and `grantType`.
   */
  async withStub(match, responses, use, { times } = {}) {
    const id = await this.server.addResponses({ match: { tenant: this.id, ...match }, responses, times });
    let left;
    try {
      const result = await use(id);
      [{ left }] = await this.server.listResponses({ id });
      if (left !== 0 && left !== "always") throw new Error(`${left} of the stubbed responses for ${JSON.stringify(match)} were not given.`);
      return result;
    } finally {
      await this.server.removeResponses({ id });
    }
  }

  /** Moves the tenant's clock, such as by "PT2H". */
  async advance(duration) { await this.server.steerClock({ advance: duration }, { tenant: this.id }); }

  /** Stops the tenant's clock. */
  async freeze(time = "now") { await this.server.steerClock({ frozen: time }, { tenant: this.id }); }

  /** Returns the journal entries of the tenant, oldest first. */
  requests(query = {}) { return this.server.listRequests({ tenant: this.id, ...query }); }

  /** Throws with the near misses unless the journal has the expected requests of the tenant. Default: at least one. */
  verify(match = {}, count) { return this.server.verifyRequests({ match: { tenant: this.id, ...match }, count }); }

  /** Throws unless requests arrived in this order. */
  verifyOrder(...matches) {
    return this.server.verifyRequests({ order: matches.map((match) => ({ tenant: this.id, ...match })) });
  }

  /** Returns a token of the tenant, either valid or with token faults. */
  async mintToken(members) { return (await this.server.mintToken({ tenant: this.id, ...members })).token; }

  revoke(members) { return this.server.revoke({ tenant: this.id, ...members }); }

  /** Returns the one-time codes that were sent to an address, newest first. */
  async codes(to) { return (await this.server.outbox({ to })).map((message) => message.code); }

  /** Deletes the tenant. A tenant that is gone already is no error. */
  async delete() {
    try {
      await this.server.deleteTenant(this.id);
    } catch (error) {
      if (error.status !== 404) throw error;
    }
  }

  async [Symbol.asyncDispose ?? Symbol.for("Symbol.asyncDispose")]() { await this.delete(); }
}
