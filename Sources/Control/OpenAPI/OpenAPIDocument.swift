/// What the server answers, as OpenAPI, the text of `Config/openapi.yaml`. Written by `scripts/embed`.
package enum OpenAPIDocument {
    package static let yaml = #"""
        # What Understudy answers beside the pages of its console: the control plane whole, Microsoft Graph's directory, and the
        # protocol endpoints that clients without a browser use. Served at /_understudy/openapi.yaml and .json; tests hold it against
        # the route table, both ways, and against the running server. `scripts/embed` builds it in.
        openapi: 3.1.0
        info:
          title: Understudy
          version: 0.1.0
          summary: A local stand-in for Microsoft Entra ID
          description: >-
            Paths below `/_understudy` are the control plane: JSON in and out. Whatever it refuses is told by a problem document
            (RFC 9457), and a refused request changes nothing. A member or parameter that is not known is refused by name.
            Pages of other sites are refused; with `--control-token` every path but health, the CA, ssh-ca.pub and this document wants
            it as bearer token.
        servers:
          - url: /
        tags:
          - name: state
            description: What the server knows, and its clock
          - name: scripts
            description: Answers laid down for requests to come
          - name: journal
            description: What the server was asked
          - name: tokens
            description: Tokens and keys
          - name: server
            description: The server itself
          - name: protocol
            description: OAuth 2.0 and OpenID Connect, as at Entra
          - name: graph
            description: Microsoft Graph's directory, version 1.0

        paths:
          # ---------------------------------------------------------------- The server itself

          /_understudy/health:
            get:
              tags: [server]
              operationId: health
              summary: Whether the server is ready, where it listens, and what it cannot write
              description: >-
                Liveness and readiness are one: 200 from when keys sign, until the server stops. While something cannot be written that
                must outlive the process, the status is `degraded` and `unwritable` says what: requests that need it get 503, all others
                are answered. The code stays 200, because to start the server again would not help: on a full disk it could not even start.
                Writing is tried at most once a second.
              security: [{}]
              responses:
                "200":
                  description: It is ready.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [status, version, replica, origins]
                        properties:
                          status: { enum: [ok, degraded], description: "degraded: something cannot be written" }
                          version: { type: string }
                          replica: { type: string, description: Tells the process from others that share its state }
                          origins: { type: array, items: { type: string, format: uri } }
                          store: { enum: [ok, unreachable], description: Where replicas share one }
                          storeError: { type: string, description: "The store's own word for what it refuses with, as OOM" }
                          unwritable:
                            type: array
                            minItems: 1
                            description: With `degraded` only
                            items:
                              type: object
                              required: [name, reason]
                              properties:
                                name:
                                  enum: [state, store, keys]
                                  description: The state file, the store that replicas share, the key files
                                reason: { type: string, description: One line; it names the file }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/metrics:
            get:
              tags: [server]
              operationId: metrics
              summary: Counters and gauges for Prometheus, text format 0.0.4
              responses:
                "200":
                  description: One family of samples after the other.
                  content: { text/plain: { schema: { type: string } } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/openapi.yaml:
            get:
              tags: [server]
              operationId: openAPI
              summary: This document
              security: [{}]
              responses:
                "200":
                  description: OpenAPI 3.1.
                  content: { application/yaml: { schema: { type: object } } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/openapi.json:
            get:
              tags: [server]
              operationId: openAPIJSON
              summary: This document as JSON
              security: [{}]
              responses:
                "200":
                  description: OpenAPI 3.1.
                  content: { application/json: { schema: { type: object } } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/ca.pem:
            get:
              tags: [server]
              operationId: caPEM
              summary: The CA that clients must trust, PEM
              security: [{}]
              responses:
                "200":
                  description: A certificate.
                  content: { application/x-pem-file: { schema: { type: string } } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/ca.der:
            get:
              tags: [server]
              operationId: caDER
              summary: The same, DER
              security: [{}]
              responses:
                "200":
                  description: A certificate.
                  content: { application/x-x509-ca-cert: {} }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/ca.mobileconfig:
            get:
              tags: [server]
              operationId: caMobileConfig
              summary: The same as a configuration profile for Apple's devices
              security: [{}]
              responses:
                "200":
                  description: A property list.
                  content: { application/x-apple-aspen-config: { schema: { type: string } } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/ssh-ca.pub:
            get:
              tags: [server]
              operationId: sshCA
              summary: The key that signs SSH certificates, one line of TrustedUserCAKeys
              security: [{}]
              responses:
                "200":
                  description: An OpenSSH public key.
                  content: { text/plain: { schema: { type: string } } }
                4XX: { $ref: "#/components/responses/Refused" }

          # ---------------------------------------------------------------- State and clock

          /_understudy/reset:
            post:
              tags: [state]
              operationId: reset
              summary: Everything back to the configuration, or everything of one tenant
              parameters:
                - $ref: "#/components/parameters/TenantFilter"
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/directory:
            get:
              tags: [state]
              operationId: exportDirectory
              summary: The whole directory in the shape of the configuration
              responses:
                "200":
                  description: The directory, as `PUT` takes it.
                  content: { application/json: { schema: { $ref: "#/components/schemas/Directory" } } }
                4XX: { $ref: "#/components/responses/Refused" }
            put:
              tags: [state]
              operationId: replaceDirectory
              summary: Another directory in place of this one
              description: >-
                Whole or not at all, until a reset. Names no files, and nothing under `server`. Where the server has no control token, it
                may name no place that the server would write to or fetch from, but those in force and those of the configuration:
                `settings.arcKeyFolder`, and the `federatedIssuers` with `jwksUri` or `discovery`.
              requestBody:
                required: true
                content: { application/json: { schema: { $ref: "#/components/schemas/Directory" } } }
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/tenants:
            post:
              tags: [state]
              operationId: makeTenant
              summary: A new tenant, empty or a copy of another, for one test to have to itself
              description: A copy keeps user names and secrets; its ids are fresh, those of applications where `keepAppIds` is not set.
              requestBody:
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      properties:
                        cloneOf: { type: string, minLength: 1, description: Id or domain of a tenant }
                        displayName: { type: string, minLength: 1 }
                        keepAppIds: { type: boolean, description: With cloneOf only }
                        kind: { enum: [workforce, external, b2c], description: Without cloneOf only }
                    example: { cloneOf: contoso.com, keepAppIds: true }
              responses:
                "201":
                  description: The tenant, and which id became which.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [id, displayName, domains, applications]
                        properties:
                          id: { $ref: "#/components/schemas/ID" }
                          displayName: { type: string }
                          kind: { type: string }
                          domains: { type: array, minItems: 1, items: { type: string } }
                          applications: { $ref: "#/components/schemas/IDs" }
                          users: { $ref: "#/components/schemas/IDs" }
                          groups: { $ref: "#/components/schemas/IDs" }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/tenants/{tenant}:
            delete:
              tags: [state]
              operationId: deleteTenant
              summary: A tenant goes, one of the configuration until a reset
              parameters:
                - { name: tenant, in: path, required: true, description: Id or domain, schema: { type: string, minLength: 1 } }
              responses:
                "204": { description: Gone. }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/clock:
            get:
              tags: [state]
              operationId: clock
              summary: The time on the server's clock, or on a tenant's
              parameters:
                - $ref: "#/components/parameters/TenantFilter"
              responses:
                "200": { $ref: "#/components/responses/Clock" }
                4XX: { $ref: "#/components/responses/Refused" }
            put:
              tags: [state]
              operationId: steerClock
              summary: How the clock goes from now on; every lifetime follows it
              parameters:
                - $ref: "#/components/parameters/TenantFilter"
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      minProperties: 1
                      properties:
                        offset: { $ref: "#/components/schemas/Duration", description: Ahead of the machine's clock }
                        frozen:
                          description: "A time, `now`, or null to let it run"
                          oneOf: [{ type: string, format: date-time }, { const: now }, { type: "null" }]
                        advance: { $ref: "#/components/schemas/Duration", description: Further from where it is }
                    examples:
                      later: { value: { offset: PT2H } }
                      frozen: { value: { frozen: "2030-01-01T00:00:00Z" } }
                      running: { value: { offset: PT0S } }
              responses:
                "200": { $ref: "#/components/responses/Clock" }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/outbox:
            get:
              tags: [state]
              operationId: outbox
              summary: One-time codes sent to users, the newest first
              parameters:
                - { name: to, in: query, description: Mail address or telephone number, schema: { type: string, minLength: 1 } }
              responses:
                "200":
                  description: As the users' mail and telephones would have them.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [messages]
                        properties:
                          messages:
                            type: array
                            items:
                              type: object
                              required: [to, channel, code, sentAt]
                              properties:
                                to: { type: string }
                                channel: { enum: [email, sms] }
                                code: { type: string }
                                sentAt: { type: string, format: date-time }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/revocations:
            post:
              tags: [state]
              operationId: revoke
              summary: What was issued until now to a user, to an application or in a tenant is good no longer
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      minProperties: 1
                      properties:
                        user: { type: string, minLength: 1, description: Id or user name }
                        application: { type: string, minLength: 1, description: appId }
                        tenant: { type: string, minLength: 1, description: Id or domain }
                    example: { user: alex@contoso.com }
              responses:
                "200":
                  description: What was revoked.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [tenant, revokedAt]
                        properties:
                          tenant: { type: string }
                          user: { type: string }
                          application: { type: string }
                          revokedAt: { type: string, format: date-time }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/signin:
            post:
              tags: [state]
              operationId: signIn
              summary: The browser leg of a sign-in in one call
              description: >-
                Scripts and the journal meet its requests like those of any browser. It waits for nothing: a script's delay and a drip are
                passed over. An answer that a script keeps from arriving ends it with status 422.
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      required: [authorizeUrl, user]
                      properties:
                        authorizeUrl:
                          type: string
                          minLength: 1
                          description: >-
                            Where the application sends the browser: an http or https URL, whose host is taken for a name of this server, or
                            its path and query
                        user: { type: string, minLength: 1 }
                        password: { type: string, description: "The configured one where it is left out" }
                        consent:
                          description: "`accept`, `decline`, or the scopes to grant"
                          oneOf: [{ type: string, minLength: 1 }, { type: array, items: { type: string } }]
                        mfa: { type: string, minLength: 1, description: "A one-time code; the outbox's where it is left out" }
                        newPassword: { type: string, minLength: 1 }
                        staySignedIn: { type: boolean }
              responses:
                "200":
                  description: Where the browser is sent in the end.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [location, parameters]
                        properties:
                          location: { type: string }
                          parameters: { type: object, additionalProperties: { type: string } }
                4XX:
                  description: No request that can be followed; 422 where a page goes no further, with what it says.
                  content:
                    application/problem+json:
                      schema:
                        allOf:
                          - $ref: "#/components/schemas/Problem"
                          - properties: { page: { type: object } }
                    text/plain: { schema: { type: string } }
                "503":
                  description: A page said that the service is temporarily unavailable; `Retry-After` says when to ask again.
                  content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }

          # ---------------------------------------------------------------- Scripts

          /_understudy/responses:
            post:
              tags: [scripts]
              operationId: addResponses
              summary: Lay down answers, consumed in order by the requests that match
              description: >-
                A match names something, so that tests beside each other do not take each other's answers. Without `times` the list is
                gone through once.
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      required: [match, responses]
                      properties:
                        match:
                          oneOf:
                            - $ref: "#/components/schemas/Match"
                            - type: object
                              additionalProperties: false
                              required: [host]
                              properties: { host: { type: string, description: Of TLS handshakes } }
                        responses:
                          type: array
                          minItems: 1
                          maxItems: 1000
                          items: { $ref: "#/components/schemas/ScriptedAnswer" }
                        times:
                          oneOf: [{ type: integer, minimum: 1, maximum: 10000 }, { const: always }]
                    examples:
                      challenge:
                        value:
                          match: { clientId: aaaaaaaa-0000-4000-8000-000000000001, grantType: refresh_token }
                          responses: [{ error: AADSTS50076, claims: { access_token: { acrs: { essential: true, value: c1 } } } }]
                      throttled:
                        value:
                          match: { endpoint: token, header: { x-test: "7" } }
                          responses: [{ status: 429, headers: { Retry-After: "2" } }]
              responses:
                "201":
                  description: In force.
                  content:
                    application/json:
                      schema: { type: object, required: [id], properties: { id: { type: string } } }
                "507":
                  description: Too many answers wait already.
                  content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }
                4XX: { $ref: "#/components/responses/Refused" }
            get:
              tags: [scripts]
              operationId: listResponses
              summary: What is laid down, and how much of it is left
              description: Secrets in matches and responses are masked unless `secrets=true` asks for them.
              parameters:
                - $ref: "#/components/parameters/Secrets"
                - $ref: "#/components/parameters/ID"
                - $ref: "#/components/parameters/Host"
                - $ref: "#/components/parameters/ClientRequestID"
                - $ref: "#/components/parameters/ClientID"
                - $ref: "#/components/parameters/TenantMatch"
                - $ref: "#/components/parameters/User"
                - $ref: "#/components/parameters/Endpoint"
                - $ref: "#/components/parameters/GrantType"
                - $ref: "#/components/parameters/Scope"
                - $ref: "#/components/parameters/HeaderMatch"
                - $ref: "#/components/parameters/ParameterMatch"
              responses:
                "200":
                  description: The scripts, spent ones included.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [responses, total]
                        properties:
                          total: { type: integer }
                          responses:
                            type: array
                            items:
                              type: object
                              required: [id, match, responses, times, consumed, left]
                              properties:
                                id: { type: string }
                                match: { type: object }
                                responses: { type: array }
                                consumed: { type: integer }
                4XX: { $ref: "#/components/responses/Refused" }
            delete:
              tags: [scripts]
              operationId: removeResponses
              summary: Take back what is laid down, all of it or what is meant
              parameters:
                - $ref: "#/components/parameters/ID"
                - $ref: "#/components/parameters/Host"
                - $ref: "#/components/parameters/ClientRequestID"
                - $ref: "#/components/parameters/ClientID"
                - $ref: "#/components/parameters/TenantMatch"
                - $ref: "#/components/parameters/User"
                - $ref: "#/components/parameters/Endpoint"
                - $ref: "#/components/parameters/GrantType"
                - $ref: "#/components/parameters/Scope"
                - $ref: "#/components/parameters/HeaderMatch"
                - $ref: "#/components/parameters/ParameterMatch"
              responses:
                "200":
                  description: How many there were.
                  content:
                    application/json:
                      schema: { type: object, required: [removed], properties: { removed: { type: integer } } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/challenges:
            post:
              tags: [scripts]
              operationId: challenge
              summary: What an API answers with to send its client back for another token
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      properties:
                        acrs: { type: string, pattern: "^c[1-9][0-9]?$" }
                        nbf: { oneOf: [{ type: integer }, { const: now }] }
                        policies: { type: array, minItems: 1, items: { type: string } }
                        clientId: { type: string, pattern: "^[A-Za-z0-9-]*$", description: The API's own }
                    example: { acrs: c1 }
              responses:
                "200":
                  description: The header, and the claims that stand in it.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [wwwAuthenticate, claims]
                        properties: { wwwAuthenticate: { type: string }, claims: { type: object } }
                4XX: { $ref: "#/components/responses/Refused" }

          # ---------------------------------------------------------------- Journal

          /_understudy/requests:
            get:
              tags: [journal]
              operationId: listRequests
              summary: What was asked and answered, the oldest first
              description: Exchanges but those of the control plane and preflights (OPTIONS)
              parameters:
                - $ref: "#/components/parameters/ClientRequestID"
                - $ref: "#/components/parameters/ClientID"
                - $ref: "#/components/parameters/TenantMatch"
                - $ref: "#/components/parameters/User"
                - $ref: "#/components/parameters/Endpoint"
                - $ref: "#/components/parameters/GrantType"
                - $ref: "#/components/parameters/Scope"
                - $ref: "#/components/parameters/HeaderMatch"
                - $ref: "#/components/parameters/ParameterMatch"
                - $ref: "#/components/parameters/Outcome"
                - $ref: "#/components/parameters/Since"
                - $ref: "#/components/parameters/Before"
                - $ref: "#/components/parameters/Secrets"
                - $ref: "#/components/parameters/View"
                - { name: limit, in: query, schema: { type: integer, minimum: 0, maximum: 500, default: 100 } }
              responses:
                "200":
                  description: The last ones; with `since` those right behind it.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [requests, total]
                        properties:
                          requests: { type: array, items: { $ref: "#/components/schemas/Exchange" } }
                          total: { type: integer, description: How many there are without the limit }
                          next: { type: integer, description: "For `since`, where there are more" }
                          previous: { type: integer, description: "For `before`, where there are more" }
                4XX: { $ref: "#/components/responses/Refused" }
            delete:
              tags: [journal]
              operationId: clearRequests
              summary: Forget them, all or those that are meant
              parameters:
                - $ref: "#/components/parameters/ClientRequestID"
                - $ref: "#/components/parameters/ClientID"
                - $ref: "#/components/parameters/TenantMatch"
                - $ref: "#/components/parameters/User"
                - $ref: "#/components/parameters/Endpoint"
                - $ref: "#/components/parameters/GrantType"
                - $ref: "#/components/parameters/Scope"
                - $ref: "#/components/parameters/HeaderMatch"
                - $ref: "#/components/parameters/ParameterMatch"
                - $ref: "#/components/parameters/Outcome"
                - $ref: "#/components/parameters/Since"
                - $ref: "#/components/parameters/Before"
              responses:
                "200":
                  description: How many there were.
                  content:
                    application/json:
                      schema: { type: object, required: [deleted], properties: { deleted: { type: integer } } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/requests/{id}:
            get:
              tags: [journal]
              operationId: request
              summary: One exchange, with why it was decided as it was
              parameters:
                - { name: id, in: path, required: true, schema: { type: integer, minimum: 0 } }
                - $ref: "#/components/parameters/Secrets"
                - $ref: "#/components/parameters/View"
              responses:
                "200":
                  description: The exchange.
                  content: { application/json: { schema: { $ref: "#/components/schemas/Exchange" } } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/requests/count:
            post:
              tags: [journal]
              operationId: countRequests
              summary: How many exchanges match
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      properties: { match: { $ref: "#/components/schemas/JournalMatch" } }
              responses:
                "200":
                  description: The number.
                  content:
                    application/json:
                      schema: { type: object, required: [count], properties: { count: { type: integer } } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/requests/verify:
            post:
              tags: [journal]
              operationId: verifyRequests
              summary: Whether what should have been asked was asked; if not, what came closest
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      properties:
                        match: { $ref: "#/components/schemas/JournalMatch" }
                        count:
                          oneOf:
                            - { type: integer, minimum: 0, maximum: 1000000 }
                            - type: object
                              description: atLeast, atMost or both; or exactly alone
                              additionalProperties: false
                              minProperties: 1
                              properties:
                                exactly: { type: integer, minimum: 0, maximum: 1000000 }
                                atLeast: { type: integer, minimum: 0, maximum: 1000000 }
                                atMost: { type: integer, minimum: 0, maximum: 1000000 }
                        order: { type: array, minItems: 1, maxItems: 64, items: { $ref: "#/components/schemas/JournalMatch" } }
                    examples:
                      once: { value: { match: { endpoint: token, scope: Orders.Read }, count: 1 } }
                      order: { value: { order: [{ endpoint: authorize }, { endpoint: token }] } }
              responses:
                "200":
                  description: It is so.
                  content:
                    application/json:
                      schema: { type: object, required: [verified], properties: { verified: { const: true } } }
                4XX:
                  description: 422 where it is not so, with the closest misses; else no such request.
                  content:
                    application/problem+json:
                      schema:
                        allOf:
                          - $ref: "#/components/schemas/Problem"
                          - properties: { verified: { const: false }, closest: { type: array } }
                    text/plain: { schema: { type: string } }

          /_understudy/requests/stream:
            get:
              tags: [journal]
              operationId: streamRequests
              summary: Exchanges as they happen, as server-sent events
              parameters:
                - $ref: "#/components/parameters/ClientRequestID"
                - $ref: "#/components/parameters/ClientID"
                - $ref: "#/components/parameters/TenantMatch"
                - $ref: "#/components/parameters/User"
                - $ref: "#/components/parameters/Endpoint"
                - $ref: "#/components/parameters/GrantType"
                - $ref: "#/components/parameters/Scope"
                - $ref: "#/components/parameters/HeaderMatch"
                - $ref: "#/components/parameters/ParameterMatch"
                - $ref: "#/components/parameters/Outcome"
                - $ref: "#/components/parameters/Since"
                - $ref: "#/components/parameters/Before"
                - $ref: "#/components/parameters/Secrets"
                - $ref: "#/components/parameters/View"
                - { name: Last-Event-ID, in: header, schema: { type: integer, minimum: 0 } }
              responses:
                "200":
                  description: >-
                    An event for each exchange that is meant. With `since` or `Last-Event-ID`, earlier exchanges come first: the latest 100
                    of them, up to 128 KiB. The server closes the connection of a listener for which more than 256 KiB wait.
                  content: { text/event-stream: { schema: { type: string } } }
                "503":
                  description: Too many listen already.
                  content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }
                4XX: { $ref: "#/components/responses/Refused" }

          # ---------------------------------------------------------------- Tokens and keys

          /_understudy/tokens:
            post:
              tags: [tokens]
              operationId: mintToken
              summary: A token to order, sound or broken
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      anyOf: [{ required: [user] }, { required: [client] }]
                      properties:
                        kind: { enum: [access, id] }
                        tenant: { type: string, minLength: 1, description: Id or domain }
                        client: { type: string, minLength: 1, description: appId }
                        user: { type: string, minLength: 1, description: Id or user name }
                        resource: { type: string, minLength: 1, description: appId or App ID URI }
                        scopes: { type: array, items: { type: string, minLength: 1 } }
                        roles: { type: array, items: { type: string, minLength: 1 } }
                        version: { enum: [1, 2] }
                        nonce: { type: string }
                        lifetime: { $ref: "#/components/schemas/Duration" }
                        notBefore: { type: string, format: date-time }
                        expiresAt: { type: string, format: date-time }
                        claims: { type: object, description: In place of those that would be; null takes one away }
                        header: { type: object }
                        faults:
                          type: array
                          items:
                            enum:
                              [expired, notYetValid, wrongAudience, wrongIssuer, badSignature, algNone, unknownKey, noKeyID]
                    example:
                      user: alex@contoso.com
                      client: aaaaaaaa-0000-4000-8000-000000000001
                      resource: api://orders
                      scopes: [Orders.Read]
                      faults: [expired]
              responses:
                "200":
                  description: The token, and what is in it.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [token, header, claims]
                        properties: { token: { type: string }, header: { type: object }, claims: { type: object } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/tokens/inspect:
            post:
              tags: [tokens]
              operationId: inspectToken
              summary: What a token says, and why it would be refused
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      required: [token]
                      properties:
                        token: { type: string, minLength: 1 }
                        audience: { type: string, minLength: 1 }
                        issuer: { type: string, minLength: 1 }
                        nonce: { type: string, minLength: 1 }
                        scope: { type: string, minLength: 1 }
                        role: { type: string, minLength: 1 }
              responses:
                "200":
                  description: Valid where no reason is told.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [valid, reasons]
                        properties:
                          valid: { type: boolean }
                          reasons:
                            type: array
                            items:
                              type: object
                              required: [check, detail]
                              properties: { check: { type: string }, detail: { type: string } }
                          remarks: { type: array, items: { type: string } }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/keys:
            get:
              tags: [tokens]
              operationId: listKeys
              summary: The signing keys that are published, and which of them sign
              responses:
                "200": { $ref: "#/components/responses/Keys" }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/keys/rotate:
            post:
              tags: [tokens]
              operationId: rotateKeys
              summary: A new key signs; the one before stays published for a while
              requestBody:
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      properties:
                        for: { enum: [workforce, external, b2c] }
                        grace:
                          $ref: "#/components/schemas/NonNegativeDuration"
                          description: Until it is dropped where it is left out
                    example: { grace: PT1H }
              responses:
                "200": { $ref: "#/components/responses/Keys" }
                4XX: { $ref: "#/components/responses/Refused" }

          /_understudy/keys/{key}:
            delete:
              tags: [tokens]
              operationId: dropKey
              summary: A key that signs no longer is not published any more
              parameters:
                - { name: key, in: path, required: true, description: kid, schema: { type: string, minLength: 1 } }
              responses:
                "204": { description: Gone. }
                4XX: { $ref: "#/components/responses/Refused" }

          # ---------------------------------------------------------------- Protocol

          /{tenant}/v2.0/.well-known/openid-configuration:
            get:
              tags: [protocol]
              operationId: openIDConfiguration
              summary: OpenID Connect Discovery
              security: [{}]
              parameters:
                - $ref: "#/components/parameters/Tenant"
              responses:
                "200":
                  description: The metadata of an authority.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [issuer, authorization_endpoint, token_endpoint, jwks_uri]
                "400": { $ref: "#/components/responses/OAuthError" }
                "404": { $ref: "#/components/responses/OAuthError" }

          /{tenant}/discovery/v2.0/keys:
            get:
              tags: [protocol]
              operationId: keys
              summary: The keys that verify tokens
              security: [{}]
              parameters:
                - $ref: "#/components/parameters/Tenant"
              responses:
                "200":
                  description: JSON Web Key Set.
                  content:
                    application/json:
                      schema: { type: object, required: [keys], properties: { keys: { type: array, minItems: 1 } } }
                "400": { $ref: "#/components/responses/OAuthError" }
                "404": { $ref: "#/components/responses/OAuthError" }

          /common/discovery/instance:
            get:
              tags: [protocol]
              operationId: instanceDiscovery
              summary: Which hosts stand for one another
              security: [{}]
              parameters:
                - { name: api-version, in: query, schema: { enum: ["1.0", "1.1"] } }
                - { name: authorization_endpoint, in: query, schema: { type: string } }
              responses:
                "200":
                  description: The cloud and its aliases.
                  content: { application/json: { schema: { type: object } } }
                "400": { $ref: "#/components/responses/OAuthError" }

          /{tenant}/oauth2/v2.0/authorize:
            get:
              tags: [protocol]
              operationId: authorize
              summary: Where an application sends the browser (RFC 6749 §3.1)
              security: [{}]
              parameters:
                - $ref: "#/components/parameters/Tenant"
                - { name: client_id, in: query, required: true, schema: { type: string } }
                - { name: response_type, in: query, required: true, schema: { type: string } }
                - { name: redirect_uri, in: query, schema: { type: string } }
                - { name: scope, in: query, required: true, schema: { type: string } }
                - { name: state, in: query, schema: { type: string } }
                - { name: nonce, in: query, schema: { type: string } }
                - { name: prompt, in: query, schema: { type: string } }
                - { name: login_hint, in: query, schema: { type: string } }
                - { name: code_challenge, in: query, schema: { type: string } }
                - { name: code_challenge_method, in: query, schema: { enum: [plain, S256] } }
                - { name: response_mode, in: query, schema: { enum: [query, fragment, form_post] } }
              responses:
                "200": { $ref: "#/components/responses/Page" }
                "302": { description: Back to the application. }
                4XX: { $ref: "#/components/responses/Page" }

          /{tenant}/oauth2/v2.0/token:
            post:
              tags: [protocol]
              operationId: token
              summary: Tokens for a grant (RFC 6749 §3.2)
              security: [{}]
              parameters:
                - $ref: "#/components/parameters/Tenant"
                - $ref: "#/components/parameters/CorrelationHeader"
              requestBody:
                required: true
                content:
                  application/x-www-form-urlencoded:
                    schema:
                      type: object
                      required: [grant_type]
                      properties:
                        grant_type:
                          enum:
                            - authorization_code
                            - refresh_token
                            - client_credentials
                            - password
                            - urn:ietf:params:oauth:grant-type:device_code
                            - urn:ietf:params:oauth:grant-type:jwt-bearer
                        client_id: { type: string }
                        client_secret: { type: string }
                        client_assertion: { type: string }
                        client_assertion_type: { type: string }
                        scope: { type: string }
                        code: { type: string }
                        code_verifier: { type: string }
                        redirect_uri: { type: string }
                        refresh_token: { type: string }
                        username: { type: string }
                        password: { type: string }
                        device_code: { type: string }
                        assertion: { type: string }
                        requested_token_use: { type: string }
                    example:
                      grant_type: client_credentials
                      client_id: aaaaaaaa-0000-4000-8000-000000000004
                      client_secret: understudy-daemon-secret
                      scope: api://orders/.default
              responses:
                "200": { $ref: "#/components/responses/Tokens" }
                4XX: { $ref: "#/components/responses/OAuthError" }

          /{tenant}/oauth2/v2.0/devicecode:
            post:
              tags: [protocol]
              operationId: deviceAuthorization
              summary: A code for a device without a browser (RFC 8628)
              security: [{}]
              parameters:
                - $ref: "#/components/parameters/Tenant"
                - $ref: "#/components/parameters/CorrelationHeader"
              requestBody:
                required: true
                content:
                  application/x-www-form-urlencoded:
                    schema:
                      type: object
                      required: [client_id]
                      properties: { client_id: { type: string }, scope: { type: string } }
                    example: { client_id: aaaaaaaa-0000-4000-8000-000000000001, scope: openid }
              responses:
                "200":
                  description: The code, and where a person enters it.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [device_code, user_code, verification_uri, expires_in, interval, message]
                4XX: { $ref: "#/components/responses/OAuthError" }

          /oidc/userinfo:
            get:
              tags: [protocol]
              operationId: userInfo
              summary: Claims of the user of a token for Microsoft Graph
              security: [{ accessToken: [] }]
              responses:
                "200":
                  description: Claims.
                  content: { application/json: { schema: { type: object, required: [sub] } } }
                4XX: { $ref: "#/components/responses/GraphError" }


          # ---------------------------------------------------------------- Microsoft Graph

          /v1.0/applications:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: listApplications
              summary: Applications, page by page
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }
            post:
              tags: [graph]
              operationId: createApplication
              summary: A new application
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "201": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/$count:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: countApplications
              summary: How many there are
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - { name: ConsistencyLevel, in: header, schema: { const: eventual } }
              responses:
                "200": { $ref: "#/components/responses/GraphCount" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: getApplication
              summary: One application
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updateApplication
              summary: Change it
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteApplication
              summary: Remove it
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/addPassword:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: addPassword
              summary: A new secret, told this once
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/removePassword:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: removePassword
              summary: Remove a secret
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/federatedIdentityCredentials:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listFederatedIdentityCredentials
              summary: FederatedIdentityCredentials, page by page
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }
            post:
              tags: [graph]
              operationId: createFederatedIdentityCredential
              summary: A new federatedIdentityCredential
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "201": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/federatedIdentityCredentials/$count:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: countFederatedIdentityCredentials
              summary: How many there are
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - { name: ConsistencyLevel, in: header, schema: { const: eventual } }
              responses:
                "200": { $ref: "#/components/responses/GraphCount" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/federatedIdentityCredentials/{credential}:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
              - { name: credential, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: getFederatedIdentityCredential
              summary: One federatedIdentityCredential
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updateFederatedIdentityCredential
              summary: Change it
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteFederatedIdentityCredential
              summary: Remove it
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/owners:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listOwners
              summary: Who owns it
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/owners/$ref:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: addOwner
              summary: A further owner
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/owners/{owner}/$ref:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
              - { name: owner, in: path, required: true, schema: { type: string, minLength: 1 } }
            delete:
              tags: [graph]
              operationId: removeOwner
              summary: One owner less
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: listServicePrincipals
              summary: ServicePrincipals, page by page
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }
            post:
              tags: [graph]
              operationId: createServicePrincipal
              summary: A new servicePrincipal
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "201": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/$count:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: countServicePrincipals
              summary: How many there are
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - { name: ConsistencyLevel, in: header, schema: { const: eventual } }
              responses:
                "200": { $ref: "#/components/responses/GraphCount" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: getServicePrincipal
              summary: One servicePrincipal
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updateServicePrincipal
              summary: Change it
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteServicePrincipal
              summary: Remove it
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: listUsers
              summary: Users, page by page
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }
            post:
              tags: [graph]
              operationId: createUser
              summary: A new user
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "201": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/$count:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: countUsers
              summary: How many there are
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - { name: ConsistencyLevel, in: header, schema: { const: eventual } }
              responses:
                "200": { $ref: "#/components/responses/GraphCount" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: getUser
              summary: One user
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updateUser
              summary: Change it
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteUser
              summary: Remove it
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/revokeSignInSessions:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: revokeSignInSessions
              summary: What was issued to the user is good no longer
              security: [{ accessToken: [] }]
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/microsoft.graph.revokeSignInSessions:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: microsoft_graph_revokeSignInSessions
              summary: What was issued to the user is good no longer
              security: [{ accessToken: [] }]
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/invalidateAllRefreshTokens:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: invalidateAllRefreshTokens
              summary: What was issued to the user is good no longer
              security: [{ accessToken: [] }]
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: listGroups
              summary: Groups, page by page
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }
            post:
              tags: [graph]
              operationId: createGroup
              summary: A new group
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "201": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/$count:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: countGroups
              summary: How many there are
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - { name: ConsistencyLevel, in: header, schema: { const: eventual } }
              responses:
                "200": { $ref: "#/components/responses/GraphCount" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: getGroup
              summary: One group
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updateGroup
              summary: Change it
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteGroup
              summary: Remove it
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/members:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listMembers
              summary: Who is in it
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/transitiveMembers:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listTransitiveMembers
              summary: Who is in it
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/members/microsoft.graph.user:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listUserMembers
              summary: Who is in it
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/members/$ref:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: addMember
              summary: A further member
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/members/{member}/$ref:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
              - { name: member, in: path, required: true, schema: { type: string, minLength: 1 } }
            delete:
              tags: [graph]
              operationId: removeMember
              summary: One member less
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/oauth2PermissionGrants:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: listPermissionGrants
              summary: PermissionGrants, page by page
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }
            post:
              tags: [graph]
              operationId: createPermissionGrant
              summary: A new permissionGrant
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "201": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/oauth2PermissionGrants/$count:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: countPermissionGrants
              summary: How many there are
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - { name: ConsistencyLevel, in: header, schema: { const: eventual } }
              responses:
                "200": { $ref: "#/components/responses/GraphCount" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/oauth2PermissionGrants/{id}:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: getPermissionGrant
              summary: One permissionGrant
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updatePermissionGrant
              summary: Change it
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deletePermissionGrant
              summary: Remove it
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}/oauth2PermissionGrants:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listServicePrincipalsPermissionGrants
              summary: What is granted to it
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/oauth2PermissionGrants:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listUsersPermissionGrants
              summary: What is granted to it
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/memberOf:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listMemberOf
              summary: Of what the user is a member
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/transitiveMemberOf:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listTransitiveMemberOf
              summary: Of what the user is a member
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/memberOf/microsoft.graph.group:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listMemberOfMicrosoftGraphGroup
              summary: Of what the user is a member
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/transitiveMemberOf/microsoft.graph.group:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listTransitiveMemberOfMicrosoftGraphGroup
              summary: Of what the user is a member
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/getMemberGroups:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: getMemberGroups
              summary: Ids of groups
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/getMemberObjects:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: getMemberObjects
              summary: Ids of groups
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/checkMemberGroups:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: checkMemberGroups
              summary: Ids of groups
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/appRoleAssignments:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listAppRoleAssignmentsOfUser
              summary: AppRoleAssignments, page by page
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }
            post:
              tags: [graph]
              operationId: createAppRoleAssignmentOfUser
              summary: A new appRoleAssignment
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "201": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/appRoleAssignments/$count:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: countAppRoleAssignmentsOfUser
              summary: How many there are
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - { name: ConsistencyLevel, in: header, schema: { const: eventual } }
              responses:
                "200": { $ref: "#/components/responses/GraphCount" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/appRoleAssignments/{assignment}:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
              - { name: assignment, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: getAppRoleAssignmentOfUser
              summary: One appRoleAssignment
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteAppRoleAssignmentOfUser
              summary: Remove it
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/appRoleAssignments:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listAppRoleAssignmentsOfGroup
              summary: AppRoleAssignments, page by page
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }
            post:
              tags: [graph]
              operationId: createAppRoleAssignmentOfGroup
              summary: A new appRoleAssignment
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "201": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/appRoleAssignments/$count:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: countAppRoleAssignmentsOfGroup
              summary: How many there are
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - { name: ConsistencyLevel, in: header, schema: { const: eventual } }
              responses:
                "200": { $ref: "#/components/responses/GraphCount" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/appRoleAssignments/{assignment}:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
              - { name: assignment, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: getAppRoleAssignmentOfGroup
              summary: One appRoleAssignment
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteAppRoleAssignmentOfGroup
              summary: Remove it
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}/appRoleAssignments:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listAppRoleAssignmentsOfClient
              summary: AppRoleAssignments, page by page
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }
            post:
              tags: [graph]
              operationId: createAppRoleAssignmentOfClient
              summary: A new appRoleAssignment
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "201": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}/appRoleAssignments/$count:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: countAppRoleAssignmentsOfClient
              summary: How many there are
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - { name: ConsistencyLevel, in: header, schema: { const: eventual } }
              responses:
                "200": { $ref: "#/components/responses/GraphCount" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}/appRoleAssignments/{assignment}:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
              - { name: assignment, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: getAppRoleAssignmentOfClient
              summary: One appRoleAssignment
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteAppRoleAssignmentOfClient
              summary: Remove it
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}/appRoleAssignedTo:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listAppRoleAssignmentsOfResource
              summary: AppRoleAssignments, page by page
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - $ref: "#/components/parameters/Select"
                - $ref: "#/components/parameters/Top"
                - $ref: "#/components/parameters/Count"
                - $ref: "#/components/parameters/SkipToken"
              responses:
                "200": { $ref: "#/components/responses/GraphList" }
                4XX: { $ref: "#/components/responses/GraphError" }
            post:
              tags: [graph]
              operationId: createAppRoleAssignmentOfResource
              summary: A new appRoleAssignment
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "201": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}/appRoleAssignedTo/$count:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: countAppRoleAssignmentsOfResource
              summary: How many there are
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Filter"
                - { name: ConsistencyLevel, in: header, schema: { const: eventual } }
              responses:
                "200": { $ref: "#/components/responses/GraphCount" }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}/appRoleAssignedTo/{assignment}:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
              - { name: assignment, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: getAppRoleAssignmentOfResource
              summary: One appRoleAssignment
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteAppRoleAssignmentOfResource
              summary: Remove it
              security: [{ accessToken: [] }]
              responses:
                "204": { description: Done. }
                4XX: { $ref: "#/components/responses/GraphError" }

        components:
          securitySchemes:
            controlToken: { type: http, scheme: bearer, description: The text given by --control-token }
            accessToken: { type: http, scheme: bearer, description: A token for Microsoft Graph }

          parameters:
            Tenant:
              name: tenant
              in: path
              required: true
              description: "Id, domain, `common`, `organizations` or `consumers`"
              schema: { type: string, minLength: 1 }
              example: contoso.com
            CorrelationHeader:
              name: client-request-id
              in: header
              description: Names the exchange in the journal and the log
              schema: { type: string, format: uuid }
            TenantFilter:
              name: tenant
              in: query
              description: Id or domain of the tenant that alone is meant
              schema: { type: string, minLength: 1 }
            GraphTenant:
              name: X-Understudy-Tenant
              in: header
              description: A tenant, by the right of the control plane; then no access token is wanted
              schema: { type: string, minLength: 1 }
              example: contoso.com
            Filter: { name: $filter, in: query, description: "`eq`, `startswith` …", schema: { type: string } }
            Select: { name: $select, in: query, schema: { type: string } }
            Top: { name: $top, in: query, schema: { type: integer, minimum: 1, maximum: 999 } }
            Count: { name: $count, in: query, schema: { type: boolean } }
            SkipToken: { name: $skiptoken, in: query, description: From a page's @odata.nextLink, schema: { type: string } }
            ID: { name: id, in: query, schema: { type: string, minLength: 1 } }
            Host: { name: host, in: query, schema: { type: string, minLength: 1 } }
            ClientRequestID: { name: clientRequestId, in: query, schema: { type: string, minLength: 1 } }
            ClientID: { name: clientId, in: query, schema: { type: string, minLength: 1 } }
            TenantMatch: { name: tenant, in: query, schema: { type: string, minLength: 1 } }
            User: { name: user, in: query, description: Id or user name, schema: { type: string, minLength: 1 } }
            Endpoint: { name: endpoint, in: query, schema: { $ref: "#/components/schemas/EndpointName" } }
            GrantType: { name: grantType, in: query, schema: { type: string, minLength: 1 } }
            Scope: { name: scope, in: query, description: Scopes that are all asked for, schema: { type: string, pattern: "[^ ]" } }
            HeaderMatch:
              name: header
              in: query
              description: "`name:value` of a request's header, once for each"
              schema: { $ref: "#/components/schemas/Pairs" }
            ParameterMatch:
              name: parameter
              in: query
              description: "`name:value` of the query or the form, once for each"
              schema: { $ref: "#/components/schemas/Pairs" }
            Outcome:
              name: outcome
              in: query
              description: "`success`, `page`, `error`, a code, an OAuth error or a status"
              schema: { type: string, minLength: 1 }
            Since: { name: since, in: query, description: A time or an id, schema: { $ref: "#/components/schemas/Since" } }
            Before: { name: before, in: query, description: An id, schema: { type: integer, minimum: 0 } }
            Secrets:
              name: secrets
              in: query
              description: Whether secrets are shown instead of masked. The control token is masked in any case.
              schema: { type: boolean }
            View: { name: view, in: query, schema: { enum: [full, summary] } }

          requestBodies:
            GraphObject:
              required: true
              content: { application/json: { schema: { type: object } } }

          responses:
            GraphObject:
              description: An object, or what the action gives.
              content: { application/json: { schema: { type: object, required: ["@odata.context"] } } }
            GraphList:
              description: A page of objects.
              content:
                application/json:
                  schema:
                    type: object
                    required: ["@odata.context", value]
                    properties:
                      value: { type: array, items: { type: object } }
                      "@odata.count": { type: integer }
                      "@odata.nextLink": { type: string }
            GraphCount:
              description: A number.
              content: { text/plain: { schema: { type: string } } }
            Refused:
              description: What was wrong with the request; nothing has changed.
              content:
                application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } }
                # What is no HTTP request that can be looked at.
                text/plain: { schema: { type: string } }
            Clock:
              description: The clock as it goes now.
              content:
                application/json:
                  schema:
                    type: object
                    required: [now, offset, frozen]
                    properties:
                      now: { type: string }
                      offset: { type: string }
                      frozen: { type: [string, "null"] }
                      tenant: { type: string }
                      tenants: { type: object, description: Those that have a clock of their own }
            Keys:
              description: Every published key.
              content:
                application/json:
                  schema:
                    type: object
                    required: [keys]
                    properties:
                      keys:
                        type: array
                        items:
                          type: object
                          required: [kid, for, signs]
                          properties:
                            kid: { type: string }
                            for: { enum: [workforce, external, b2c] }
                            signs: { type: boolean }
            Tokens:
              description: Tokens (RFC 6749 §5.1).
              content:
                application/json:
                  schema:
                    type: object
                    required: [token_type, expires_in, access_token]
                    properties:
                      token_type: { type: string }
                      expires_in: { type: integer }
                      access_token: { type: string }
                      refresh_token: { type: string }
                      id_token: { type: string }
                      scope: { type: string }
            OAuthError:
              description: RFC 6749 §5.2, with the service's own members.
              content:
                application/json:
                  schema:
                    type: object
                    required: [error, error_description, error_codes, trace_id, correlation_id]
                    properties:
                      error: { type: string }
                      error_description: { type: string }
                      error_codes: { type: array, items: { type: integer } }
                      suberror: { type: string }
                      claims: { type: string }
                text/plain: { schema: { type: string } }
            GraphError:
              description: As Microsoft Graph tells its errors.
              content:
                application/json:
                  schema:
                    type: object
                    required: [error]
                    properties:
                      error:
                        type: object
                        required: [code, message]
                        properties: { code: { type: string }, message: { type: string } }
                text/plain: { schema: { type: string } }
            Page:
              description: A page for people.
              content:
                text/html: { schema: { type: string } }
                text/plain: { schema: { type: string } }

          schemas:
            ID: { type: string, format: uuid }
            IDs: { type: object, description: The new id by the old one, additionalProperties: { type: string } }
            Duration:
              type: string
              description: ISO 8601
              pattern: "^[+-]?P(?=.)([0-9]{1,4}W)?([0-9]{1,5}D)?(T(?=.)([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,9}([.,][0-9]{1,18})?S)?)?$"
              examples: [PT1H, PT90S, P30D, -PT0.5S, P1W]
            NonNegativeDuration:
              type: string
              description: ISO 8601
              pattern: "^[+]?P(?=.)([0-9]{1,4}W)?([0-9]{1,5}D)?(T(?=.)([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,9}([.,][0-9]{1,18})?S)?)?$"
              examples: [PT2S, PT0.5S]
            Since: { type: string, description: The id of an exchange or an ISO 8601 time }
            Pairs: { type: array, maxItems: 64, items: { type: string, pattern: "^[^:]+: *[^ ]" }, examples: [["x-name:value"]] }
            EndpointName:
              enum:
                - authorize
                - token
                - devicecode
                - devicelogin
                - adminconsent
                - logout
                - userinfo
                - discovery
                - instance
                - keys
                - userrealm
                - nativeclient
                - checksession
                - kerberos
                - managedidentity
                - instancemetadata
                - webfinger
                - enrollment
                - mex
                - wstrust
                - signinpage
                - federation
                - graph
                - error
                - unknown
                - initiate
                - challenge
                - introspect
                - signup-start
                - signup-challenge
                - signup-continue
                - resetpassword-start
                - resetpassword-challenge
                - resetpassword-continue
                - resetpassword-submit
                - resetpassword-poll_completion
                - register-introspect
                - register-challenge
                - register-continue
                - authorize-challenge
                - interaction-sign_in
                - interaction-sign_up
                - interaction-reset_password
                - interaction-submitAttributes
                - interaction-challenge
                - interaction-riskverify
                - interaction-verify
                - interaction-update
                - interaction-poll
            Match:
              type: object
              description: Which exchanges are meant; what is not named may be anything.
              additionalProperties: false
              minProperties: 1
              properties:
                clientRequestId: { type: string, minLength: 1 }
                clientId: { type: string, minLength: 1 }
                tenant: { type: string, minLength: 1, description: "Id, domain, or a word as `common`" }
                user: { type: string, minLength: 1, description: Id or user name }
                endpoint: { $ref: "#/components/schemas/EndpointName" }
                grantType: { type: string, minLength: 1 }
                scope: { type: string, pattern: "[^ ]", description: Scopes that are all asked for }
                header: { type: object, maxProperties: 64, additionalProperties: { type: string, minLength: 1 } }
                parameter: { type: object, maxProperties: 64, additionalProperties: { type: string, minLength: 1 } }
            JournalMatch:
              type: object
              description: "A match, and how the exchange ended and since when."
              additionalProperties: false
              properties:
                clientRequestId: { type: string, minLength: 1 }
                clientId: { type: string, minLength: 1 }
                tenant: { type: string, minLength: 1 }
                user: { type: string, minLength: 1 }
                endpoint: { $ref: "#/components/schemas/EndpointName" }
                grantType: { type: string, minLength: 1 }
                scope: { type: string, pattern: "[^ ]" }
                header: { type: object, maxProperties: 64, additionalProperties: { type: string, minLength: 1 } }
                parameter: { type: object, maxProperties: 64, additionalProperties: { type: string, minLength: 1 } }
                outcome: { type: string, minLength: 1 }
                since: { oneOf: [{ type: integer, minimum: 0 }, { type: string, format: date-time }] }
                before: { type: integer, minimum: 0 }
            ScriptedAnswer:
              type: object
              additionalProperties: false
              minProperties: 1
              properties:
                error:
                  description: A code of the catalogue, told as the endpoint that it meets tells its own
                  oneOf: [{ type: string, pattern: "^(AADSTS|AADB2C)?[0-9]+$" }, { type: integer }]
                claims: { type: object, description: A claims challenge beside error }
                suberror: { type: string, description: Beside error }
                status: { type: integer, minimum: 200, maximum: 599, description: A raw answer }
                headers: { type: object, additionalProperties: { type: string }, description: Beside status }
                body: { description: "Beside status: text as it is, anything else as JSON" }
                delay: { $ref: "#/components/schemas/NonNegativeDuration", description: A minute at most }
                fault:
                  description: >-
                    What goes wrong: with the answer on its way (reset to drip); with a handshake, of a match of `host` alone (those that
                    begin with tls; with certificates of your own every one of them is a refusal); with the tokens of the answer, JWTs, SAML
                    assertions and SSH certificates alike (the last two have no kid: they are signed by a key that is not the tenant's).
                  enum:
                    - reset
                    - empty
                    - truncate
                    - malformedChunk
                    - drip
                    - tls
                    - tlsExpiredCertificate
                    - tlsWrongHost
                    - tlsUnknownAuthority
                    - wrongSignature
                    - expiredToken
                    - notYetValidToken
                    - unknownKid
                duration: { $ref: "#/components/schemas/NonNegativeDuration", description: Of a drip }
                token: { enum: [access_token, id_token], description: Of a fault in tokens, the one that has it }
            Exchange:
              type: object
              required: [id, time, endpoint, method, url, status, outcome]
              properties:
                id: { type: integer }
                time: { type: string }
                endpoint: { type: string }
                method: { type: string }
                url: { type: string }
                status: { type: integer }
                outcome: { enum: [success, page, error] }
                request: { type: object }
                response:
                  type: object
                  properties:
                    status: { type: integer }
                    headers: { type: object }
                    fault: { type: string, description: "What a script let go wrong with the answer, in the word of `responses`" }
                    faultRemark: { type: string, description: Why the fault changed nothing }
                script: { type: string, description: The id of the script that made the answer or spoiled it }
                decision: { type: object, description: Why it was answered so }
                v2: { type: object, description: What a request of version 1 is in version 2 }
            Directory:
              type: object
              description: The configuration file's shape; `understudy schema` has it whole.
              properties:
                tenants: { type: array, items: { type: object } }
            Problem:
              type: object
              description: RFC 9457
              required: [title, status, detail]
              properties:
                type: { type: string }
                title: { type: string }
                status: { type: integer }
                detail: { type: string }
                error:
                  const: temporarily_unavailable
                  description: With status 503, where the store cannot keep or read what the answer depends on
                errors:
                  type: array
                  items:
                    type: object
                    required: [pointer, detail]
                    properties: { pointer: { type: string }, detail: { type: string } }

        security: [{}, { controlToken: [] }]

        """#
}
