/// What the server answers, as OpenAPI, the text of `Config/openapi.yaml`. Written by `scripts/embed`.
package enum OpenAPIDocument {
    package static let yaml = #"""
        # What Understudy answers next to the pages of its console: the control plane whole, Microsoft Graph's directory, and the
        # protocol endpoints that clients without a browser use. Served at /_understudy/openapi.yaml and .json; tests hold it against
        # the route table, both ways, and against the running server. `scripts/embed` builds it in.
        openapi: 3.1.0
        info:
          title: Understudy
          version: 0.1.0
          summary: A local stand-in for Microsoft Entra ID
          description: >-
            Paths below `/_understudy` are the control plane, whose bodies are JSON. The server answers an invalid request with a problem
            document (RFC 9457), and the request changes nothing. An unknown member or parameter is an error. The server rejects requests
            from pages of other sites. With `--control-token` every path needs the token as bearer token, except health, the CA,
            ssh-ca.pub and this description.
        servers:
          - url: /
        tags:
          - name: state
            description: The state of the server and its clock
          - name: scripts
            description: Stubbed responses and claims challenges
          - name: journal
            description: The request journal
          - name: tokens
            description: Tokens and signing keys
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
              summary: Returns whether the server is ready, its origins, and what the server cannot write
              description: >-
                Liveness and readiness are the same: the status is 200 from the time at which the server can sign until the server stops.
                While the server cannot write state that must outlive the process, `status` is `degraded` and `unwritable` names the
                state. Requests that need to write it get 503; all others succeed. The HTTP status stays 200, because a restart would not
                help. The server tries to write at most once a second.
              security: [{}]
              responses:
                "200":
                  description: The server is ready.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [status, version, replica, origins]
                        properties:
                          status: { enum: [ok, degraded], description: "`degraded`: some state cannot be written" }
                          version: { type: string }
                          replica: { type: string, description: The id of the process among replicas that share their state }
                          origins: { type: array, items: { type: string, format: uri } }
                          store: { enum: [ok, unreachable], description: Only with `--store` }
                          storeError: { type: string, description: "The error code of the store, such as OOM" }
                          unwritable:
                            type: array
                            minItems: 1
                            description: Only if `status` is `degraded`
                            items:
                              type: object
                              required: [name, reason]
                              properties:
                                name:
                                  enum: [state, store, keys]
                                  description: The state file, the shared store or the key files
                                reason: { type: string, description: One line that names the file }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/metrics:
            get:
              tags: [server]
              operationId: metrics
              summary: Returns counters and gauges in the Prometheus text format 0.0.4
              responses:
                "200":
                  description: The metrics.
                  content: { text/plain: { schema: { type: string } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/openapi.yaml:
            get:
              tags: [server]
              operationId: openAPI
              summary: Returns this description as YAML
              security: [{}]
              responses:
                "200":
                  description: OpenAPI 3.1.
                  content: { application/yaml: { schema: { type: object } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/openapi.json:
            get:
              tags: [server]
              operationId: openAPIJSON
              summary: Returns this description as JSON
              security: [{}]
              responses:
                "200":
                  description: OpenAPI 3.1.
                  content: { application/json: { schema: { type: object } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/schema.json:
            get:
              tags: [server]
              operationId: configurationSchema
              summary: The JSON Schema of the configuration file
              description: For editors, as the line `yaml-language-server` in a configuration names it. `understudy schema` prints it too.
              security: [{}]
              responses:
                "200":
                  description: JSON Schema 2020-12.
                  content: { application/json: { schema: { type: object } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/errors:
            get:
              tags: [server]
              operationId: errorCatalog
              summary: What each AADSTS and AADB2C code means, when it is raised here, and how to fix it
              description: As JSON what `/error` shows to people. Without parameters it lists every code.
              security: [{}]
              parameters:
                - name: code
                  in: query
                  description: "The code alone: 50011, AADSTS50011 or AADB2C90118"
                  schema: { type: string, minLength: 1 }
                - name: search
                  in: query
                  description: Words that the name, the OAuth error, the message or the texts must all contain
                  schema: { type: string, minLength: 1 }
              responses:
                "200":
                  description: The codes, AADSTS first, each in the order of their numbers.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [errors]
                        properties:
                          errors:
                            type: array
                            items:
                              type: object
                              required: [code, number, error, status, template, meaning, causes, fix]
                              properties:
                                code: { type: string, pattern: "^(AADSTS|AADB2C)[0-9]+$" }
                                number: { type: integer }
                                error: { type: string, description: The OAuth error of the token endpoint }
                                suberror: { type: string }
                                status: { type: integer, description: The HTTP status of the JSON response }
                                template: { type: string, description: "The message, with placeholders such as {client_id}" }
                                meaning: { type: string }
                                causes:
                                  type: array
                                  items: { type: string }
                                  description: When the server raises the code by itself; empty for a code that only a stub raises
                                fix: { type: string }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/ca.pem:
            get:
              tags: [server]
              operationId: caPEM
              summary: Returns the CA certificate that clients must trust, as PEM
              security: [{}]
              responses:
                "200":
                  description: A certificate.
                  content: { application/x-pem-file: { schema: { type: string } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/ca.der:
            get:
              tags: [server]
              operationId: caDER
              summary: Returns the CA certificate as DER
              security: [{}]
              responses:
                "200":
                  description: A certificate.
                  content: { application/x-x509-ca-cert: {} }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/ca.mobileconfig:
            get:
              tags: [server]
              operationId: caMobileConfig
              summary: Returns the CA certificate as a configuration profile for Apple devices
              security: [{}]
              responses:
                "200":
                  description: A property list.
                  content: { application/x-apple-aspen-config: { schema: { type: string } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/ssh-ca.pub:
            get:
              tags: [server]
              operationId: sshCA
              summary: Returns the public key that signs SSH certificates, as a line for TrustedUserCAKeys
              security: [{}]
              responses:
                "200":
                  description: An OpenSSH public key.
                  content: { text/plain: { schema: { type: string } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          # ---------------------------------------------------------------- State and clock

          /_understudy/reset:
            post:
              tags: [state]
              operationId: reset
              summary: Resets everything, or one tenant, to the configuration
              parameters:
                - $ref: "#/components/parameters/TenantFilter"
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/directory:
            get:
              tags: [state]
              operationId: exportDirectory
              summary: Returns the whole directory in the form of the configuration file
              responses:
                "200":
                  description: The directory. `PUT` accepts the same document.
                  content: { application/json: { schema: { $ref: "#/components/schemas/Directory" } } }
                4XX: { $ref: "#/components/responses/Rejected" }
            put:
              tags: [state]
              operationId: replaceDirectory
              summary: Replaces the whole directory until the next reset
              description: >-
                The server replaces the whole directory or nothing. The document must not name files, and must have no `server`. If the
                server has no control token, the document must not name new places that the server would write to or fetch from:
                `settings.arcKeyFolder`, and `federatedIssuers` with `jwksUri` or `discovery`. Places of the current directory and of the
                configuration are allowed. The document includes secrets and passwords without masks. Consents are not part of it.
              requestBody:
                required: true
                content: { application/json: { schema: { $ref: "#/components/schemas/Directory" } } }
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/tenants:
            post:
              tags: [state]
              operationId: makeTenant
              summary: Creates a tenant, empty or as a copy of another
              description: >-
                A copy has the user names, secrets and settings of the original, new ids, and the domain
                `{first eight digits of its id}.onmicrosoft.com`. With `keepAppIds` the applications keep their ids. Federated domains are
                not copied. The server holds up to 1,000 tenants of this kind.
              requestBody:
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      properties:
                        cloneOf: { type: string, minLength: 1, description: The id or a domain of the tenant to copy }
                        displayName: { type: string, minLength: 1 }
                        keepAppIds: { type: boolean, description: Only with `cloneOf` }
                        kind: { enum: [workforce, external, b2c], description: Only without `cloneOf` }
                    example: { cloneOf: contoso.com, keepAppIds: true }
              responses:
                "201":
                  description: The tenant, and the new ids of its objects.
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
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/tenants/{tenant}:
            delete:
              tags: [state]
              operationId: deleteTenant
              summary: Deletes a tenant. A tenant of the configuration comes back with a reset
              parameters:
                - { name: tenant, in: path, required: true, description: The id or a domain of the tenant, schema: { type: string, minLength: 1 } }
              responses:
                "204": { description: The object is deleted. }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/clock:
            get:
              tags: [state]
              operationId: clock
              summary: Returns the time on the clock of the server or of a tenant
              parameters:
                - $ref: "#/components/parameters/TenantFilter"
              responses:
                "200": { $ref: "#/components/responses/Clock" }
                4XX: { $ref: "#/components/responses/Rejected" }
            put:
              tags: [state]
              operationId: steerClock
              summary: Moves, freezes or releases the clock of the server or of a tenant
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
                        offset: { $ref: "#/components/schemas/Duration", description: The time by which the clock is ahead of the machine; negative is behind }
                        frozen:
                          description: "The time at which the clock stops, `now`, or null to let the clock run"
                          oneOf: [{ type: string, format: date-time }, { const: now }, { type: "null" }]
                        advance: { $ref: "#/components/schemas/Duration", description: The time by which the clock moves on from where it is }
                    examples:
                      later: { value: { offset: PT2H } }
                      frozen: { value: { frozen: "2030-01-01T00:00:00Z" } }
                      running: { value: { offset: PT0S } }
              responses:
                "200": { $ref: "#/components/responses/Clock" }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/outbox:
            get:
              tags: [state]
              operationId: outbox
              summary: Returns the one-time codes that were sent to users, newest first
              parameters:
                - { name: to, in: query, description: The mail address or telephone number of the user, schema: { type: string, minLength: 1 } }
              responses:
                "200":
                  description: The messages.
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
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/revocations:
            post:
              tags: [state]
              operationId: revoke
              summary: Revokes everything that was issued to a user, to an application or in a tenant
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      minProperties: 1
                      properties:
                        user: { type: string, minLength: 1, description: The object id or the user name }
                        application: { type: string, minLength: 1, description: The appId }
                        tenant:
                          type: string
                          minLength: 1
                          description: >-
                            The id or a domain of the tenant. Without `tenant`, a user is looked up in the tenant of the name's domain first,
                            and an application where it is registered
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
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/signin:
            post:
              tags: [state]
              operationId: signIn
              summary: Signs a user in without a browser
              description: >-
                The operation goes through the sign-in pages as a browser does, with the password of the directory, and returns the
                redirect to the application. Stubs apply to its requests, and the journal records them. Delays of stubs are skipped. If a
                page goes no further, or a stub stops a response, the status is 422.
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
                            The authorization request: an http or https URL, whose host is taken for a name of this server, or only path
                            and query
                        user: { type: string, minLength: 1, description: The user name }
                        password: { type: string, description: "Default: the password of the directory" }
                        consent:
                          description: "The answer to the consent page: `accept`, `decline`, or the scopes to grant"
                          oneOf: [{ type: string, minLength: 1 }, { type: array, items: { type: string } }]
                        mfa: { type: string, minLength: 1, description: "A one-time code. Default: the code of the user's method or of the outbox" }
                        newPassword: { type: string, minLength: 1, description: The password to choose if the old one has expired }
                        staySignedIn: { type: boolean, description: 'The answer to the page "Stay signed in?"' }
                    example:
                      user: alex@contoso.com
                      consent: accept
                      authorizeUrl: >-
                        /contoso.com/oauth2/v2.0/authorize?client_id=aaaaaaaa-0000-4000-8000-000000000001&response_type=code&redirect_uri=http%3A%2F%2Flocalhost&scope=openid
              responses:
                "200":
                  description: The redirect to the application.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [location, parameters]
                        properties:
                          location: { type: string, description: The URL of the redirect }
                          parameters:
                            type: object
                            description: The parameters of the response, such as `code`
                            additionalProperties: { type: string }
                4XX:
                  description: The request is invalid. 422 if a page goes no further; `page` has what the page says.
                  content:
                    application/problem+json:
                      schema:
                        allOf:
                          - $ref: "#/components/schemas/Problem"
                          - properties: { page: { type: object } }
                    text/plain: { schema: { type: string } }
                "503":
                  description: A page said that the service is temporarily unavailable. `Retry-After` says when to try again.
                  content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }

          # ---------------------------------------------------------------- Scripts

          /_understudy/responses:
            post:
              tags: [scripts]
              operationId: addResponses
              summary: "Adds a stub: responses for the requests that match, in order"
              description: >-
                A match must name at least one property, so that parallel tests do not use the stubs of each other. All properties of a
                match must hold. A stub that is limited by `times` has precedence over one with `times: always`, and an older stub over a
                newer one.
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
                              properties: { host: { type: string, description: The host name of TLS handshakes; only with the faults that begin with `tls` } }
                        responses:
                          type: array
                          minItems: 1
                          maxItems: 1000
                          items: { $ref: "#/components/schemas/ScriptedAnswer" }
                        times:
                          description: "How often the list of responses is used. Default: once"
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
                  description: The stub is active.
                  content:
                    application/json:
                      schema: { type: object, required: [id], properties: { id: { type: string } } }
                "507":
                  description: The server holds too many stubs.
                  content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }
                4XX: { $ref: "#/components/responses/Rejected" }
            get:
              tags: [scripts]
              operationId: listResponses
              summary: Returns the stubs and how many of their responses are left
              description: Secrets in matches and responses are masked, except with `secrets=true`.
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
                  description: The stubs, including those without responses left.
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
                4XX: { $ref: "#/components/responses/Rejected" }
            delete:
              tags: [scripts]
              operationId: removeResponses
              summary: Removes all stubs, or those that match
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
                  description: The number of removed items.
                  content:
                    application/json:
                      schema: { type: object, required: [removed], properties: { removed: { type: integer } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/challenges:
            post:
              tags: [scripts]
              operationId: challenge
              summary: Creates a claims challenge as an API returns it
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      properties:
                        acrs: { type: string, pattern: "^c[1-9][0-9]?$", description: An authentication context }
                        nbf:
                          description: The earliest time of issue of the new token, in seconds since 1970
                          oneOf: [{ type: integer }, { const: now }]
                        policies: { type: array, minItems: 1, items: { type: string }, description: Ids of Conditional Access policies }
                        clientId: { type: string, pattern: "^[A-Za-z0-9-]*$", description: The client id of the API }
                    example: { acrs: c1 }
              responses:
                "200":
                  description: The header `WWW-Authenticate`, and its decoded claims.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [wwwAuthenticate, claims]
                        properties: { wwwAuthenticate: { type: string }, claims: { type: object } }
                4XX: { $ref: "#/components/responses/Rejected" }

          # ---------------------------------------------------------------- Journal

          /_understudy/requests:
            get:
              tags: [journal]
              operationId: listRequests
              summary: Returns journal entries, oldest first
              description: The journal has all requests except those of the control plane and CORS preflights (`OPTIONS`).
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
                - { name: limit, in: query, description: The largest number of entries, schema: { type: integer, minimum: 0, maximum: 500, default: 100 } }
              responses:
                "200":
                  description: The newest entries; with `since` those right after it.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [requests, total]
                        properties:
                          requests: { type: array, items: { $ref: "#/components/schemas/Exchange" } }
                          total: { type: integer, description: The number of entries without the limit }
                          next: { type: integer, description: "The value of `since` for the next page, if there is one" }
                          previous: { type: integer, description: "The value of `before` for the previous page, if there is one" }
                4XX: { $ref: "#/components/responses/Rejected" }
            delete:
              tags: [journal]
              operationId: clearRequests
              summary: Deletes all journal entries, or those that match
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
                  description: The number of removed items.
                  content:
                    application/json:
                      schema: { type: object, required: [deleted], properties: { deleted: { type: integer } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/requests/{id}:
            get:
              tags: [journal]
              operationId: request
              summary: Returns one journal entry
              parameters:
                - { name: id, in: path, required: true, schema: { type: integer, minimum: 0 } }
                - $ref: "#/components/parameters/Secrets"
                - $ref: "#/components/parameters/View"
              responses:
                "200":
                  description: The entry.
                  content: { application/json: { schema: { $ref: "#/components/schemas/Exchange" } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/requests/count:
            post:
              tags: [journal]
              operationId: countRequests
              summary: Counts the journal entries that match
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
                  description: The number of entries.
                  content:
                    application/json:
                      schema: { type: object, required: [count], properties: { count: { type: integer } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/requests/verify:
            post:
              tags: [journal]
              operationId: verifyRequests
              summary: Verifies that matching requests arrived, and returns near misses if not
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
                              description: "`atLeast`, `atMost` or both; or `exactly` alone"
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
                  description: The requests arrived.
                  content:
                    application/json:
                      schema: { type: object, required: [verified], properties: { verified: { const: true } } }
                4XX:
                  description: 422 if the requests did not arrive, with the near misses in `closest`; otherwise the request is invalid.
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
              summary: Streams journal entries as server-sent events
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
                - { name: Last-Event-ID, in: header, description: The id of the last event that the client received, schema: { type: integer, minimum: 0 } }
              responses:
                "200":
                  description: >-
                    One event for each entry that matches. With `since` or `Last-Event-ID` the server first sends earlier entries: the latest
                    100 of them, up to 128 KiB. The server closes the connection of a listener that has more than 256 KiB to read.
                  content: { text/event-stream: { schema: { type: string } } }
                "503":
                  description: Too many clients listen.
                  content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          # ---------------------------------------------------------------- Tokens and keys

          /_understudy/tokens:
            post:
              tags: [tokens]
              operationId: mintToken
              summary: Mints a token, valid or with faults
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      anyOf: [{ required: [user] }, { required: [client] }]
                      properties:
                        kind: { enum: [access, id], description: "Default: access" }
                        tenant: { type: string, minLength: 1, description: The id or a domain of the tenant }
                        client: { type: string, minLength: 1, description: The appId of the client }
                        user: { type: string, minLength: 1, description: The object id or the user name }
                        resource: { type: string, minLength: 1, description: The appId or the App ID URI of the API }
                        scopes: { type: array, items: { type: string, minLength: 1 } }
                        roles: { type: array, items: { type: string, minLength: 1 } }
                        version: { enum: [1, 2], description: "Default: the version that the API asks for; 2 for ID tokens" }
                        nonce: { type: string }
                        lifetime: { $ref: "#/components/schemas/Duration" }
                        notBefore: { type: string, format: date-time }
                        expiresAt: { type: string, format: date-time }
                        claims: { type: object, description: Claims to set; null removes a claim }
                        header: { type: object, description: Header members to set; null removes a member }
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
                  description: The token and its decoded parts.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [token, header, claims]
                        properties: { token: { type: string }, header: { type: object }, claims: { type: object } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/tokens/inspect:
            post:
              tags: [tokens]
              operationId: inspectToken
              summary: Decodes a token and lists every reason to reject it
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
                        audience: { type: string, minLength: 1, description: The expected `aud` }
                        issuer: { type: string, minLength: 1, description: The expected `iss` }
                        nonce: { type: string, minLength: 1, description: The expected `nonce` }
                        scope: { type: string, minLength: 1, description: A permission that `scp` must have }
                        role: { type: string, minLength: 1, description: A role that `roles` must have }
                    example: { token: eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.e30.c2ln, audience: "api://orders", scope: Orders.Read }
              responses:
                "200":
                  description: The result. The token is valid if there is no reason to reject it.
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
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/keys:
            get:
              tags: [tokens]
              operationId: listKeys
              summary: Returns the published signing keys and which of them sign
              responses:
                "200": { $ref: "#/components/responses/Keys" }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/keys/rotate:
            post:
              tags: [tokens]
              operationId: rotateKeys
              summary: Starts to sign with a new key. The previous key stays published for a while
              requestBody:
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      properties:
                        for: { enum: [workforce, external, b2c], description: "The kind of tenant. Default: workforce" }
                        grace:
                          $ref: "#/components/schemas/NonNegativeDuration"
                          description: "How long the previous key stays published. Default: until the key is removed"
                    example: { grace: PT1H }
              responses:
                "200": { $ref: "#/components/responses/Keys" }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/keys/{key}:
            delete:
              tags: [tokens]
              operationId: dropKey
              summary: Removes a key that no longer signs from the published keys
              parameters:
                - { name: key, in: path, required: true, description: The `kid` of the key, schema: { type: string, minLength: 1 } }
              responses:
                "204": { description: The object is deleted. }
                4XX: { $ref: "#/components/responses/Rejected" }

          # ---------------------------------------------------------------- Protocol

          /{tenant}/v2.0/.well-known/openid-configuration:
            get:
              tags: [protocol]
              operationId: openIDConfiguration
              summary: Returns the OpenID Connect discovery document
              security: [{}]
              parameters:
                - $ref: "#/components/parameters/Tenant"
              responses:
                "200":
                  description: The metadata of the authority.
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
              summary: Returns the keys that verify tokens
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
              summary: Returns the host names of the cloud and their aliases
              security: [{}]
              parameters:
                - { name: api-version, in: query, schema: { enum: ["1.0", "1.1"] } }
                - { name: authorization_endpoint, in: query, schema: { type: string } }
              responses:
                "200":
                  description: The metadata of the cloud.
                  content: { application/json: { schema: { type: object } } }
                "400": { $ref: "#/components/responses/OAuthError" }

          /{tenant}/oauth2/v2.0/authorize:
            get:
              tags: [protocol]
              operationId: authorize
              summary: Authorization endpoint (RFC 6749 §3.1)
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
                "302": { description: A redirect to the application. }
                4XX: { $ref: "#/components/responses/Page" }

          /{tenant}/oauth2/v2.0/token:
            post:
              tags: [protocol]
              operationId: token
              summary: Token endpoint (RFC 6749 §3.2)
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
              summary: Device authorization endpoint (RFC 8628)
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
                  description: The code and the address at which the user enters it.
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
              summary: Returns claims of the user of a token for Microsoft Graph
              security: [{ accessToken: [] }]
              responses:
                "200":
                  description: The claims.
                  content: { application/json: { schema: { type: object, required: [sub] } } }
                4XX: { $ref: "#/components/responses/GraphError" }


          # ---------------------------------------------------------------- Microsoft Graph

          /v1.0/applications:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: listApplications
              summary: Lists applications
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
              summary: Creates an application
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
              summary: Counts applications
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
              summary: Returns an application
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updateApplication
              summary: Updates an application
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteApplication
              summary: Deletes an application
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/addPassword:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: addPassword
              summary: Adds a client secret and returns it. The secret is returned only once
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
              summary: Removes a client secret
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/federatedIdentityCredentials:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listFederatedIdentityCredentials
              summary: Lists federated identity credentials
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
              summary: Creates a federated identity credential
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
              summary: Counts federated identity credentials
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
              summary: Returns a federated identity credential
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updateFederatedIdentityCredential
              summary: Updates a federated identity credential
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteFederatedIdentityCredential
              summary: Deletes a federated identity credential
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/owners:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listOwners
              summary: Lists the owners of an application
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
              summary: Adds an owner to an application
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/applications/{id}/owners/{owner}/$ref:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
              - { name: owner, in: path, required: true, schema: { type: string, minLength: 1 } }
            delete:
              tags: [graph]
              operationId: removeOwner
              summary: Removes an owner from an application
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: listServicePrincipals
              summary: Lists service principals
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
              summary: Creates a service principal
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
              summary: Counts service principals
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
              summary: Returns a service principal
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updateServicePrincipal
              summary: Updates a service principal
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteServicePrincipal
              summary: Deletes a service principal
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: listUsers
              summary: Lists users
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
              summary: Creates a user
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
              summary: Counts users
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
              summary: Returns a user
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updateUser
              summary: Updates a user
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteUser
              summary: Deletes a user
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/users/{id}/revokeSignInSessions:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            post:
              tags: [graph]
              operationId: revokeSignInSessions
              summary: Revokes everything that was issued to the user
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
              summary: Revokes everything that was issued to the user
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
              summary: Revokes everything that was issued to the user
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
              summary: Lists groups
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
              summary: Creates a group
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
              summary: Counts groups
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
              summary: Returns a group
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updateGroup
              summary: Updates a group
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteGroup
              summary: Deletes a group
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/members:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listMembers
              summary: Lists the members of a group
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
              summary: Lists the members of a group
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
              summary: Lists the members of a group that are users
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
              summary: Adds a member to a group
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/members/{member}/$ref:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
              - { name: member, in: path, required: true, schema: { type: string, minLength: 1 } }
            delete:
              tags: [graph]
              operationId: removeMember
              summary: Removes a member from a group
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/oauth2PermissionGrants:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
            get:
              tags: [graph]
              operationId: listPermissionGrants
              summary: Lists delegated permission grants
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
              summary: Creates a delegated permission grant
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
              summary: Counts delegated permission grants
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
              summary: Returns a delegated permission grant
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            patch:
              tags: [graph]
              operationId: updatePermissionGrant
              summary: Updates a delegated permission grant
              security: [{ accessToken: [] }]
              requestBody: { $ref: "#/components/requestBodies/GraphObject" }
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deletePermissionGrant
              summary: Deletes a delegated permission grant
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}/oauth2PermissionGrants:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listServicePrincipalsPermissionGrants
              summary: Lists the delegated permissions that were granted to a service principal
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
              summary: Lists the delegated permissions that a user granted
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
              summary: Lists the groups and directory roles of a user
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
              summary: Lists the groups and directory roles of a user
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
              summary: Lists the groups of a user
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
              summary: Lists the groups of a user
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
              summary: Returns the ids of the groups of a user
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
              summary: Returns the ids of the groups and directory roles of a user
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
              summary: Returns which of the given groups the user is a member of
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
              summary: Lists app role assignments of a user
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
              summary: Creates an app role assignment of a user
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
              summary: Counts app role assignments of a user
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
              summary: Returns an app role assignment of a user
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteAppRoleAssignmentOfUser
              summary: Deletes an app role assignment of a user
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/groups/{id}/appRoleAssignments:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listAppRoleAssignmentsOfGroup
              summary: Lists app role assignments of a group
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
              summary: Creates an app role assignment of a group
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
              summary: Counts app role assignments of a group
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
              summary: Returns an app role assignment of a group
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteAppRoleAssignmentOfGroup
              summary: Deletes an app role assignment of a group
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}/appRoleAssignments:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listAppRoleAssignmentsOfClient
              summary: Lists app role assignments of a client
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
              summary: Creates an app role assignment of a client
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
              summary: Counts app role assignments of a client
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
              summary: Returns an app role assignment of a client
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteAppRoleAssignmentOfClient
              summary: Deletes an app role assignment of a client
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
                4XX: { $ref: "#/components/responses/GraphError" }

          /v1.0/servicePrincipals/{id}/appRoleAssignedTo:
            parameters:
              - $ref: "#/components/parameters/GraphTenant"
              - { name: id, in: path, required: true, schema: { type: string, minLength: 1 } }
            get:
              tags: [graph]
              operationId: listAppRoleAssignmentsOfResource
              summary: Lists app role assignments of an API
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
              summary: Creates an app role assignment of an API
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
              summary: Counts app role assignments of an API
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
              summary: Returns an app role assignment of an API
              security: [{ accessToken: [] }]
              parameters:
                - $ref: "#/components/parameters/Select"
              responses:
                "200": { $ref: "#/components/responses/GraphObject" }
                4XX: { $ref: "#/components/responses/GraphError" }
            delete:
              tags: [graph]
              operationId: deleteAppRoleAssignmentOfResource
              summary: Deletes an app role assignment of an API
              security: [{ accessToken: [] }]
              responses:
                "204": { description: The request succeeded. }
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
              description: The correlation id, which the journal and the log record
              schema: { type: string, format: uuid }
            TenantFilter:
              name: tenant
              in: query
              description: The id or a domain of a tenant. Without it, the whole server
              schema: { type: string, minLength: 1 }
            GraphTenant:
              name: X-Understudy-Tenant
              in: header
              description: "A tenant, for requests without an access token that the control plane would accept"
              schema: { type: string, minLength: 1 }
              example: contoso.com
            Filter: { name: $filter, in: query, description: "`eq`, `startswith` …", schema: { type: string } }
            Select: { name: $select, in: query, schema: { type: string } }
            Top: { name: $top, in: query, schema: { type: integer, minimum: 1, maximum: 999 } }
            Count: { name: $count, in: query, schema: { type: boolean } }
            SkipToken: { name: $skiptoken, in: query, description: "From `@odata.nextLink` of the previous page", schema: { type: string } }
            ID: { name: id, in: query, description: The id of a stub, schema: { type: string, minLength: 1 } }
            Host: { name: host, in: query, description: The host name of TLS handshakes, schema: { type: string, minLength: 1 } }
            ClientRequestID: { name: clientRequestId, in: query, description: The header client-request-id, schema: { type: string, minLength: 1 } }
            ClientID: { name: clientId, in: query, description: The client id, schema: { type: string, minLength: 1 } }
            TenantMatch: { name: tenant, in: query, description: The id or a domain of the tenant, schema: { type: string, minLength: 1 } }
            User: { name: user, in: query, description: The object id or the user name, schema: { type: string, minLength: 1 } }
            Endpoint: { name: endpoint, in: query, description: The name of the endpoint, schema: { $ref: "#/components/schemas/EndpointName" } }
            GrantType: { name: grantType, in: query, description: The grant_type of a token request, schema: { type: string, minLength: 1 } }
            Scope: { name: scope, in: query, description: Scopes that the request must all have, schema: { type: string, pattern: "[^ ]" } }
            HeaderMatch:
              name: header
              in: query
              description: "A header of the request as `name:value`; can be repeated"
              schema: { $ref: "#/components/schemas/Pairs" }
            ParameterMatch:
              name: parameter
              in: query
              description: "A parameter of the query or the form as `name:value`; can be repeated"
              schema: { $ref: "#/components/schemas/Pairs" }
            Outcome:
              name: outcome
              in: query
              description: "`success`, `page`, `error`, an error code, an OAuth error or an HTTP status"
              schema: { type: string, minLength: 1 }
            Since: { name: since, in: query, description: Entries after this time or id, schema: { $ref: "#/components/schemas/Since" } }
            Before: { name: before, in: query, description: Entries before this id, schema: { type: integer, minimum: 0 } }
            Secrets:
              name: secrets
              in: query
              description: "`true` shows secrets instead of masking them. The control token is always masked"
              schema: { type: boolean }
            View: { name: view, in: query, description: "`summary` leaves out details", schema: { enum: [full, summary] } }

          requestBodies:
            GraphObject:
              required: true
              content: { application/json: { schema: { type: object } } }

          responses:
            GraphObject:
              description: The object, or the result of the action.
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
            Rejected:
              description: The request is invalid and changed nothing.
              content:
                application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } }
                # A request that is not valid HTTP.
                text/plain: { schema: { type: string } }
            Clock:
              description: The state of the clock.
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
                      tenants: { type: object, description: Tenants that have their own clock }
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
              description: An error in the form of Microsoft Graph.
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
              description: A page for the user.
              content:
                text/html: { schema: { type: string } }
                text/plain: { schema: { type: string } }

          schemas:
            ID: { type: string, format: uuid }
            IDs: { type: object, description: The new id of each object by its old id, additionalProperties: { type: string } }
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
            Since: { type: string, description: The id of an entry or an ISO 8601 time }
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
              description: The properties that a request must have.
              additionalProperties: false
              minProperties: 1
              properties:
                clientRequestId: { type: string, minLength: 1 }
                clientId: { type: string, minLength: 1 }
                tenant: { type: string, minLength: 1, description: "An id, a domain, or a word such as `common`" }
                user: { type: string, minLength: 1, description: The object id or the user name }
                endpoint: { $ref: "#/components/schemas/EndpointName" }
                grantType: { type: string, minLength: 1 }
                scope: { type: string, pattern: "[^ ]", description: Scopes that the request must all have }
                header: { type: object, maxProperties: 64, additionalProperties: { type: string, minLength: 1 } }
                parameter: { type: object, maxProperties: 64, additionalProperties: { type: string, minLength: 1 } }
            JournalMatch:
              type: object
              description: "The properties that an entry must have."
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
                  description: "An error code, which the endpoint reports in its own form: JSON, redirect or page"
                  oneOf: [{ type: string, pattern: "^(AADSTS|AADB2C)?[0-9]+$" }, { type: integer }]
                claims: { type: object, description: "Only with `error`: a claims challenge" }
                suberror: { type: string, description: Only with `error` }
                status: { type: integer, minimum: 200, maximum: 599, description: The HTTP status of a response that replaces the endpoint's }
                headers: { type: object, additionalProperties: { type: string }, description: Only with `status` }
                body: { description: "Only with `status`: text is sent unchanged, anything else as JSON" }
                delay: { $ref: "#/components/schemas/NonNegativeDuration", description: "The time before the response, at most a minute" }
                fault:
                  description: >-
                    `reset` to `drip` break the connection or the response. Faults that begin with `tls` break the TLS handshake; their match
                    has only `host`, and a server with a certificate of its own rejects the handshake for each of them. The others break the
                    tokens in the response: JWTs, SAML assertions and SSH certificates. SAML assertions and SSH certificates have no `kid`;
                    for `unknownKid` they are signed by a key that is not the tenant's.
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
                duration: { $ref: "#/components/schemas/NonNegativeDuration", description: "Only with `drip`: the time that the response takes" }
                token: { enum: [access_token, id_token], description: "Only with a fault of tokens: the token that has the fault. Default: both" }
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
                    fault: { type: string, description: "The fault of the stub" }
                    faultRemark: { type: string, description: Why the fault had no effect }
                script: { type: string, description: The id of the stub that made or changed the response }
                decision: { type: object, description: Why the server answered as it did }
                v2: { type: object, description: The same request in version 2 of the protocol }
            Directory:
              type: object
              description: The form of the configuration file, as `understudy schema` describes it.
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
                  description: Only with status 503, if the store cannot read or write what the response depends on
                errors:
                  type: array
                  items:
                    type: object
                    required: [pointer, detail]
                    properties: { pointer: { type: string }, detail: { type: string } }

        security: [{}, { controlToken: [] }]

        """#
}
