/// The OpenAPI description of the HTTP interface, the text of `Config/openapi.yaml`. Written by `scripts/internal/embed`.
package enum OpenAPIDocument {
    package static let yaml = #"""
        # The HTTP interface of Understudy except the pages of the console: the whole control plane, the directory API of Microsoft
        # Graph, and the protocol endpoints that clients without a browser use. The server returns this description at
        # /_understudy/openapi.yaml and /_understudy/openapi.json. Tests compare the description with the route table and with the
        # running server. `scripts/internal/embed` writes the text into the server.
        openapi: 3.1.0
        info:
          title: Understudy
          version: 0.1.0
          summary: A local stand-in for Microsoft Entra ID
          description: >-
            The paths below `/_understudy` are the control plane. Its request bodies are JSON. An invalid request changes nothing, and the
            response is a problem document (RFC 9457). An unknown member or parameter is an error. The server rejects requests from pages
            of other sites. With `--control-token` every operation of the control plane needs the token as bearer token, except the
            operations without a security requirement, such as health and the CA certificate.
        servers:
          - url: /
        tags:
          - name: state
            description: The directory, the clock, and other state of the server
          - name: stubs
            description: Stubbed responses and claims challenges
          - name: journal
            description: The request journal
          - name: tokens
            description: Tokens and signing keys
          - name: server
            description: Health, metrics, certificates and descriptions of the server
          - name: protocol
            description: The OAuth 2.0 and OpenID Connect endpoints of Entra ID
          - name: graph
            description: The directory API of Microsoft Graph, version 1.0

        paths:
          # ---------------------------------------------------------------- The server itself

          /_understudy/health:
            get:
              tags: [server]
              operationId: health
              summary: Returns the health of the server, its origins, and the state that the server cannot write
              description: >-
                This operation serves as liveness check and as readiness check. The HTTP status is 200 as soon as the server has its signing
                keys, until the server stops. While the server cannot write state that must survive a restart, `status` is `degraded` and
                `unwritable` names the state. Requests that must write the state get 503, and all other requests succeed. The HTTP status
                stays 200, because a restart would not help. The server tries to write at most once a second.
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
                          status: { enum: [ok, degraded], description: "`degraded` means that the server cannot write some state" }
                          version: { type: string, description: The version of the server }
                          replica: { type: string, description: The id of the process among replicas that share their state }
                          origins:
                            type: array
                            items: { type: string, format: uri }
                            description: "The origins at which the server listens, such as `https://localhost:8443`"
                          store:
                            enum: [ok, unreachable]
                            description: "Whether the server reaches the shared store. Present only with `--store`"
                          storeError:
                            type: string
                            description: "The error code that the shared store returned, such as OOM. Present only if `store` is `unreachable`"
                          unwritable:
                            type: array
                            minItems: 1
                            description: The state that the server cannot write. Present only if `status` is `degraded`
                            items:
                              type: object
                              required: [name, reason]
                              properties:
                                name:
                                  enum: [state, store, keys]
                                  description: "`state` is the state file, `store` the shared store, and `keys` the key files"
                                reason: { type: string, description: "The cause in one line, with the name of the file" }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/metrics:
            get:
              tags: [server]
              operationId: metrics
              summary: Returns counters and gauges in the Prometheus text format 0.0.4
              responses:
                "200":
                  description: The metrics in the Prometheus text format.
                  content: { text/plain: { schema: { type: string } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/openapi.yaml:
            get:
              tags: [server]
              operationId: openAPI
              summary: Returns this OpenAPI description as YAML
              security: [{}]
              responses:
                "200":
                  description: The OpenAPI 3.1 description of the server.
                  content: { application/yaml: { schema: { type: object } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/openapi.json:
            get:
              tags: [server]
              operationId: openAPIJSON
              summary: Returns this OpenAPI description as JSON
              security: [{}]
              responses:
                "200":
                  description: The OpenAPI 3.1 description of the server.
                  content: { application/json: { schema: { type: object } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/schema.json:
            get:
              tags: [server]
              operationId: configurationSchema
              summary: Returns the JSON Schema of the configuration file
              description: >-
                An editor uses the schema if the first line of a configuration file is `# yaml-language-server: $schema=URL`. The command
                `understudy schema` prints the same schema.
              security: [{}]
              responses:
                "200":
                  description: The schema, in JSON Schema 2020-12.
                  content: { application/json: { schema: { type: object } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/errors:
            get:
              tags: [server]
              operationId: errorCatalog
              summary: Returns the meaning, the causes and the fix of each AADSTS and AADB2C code
              description: The page `/error` shows the same catalog. Without parameters the response has every code.
              security: [{}]
              parameters:
                - name: code
                  in: query
                  description: "One code, such as 50011, AADSTS50011 or AADB2C90118. The response has this code only"
                  schema: { type: string, minLength: 1 }
                - name: search
                  in: query
                  description: "Words separated by spaces. The response has the codes whose entry contains every word"
                  schema: { type: string, minLength: 1 }
              responses:
                "200":
                  description: The AADSTS codes and then the AADB2C codes, each in the order of their numbers.
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
                                code: { type: string, pattern: "^(AADSTS|AADB2C)[0-9]+$", description: "The error code, such as AADSTS50011" }
                                number: { type: integer, description: The number in the error code }
                                error: { type: string, description: The OAuth error that the token endpoint returns with the code }
                                suberror: { type: string, description: The suberror that the token endpoint returns with the code }
                                status: { type: integer, description: The HTTP status of the JSON response }
                                template: { type: string, description: "The error message, with placeholders such as {client_id}" }
                                meaning: { type: string, description: The meaning of the code }
                                causes:
                                  type: array
                                  items: { type: string }
                                  description: The situations in which the server raises the code. The list is empty if only a stub raises the code
                                fix: { type: string, description: The change that prevents the error }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/ca.pem:
            get:
              tags: [server]
              operationId: caPEM
              summary: Returns the CA certificate that clients must trust, as PEM
              security: [{}]
              responses:
                "200":
                  description: The CA certificate.
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
                  description: The CA certificate.
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
                  description: The configuration profile, a property list.
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
                  description: The public key in the OpenSSH format.
                  content: { text/plain: { schema: { type: string } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          # ---------------------------------------------------------------- State and clock

          /_understudy/reset:
            post:
              tags: [state]
              operationId: reset
              summary: Resets the server, or one tenant, to the configuration
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
                  description: The directory. `PUT /_understudy/directory` accepts the same document.
                  content: { application/json: { schema: { $ref: "#/components/schemas/Directory" } } }
                4XX: { $ref: "#/components/responses/Rejected" }
            put:
              tags: [state]
              operationId: replaceDirectory
              summary: Replaces the whole directory until the next reset
              description: >-
                If the document has an error, the directory stays unchanged. The document must not name files and must not have the member
                `server`. If the server has no control token, the document must not name a new folder that the server would write to, or a
                new URL that the server would fetch: `settings.arcKeyFolder`, and `federatedIssuers` with `jwksUri` or `discovery`. Folders
                and URLs of the current directory and of the configuration are allowed. The document contains secrets and passwords
                without masks. The document does not contain consents that users gave on pages.
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
              summary: Creates a tenant, either empty or as a copy of another tenant
              description: >-
                A copy has the user names, secrets and settings of the original. Ids are new, and the domain is
                `{first eight digits of the tenant id}.onmicrosoft.com`. With `keepAppIds` the applications keep their ids. Federated domains
                are not copied. The server holds up to 1,000 tenants that this operation created.
              requestBody:
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      properties:
                        cloneOf: { type: string, minLength: 1, description: The id or a domain of the tenant to copy }
                        displayName: { type: string, minLength: 1, description: The display name of the new tenant }
                        keepAppIds:
                          type: boolean
                          description: "Whether the applications of the copy keep their appIds. Valid only with `cloneOf`"
                        kind:
                          enum: [workforce, external, b2c]
                          description: "The kind of the new tenant. Valid only without `cloneOf`. Default: workforce"
                    example: { cloneOf: contoso.com, keepAppIds: true }
              responses:
                "201":
                  description: The new tenant, with the new ids of the objects.
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
              summary: Deletes a tenant. A reset restores a tenant of the configuration
              parameters:
                - { name: tenant, in: path, required: true, description: The id or a domain of the tenant, schema: { type: string, minLength: 1 } }
              responses:
                "204": { description: The object was deleted. }
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
                        offset:
                          $ref: "#/components/schemas/Duration"
                          description: "The difference from the clock of the machine. A negative value sets the clock back"
                        frozen:
                          description: >-
                            The time at which to freeze the clock, `now` for the current time of the clock, or null to let a frozen
                            clock run
                          oneOf: [{ type: string, format: date-time }, { const: now }, { type: "null" }]
                        advance:
                          $ref: "#/components/schemas/Duration"
                          description: "The time by which to advance the clock. A negative value sets the clock back"
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
                - name: to
                  in: query
                  description: The mail address or telephone number to which the codes were sent
                  schema: { type: string, minLength: 1 }
              responses:
                "200":
                  description: The messages with one-time codes.
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
                                to: { type: string, description: The mail address or telephone number }
                                channel: { enum: [email, sms], description: "Whether the message is a mail or a text message" }
                                code: { type: string, description: The one-time code }
                                sentAt: { type: string, format: date-time, description: The time of the message on the clock of the tenant }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/revocations:
            post:
              tags: [state]
              operationId: revoke
              summary: Revokes the sessions, codes and tokens of a user, an application or a tenant
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
                        application: { type: string, minLength: 1, description: The appId of the application }
                        tenant:
                          type: string
                          minLength: 1
                          description: >-
                            The id or a domain of the tenant. Without `tenant`, the server looks for a user in the tenant of the domain of the
                            user name and then in the other tenants, and uses the tenant in which an application is registered
                    example: { user: alex@contoso.com }
              responses:
                "200":
                  description: The tenant, and the user or application whose tokens were revoked.
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
                The operation requests and submits the sign-in pages as a browser does, with the password of the directory, and returns the
                redirect to the application. Stubs apply to the requests of the operation, and the journal records the requests. The
                operation skips the delays of stubs. If the sign-in stops at a page, or a stub breaks a response, the status is 422.
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
                            The authorization request, as an http or https URL or as path and query. The operation treats the host of the URL as
                            a name of this server
                        user: { type: string, minLength: 1, description: The user name }
                        password: { type: string, description: "The password to enter. Default: the password of the user in the directory" }
                        consent:
                          description: "The answer to the consent page: `accept`, `decline`, or the scopes to grant"
                          oneOf: [{ type: string, minLength: 1 }, { type: array, items: { type: string } }]
                        mfa:
                          type: string
                          minLength: 1
                          description: >-
                            The one-time code to enter. Default: the code of the user's method or the newest code in the outbox. If the
                            user must register a method, the mail address or telephone number to register
                        newPassword: { type: string, minLength: 1, description: The new password to enter if the user must change the password }
                        staySignedIn: { type: boolean, description: 'The answer to the page "Stay signed in?". Default: false' }
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
                            description: The parameters of the authorization response, such as `code`
                            additionalProperties: { type: string }
                4XX:
                  description: The request is invalid. With status 422 the sign-in stopped at a page, and `page` has the text of the page.
                  content:
                    application/problem+json:
                      schema:
                        allOf:
                          - $ref: "#/components/schemas/Problem"
                          - properties: { page: { type: object } }
                    text/plain: { schema: { type: string } }
                "503":
                  description: A page reported that the service is temporarily unavailable. `Retry-After` has the time to wait in seconds.
                  content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }

          # ---------------------------------------------------------------- Scripts

          /_understudy/responses:
            post:
              tags: [stubs]
              operationId: addResponses
              summary: Adds a stub, which is a list of responses for the requests that match
              description: >-
                Each matching request uses the next response of the list. The match must have at least one property, so that tests that run
                in parallel do not use the stubs of each other. A request matches if it has all properties of the match. If several stubs
                match, a stub that is limited by `times` has precedence over a stub with `times: always`, and an older stub has precedence
                over a newer stub.
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
                              properties:
                                host:
                                  type: string
                                  description: >-
                                    The host name that the client requests in the TLS handshake. Valid only with the faults that begin with
                                    `tls`
                        responses:
                          type: array
                          minItems: 1
                          maxItems: 1000
                          items: { $ref: "#/components/schemas/ScriptedAnswer" }
                        times:
                          description: "How many times the server goes through the list of responses. `always` is without limit. Default: 1"
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
                  description: The server added the stub. The response has the id of the stub.
                  content:
                    application/json:
                      schema: { type: object, required: [id], properties: { id: { type: string } } }
                "507":
                  description: The server already holds the maximum number of stubs.
                  content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }
                4XX: { $ref: "#/components/responses/Rejected" }
            get:
              tags: [stubs]
              operationId: listResponses
              summary: Returns the stubs with the number of responses that are left
              description: The server masks secrets in matches and responses, unless the request has `secrets=true`.
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
                  description: The stubs, including the stubs that have no response left.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [responses, total]
                        properties:
                          total: { type: integer, description: The number of stubs }
                          responses:
                            type: array
                            items:
                              type: object
                              required: [id, match, responses, times, consumed, left]
                              properties:
                                id: { type: string }
                                match: { type: object }
                                responses: { type: array }
                                consumed: { type: integer, description: The number of responses that requests used }
                4XX: { $ref: "#/components/responses/Rejected" }
            delete:
              tags: [stubs]
              operationId: removeResponses
              summary: Removes all stubs, or the stubs that match
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
                  description: The number of stubs that were removed.
                  content:
                    application/json:
                      schema: { type: object, required: [removed], properties: { removed: { type: integer } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/challenges:
            post:
              tags: [stubs]
              operationId: challenge
              summary: Returns a claims challenge, as an API sends it to a client
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      properties:
                        acrs:
                          type: string
                          pattern: "^c[1-9][0-9]?$"
                          description: "The id of the authentication context that the new token must have, c1 to c99"
                        nbf:
                          description: The earliest time at which the new token may be issued, in seconds since 1970, or `now`
                          oneOf: [{ type: integer }, { const: now }]
                        policies:
                          type: array
                          minItems: 1
                          items: { type: string }
                          description: "The ids of the Conditional Access policies that the new token must satisfy"
                        clientId: { type: string, pattern: "^[A-Za-z0-9-]*$", description: The client id of the API }
                    example: { acrs: c1 }
              responses:
                "200":
                  description: The value of the header `WWW-Authenticate`, and the claims in the header as JSON.
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
              description: The journal records every request except control-plane calls and CORS preflights (`OPTIONS`).
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
                - name: limit
                  in: query
                  description: The maximum number of entries in the response
                  schema: { type: integer, minimum: 0, maximum: 500, default: 100 }
              responses:
                "200":
                  description: The newest entries, oldest first. With `since`, the first entries after `since`.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [requests, total]
                        properties:
                          requests: { type: array, items: { $ref: "#/components/schemas/Exchange" } }
                          total: { type: integer, description: "The number of entries that match, without regard to `limit`" }
                          next: { type: integer, description: "The value of `since` for the next page, if there is one" }
                          previous: { type: integer, description: "The value of `before` for the previous page, if there is one" }
                4XX: { $ref: "#/components/responses/Rejected" }
            delete:
              tags: [journal]
              operationId: clearRequests
              summary: Deletes all journal entries, or the entries that match
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
                  description: The number of journal entries that were deleted.
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
                  description: The journal entry.
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
                  description: The number of journal entries that match.
                  content:
                    application/json:
                      schema: { type: object, required: [count], properties: { count: { type: integer } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/requests/verify:
            post:
              tags: [journal]
              operationId: verifyRequests
              summary: Verifies that matching requests arrived, and returns near misses if the verification fails
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
                          description: "The expected number of entries that match. Default: at least 1"
                          oneOf:
                            - { type: integer, minimum: 0, maximum: 1000000 }
                            - type: object
                              description: "An object with `atLeast`, `atMost` or both, or with `exactly` only"
                              additionalProperties: false
                              minProperties: 1
                              properties:
                                exactly: { type: integer, minimum: 0, maximum: 1000000 }
                                atLeast: { type: integer, minimum: 0, maximum: 1000000 }
                                atMost: { type: integer, minimum: 0, maximum: 1000000 }
                        order:
                          type: array
                          minItems: 1
                          maxItems: 64
                          items: { $ref: "#/components/schemas/JournalMatch" }
                          description: >-
                            Matches of requests that must arrive in this order, with other requests in between. Valid only without
                            `match` and `count`
                    examples:
                      once: { value: { match: { endpoint: token, scope: Orders.Read }, count: 1 } }
                      order: { value: { order: [{ endpoint: authorize }, { endpoint: token }] } }
              responses:
                "200":
                  description: The journal has the expected requests.
                  content:
                    application/json:
                      schema: { type: object, required: [verified], properties: { verified: { const: true } } }
                4XX:
                  description: >-
                    With status 422 the journal does not have the expected requests, and `closest` has the near misses. With any other
                    status the request is invalid.
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
                - name: Last-Event-ID
                  in: header
                  description: The id of the last event that the client received
                  schema: { type: integer, minimum: 0 }
              responses:
                "200":
                  description: >-
                    The stream has one event for each entry that matches. With `since` or `Last-Event-ID` the server first sends earlier
                    entries, at most the latest 100 entries and at most 128 KiB. The server closes the connection of a client that has more
                    than 256 KiB left to read.
                  content: { text/event-stream: { schema: { type: string } } }
                "503":
                  description: The server already has the maximum number of clients that listen.
                  content: { application/problem+json: { schema: { $ref: "#/components/schemas/Problem" } } }
                4XX: { $ref: "#/components/responses/Rejected" }

          # ---------------------------------------------------------------- Tokens and keys

          /_understudy/tokens:
            post:
              tags: [tokens]
              operationId: mintToken
              summary: Mints a token, either valid or with token faults
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      anyOf: [{ required: [user] }, { required: [client] }]
                      properties:
                        kind: { enum: [access, id], description: "Whether to mint an access token or an ID token. Default: access" }
                        tenant:
                          type: string
                          minLength: 1
                          description: "The id or a domain of the tenant. Default: the tenant of the user or the client"
                        client: { type: string, minLength: 1, description: "The appId of the client. Default: the first application of the tenant" }
                        user: { type: string, minLength: 1, description: The object id or the user name }
                        resource: { type: string, minLength: 1, description: "The appId or the App ID URI of the API. Default: the client" }
                        scopes: { type: array, items: { type: string, minLength: 1 }, description: The scopes in the claim `scp` }
                        roles: { type: array, items: { type: string, minLength: 1 }, description: The roles in the claim `roles` }
                        version:
                          enum: [1, 2]
                          description: "The token version. Default: `requestedAccessTokenVersion` of the API, or 2 for an ID token"
                        nonce: { type: string, description: The claim `nonce` }
                        lifetime:
                          $ref: "#/components/schemas/Duration"
                          description: "The time until the token expires. Valid only without `expiresAt`"
                        notBefore: { type: string, format: date-time, description: The time at which the token becomes valid }
                        expiresAt:
                          type: string
                          format: date-time
                          description: "The time at which the token expires. Valid only without `lifetime`"
                        claims: { type: object, description: "The claims to set. The value null removes a claim" }
                        header: { type: object, description: "The members of the token header to set. The value null removes a member" }
                        faults:
                          type: array
                          description: >-
                            The token faults. At most one of `wrongSignature`, `unknownKey`, `algNone` and `noKeyID` is allowed. The older name
                            `badSignature` remains valid for `wrongSignature`, as do the older names of the faults of a stubbed response
                          items: { $ref: "#/components/schemas/TokenFault" }
                    example:
                      user: alex@contoso.com
                      client: aaaaaaaa-0000-4000-8000-000000000001
                      resource: api://orders
                      scopes: [Orders.Read]
                      faults: [expired]
              responses:
                "200":
                  description: The token, with the header and the claims of the token as JSON.
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
              summary: Decodes a token and returns every reason to reject the token
              requestBody:
                required: true
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      required: [token]
                      properties:
                        token: { type: string, minLength: 1, description: The token to check }
                        audience: { type: string, minLength: 1, description: The value that the claim `aud` must have }
                        issuer: { type: string, minLength: 1, description: The value that the claim `iss` must have }
                        nonce: { type: string, minLength: 1, description: The value that the claim `nonce` must have }
                        scope: { type: string, minLength: 1, description: A scope that the claim `scp` must contain }
                        role: { type: string, minLength: 1, description: A role that the claim `roles` must contain }
                    example: { token: eyJ0eXAiOiJKV1QiLCJhbGciOiJSUzI1NiJ9.e30.c2ln, audience: "api://orders", scope: Orders.Read }
              responses:
                "200":
                  description: The result of the check. The token is valid if `reasons` is empty.
                  content:
                    application/json:
                      schema:
                        type: object
                        required: [valid, reasons]
                        properties:
                          valid: { type: boolean, description: Whether the token is valid }
                          reasons:
                            type: array
                            items:
                              type: object
                              required: [check, detail]
                              properties:
                                check: { type: string, description: "The check that failed, such as `signature`" }
                                detail: { type: string, description: The reason in words }
                          remarks: { type: array, items: { type: string }, description: Notes that are no reason to reject the token }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/keys:
            get:
              tags: [tokens]
              operationId: listKeys
              summary: Returns the published signing keys, and marks the keys that sign tokens
              responses:
                "200": { $ref: "#/components/responses/Keys" }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/keys/rotate:
            post:
              tags: [tokens]
              operationId: rotateKeys
              summary: Rotates the signing key. The previous key stays published until the end of the grace period
              requestBody:
                content:
                  application/json:
                    schema:
                      type: object
                      additionalProperties: false
                      properties:
                        for: { enum: [workforce, external, b2c], description: "The kind of tenant whose key is rotated. Default: workforce" }
                        grace:
                          $ref: "#/components/schemas/NonNegativeDuration"
                          description: >-
                            The time for which the previous key stays published. Default: until `DELETE /_understudy/keys/{key}` removes
                            the key
                    example: { grace: PT1H }
              responses:
                "200": { $ref: "#/components/responses/Keys" }
                4XX: { $ref: "#/components/responses/Rejected" }

          /_understudy/keys/{key}:
            delete:
              tags: [tokens]
              operationId: dropKey
              summary: Removes a key from the published keys. The key must not be in use for signing
              parameters:
                - { name: key, in: path, required: true, description: The `kid` of the key, schema: { type: string, minLength: 1 } }
              responses:
                "204": { description: The object was deleted. }
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
                  description: The metadata of the authority (OpenID Connect Discovery 1.0).
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
              summary: Returns the public keys that verify the signatures of tokens
              security: [{}]
              parameters:
                - $ref: "#/components/parameters/Tenant"
              responses:
                "200":
                  description: The keys as a JSON Web Key Set (RFC 7517).
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
              summary: Starts an authorization request, as the authorization endpoint of RFC 6749 §3.1
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
                "302": { description: A redirect to the application with the authorization response. }
                4XX: { $ref: "#/components/responses/Page" }

          /{tenant}/oauth2/v2.0/token:
            post:
              tags: [protocol]
              operationId: token
              summary: Issues tokens, as the token endpoint of RFC 6749 §3.2
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
              summary: Starts device authorization, as the device authorization endpoint of RFC 8628
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
                  description: The device code, the user code, and the URL at which the user enters the user code.
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
              summary: Returns claims about the user of an access token for Microsoft Graph
              security: [{ accessToken: [] }]
              responses:
                "200":
                  description: The claims about the user (OpenID Connect Core §5.3).
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
              summary: Adds a client secret and returns the secret. No other operation returns the secret again
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
              summary: Revokes the sessions, codes and tokens of a user
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
              summary: Revokes the sessions, codes and tokens of a user
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
              summary: Revokes the sessions, codes and tokens of a user
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
              summary: Lists the users among the members of a group
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
              summary: Returns the ids of the given groups that the user is a member of
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
            controlToken: { type: http, scheme: bearer, description: The value of the option --control-token }
            accessToken: { type: http, scheme: bearer, description: An access token for Microsoft Graph }

          parameters:
            Tenant:
              name: tenant
              in: path
              required: true
              description: "The id or a domain of the tenant, or `common`, `organizations` or `consumers`"
              schema: { type: string, minLength: 1 }
              example: contoso.com
            CorrelationHeader:
              name: client-request-id
              in: header
              description: The correlation id of the request, which the journal and the log record
              schema: { type: string, format: uuid }
            TenantFilter:
              name: tenant
              in: query
              description: The id or a domain of the tenant. Without this parameter, the operation applies to the whole server
              schema: { type: string, minLength: 1 }
            GraphTenant:
              name: X-Understudy-Tenant
              in: header
              description: >-
                The id or a domain of the tenant. This header replaces the access token, for requests that the control plane would
                accept
              schema: { type: string, minLength: 1 }
              example: contoso.com
            Filter:
              name: $filter
              in: query
              description: >-
                An OData filter, such as `startswith(displayName,'A')`. The operators and functions of Microsoft Graph are available per
                property
              schema: { type: string }
            Select: { name: $select, in: query, description: "The properties to return, separated by commas", schema: { type: string } }
            Top:
              name: $top
              in: query
              description: "The maximum number of objects on a page"
              schema: { type: integer, minimum: 1, maximum: 999 }
            Count: { name: $count, in: query, description: "`true` adds the number of objects as `@odata.count`", schema: { type: boolean } }
            SkipToken:
              name: $skiptoken
              in: query
              description: "The value of `$skiptoken` in `@odata.nextLink` of the previous page"
              schema: { type: string }
            ID: { name: id, in: query, description: The id of the stub, schema: { type: string, minLength: 1 } }
            Host: { name: host, in: query, description: The host name of a stub for TLS handshakes, schema: { type: string, minLength: 1 } }
            ClientRequestID:
              name: clientRequestId
              in: query
              description: "The value of client-request-id in the journal entry or in the match of the stub"
              schema: { type: string, minLength: 1 }
            ClientID:
              name: clientId
              in: query
              description: The client id in the journal entry or in the match of the stub
              schema: { type: string, minLength: 1 }
            TenantMatch:
              name: tenant
              in: query
              description: "The id or a domain of the tenant in the journal entry or in the match of the stub"
              schema: { type: string, minLength: 1 }
            User:
              name: user
              in: query
              description: "The object id or the user name in the journal entry or in the match of the stub"
              schema: { type: string, minLength: 1 }
            Endpoint:
              name: endpoint
              in: query
              description: "The endpoint name in the journal entry or in the match of the stub"
              schema: { $ref: "#/components/schemas/EndpointName" }
            GrantType:
              name: grantType
              in: query
              description: "The value of grant_type in the journal entry or in the match of the stub"
              schema: { type: string, minLength: 1 }
            Scope:
              name: scope
              in: query
              description: "Scopes separated by spaces. The journal entry or the match of the stub must have all of them"
              schema: { type: string, pattern: "[^ ]" }
            HeaderMatch:
              name: header
              in: query
              description: "A header in the journal entry or in the match of the stub, as `name:value`. The parameter can be repeated"
              schema: { $ref: "#/components/schemas/Pairs" }
            ParameterMatch:
              name: parameter
              in: query
              description: >-
                A query or form parameter in the journal entry or in the match of the stub, as `name:value`. The parameter can be repeated
              schema: { $ref: "#/components/schemas/Pairs" }
            Outcome:
              name: outcome
              in: query
              description: "The outcome of the journal entry: `success`, `page`, `error`, an error code, an OAuth error or an HTTP status"
              schema: { type: string, minLength: 1 }
            Since:
              name: since
              in: query
              description: "A time or the id of a journal entry. The operation covers later entries only"
              schema: { $ref: "#/components/schemas/Since" }
            Before:
              name: before
              in: query
              description: The id of a journal entry. The operation covers earlier entries only
              schema: { type: integer, minimum: 0 }
            Secrets:
              name: secrets
              in: query
              description: "`true` returns secrets without masks. The control token is always masked. Default: false"
              schema: { type: boolean }
            View:
              name: view
              in: query
              description: "`summary` omits the details of the entries. Default: full"
              schema: { enum: [full, summary] }

          requestBodies:
            GraphObject:
              required: true
              content: { application/json: { schema: { type: object } } }

          responses:
            GraphObject:
              description: The object, or the result of the action, in the form of Microsoft Graph.
              content: { application/json: { schema: { type: object, required: ["@odata.context"] } } }
            GraphList:
              description: A page of objects, in the form of Microsoft Graph.
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
              description: The number of objects, as text.
              content: { text/plain: { schema: { type: string } } }
            Rejected:
              description: The request is invalid and changed nothing. The problem document names every error.
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
                      now: { type: string, description: The time on the clock }
                      offset: { type: string, description: The difference from the clock of the machine }
                      frozen: { type: [string, "null"], description: "The time at which the clock is frozen, or null if the clock runs" }
                      tenant: { type: string, description: The id of the tenant if the request named a tenant }
                      tenants: { type: object, description: The clock of each tenant that has its own clock }
            Keys:
              description: The published keys.
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
                            kid: { type: string, description: The id of the key }
                            for: { enum: [workforce, external, b2c], description: The kind of tenant whose tokens the key verifies }
                            signs: { type: boolean, description: Whether new tokens are signed with the key }
            Tokens:
              description: The issued tokens (RFC 6749 §5.1).
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
              description: An OAuth error (RFC 6749 §5.2) with the additional members of Entra ID.
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
              description: An HTML page for the user.
              content:
                text/html: { schema: { type: string } }
                text/plain: { schema: { type: string } }

          schemas:
            ID: { type: string, format: uuid }
            IDs: { type: object, description: The new id of each object by its old id, additionalProperties: { type: string } }
            Duration:
              type: string
              description: A duration in ISO 8601 format
              pattern: "^[+-]?P(?=.)([0-9]{1,4}W)?([0-9]{1,5}D)?(T(?=.)([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,9}([.,][0-9]{1,18})?S)?)?$"
              examples: [PT1H, PT90S, P30D, -PT0.5S, P1W]
            NonNegativeDuration:
              type: string
              description: A duration in ISO 8601 format that is not negative
              pattern: "^[+]?P(?=.)([0-9]{1,4}W)?([0-9]{1,5}D)?(T(?=.)([0-9]{1,6}H)?([0-9]{1,7}M)?([0-9]{1,9}([.,][0-9]{1,18})?S)?)?$"
              examples: [PT2S, PT0.5S]
            Since: { type: string, description: The id of a journal entry or a time in ISO 8601 format }
            Pairs: { type: array, maxItems: 64, items: { type: string, pattern: "^[^:]+: *[^ ]" }, examples: [["x-name:value"]] }
            EndpointName:
              description: The short name of an endpoint in stubs and in the request journal.
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
              description: The properties that a request must have to match the stub.
              additionalProperties: false
              minProperties: 1
              properties:
                clientRequestId: { type: string, minLength: 1 }
                clientId: { type: string, minLength: 1 }
                tenant: { type: string, minLength: 1, description: "The tenant of the request, as id, domain, or word such as `common`" }
                user: { type: string, minLength: 1, description: The object id or the user name of the user of the request }
                endpoint: { $ref: "#/components/schemas/EndpointName" }
                grantType: { type: string, minLength: 1 }
                scope: { type: string, pattern: "[^ ]", description: "Scopes separated by spaces. The request must have all of them" }
                header: { type: object, maxProperties: 64, additionalProperties: { type: string, minLength: 1 } }
                parameter: { type: object, maxProperties: 64, additionalProperties: { type: string, minLength: 1 } }
            JournalMatch:
              type: object
              description: The properties that a journal entry must have to match.
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
                  description: "The error code that the endpoint reports, in the form that the endpoint uses: JSON, a redirect or a page"
                  oneOf: [{ type: string, pattern: "^(AADSTS|AADB2C)?[0-9]+$" }, { type: integer }]
                claims: { type: object, description: "The claims challenge of the error. Valid only with `error`" }
                suberror: { type: string, description: "The suberror of the error. Valid only with `error`" }
                status:
                  type: integer
                  minimum: 200
                  maximum: 599
                  description: "The HTTP status of a raw response, which replaces the response of the endpoint"
                headers:
                  type: object
                  additionalProperties: { type: string }
                  description: "The header fields of the raw response. Valid only with `status`"
                body:
                  description: >-
                    The body of the raw response. The server sends a string unchanged and any other value as JSON. Valid only with
                    `status`
                delay:
                  $ref: "#/components/schemas/NonNegativeDuration"
                  description: "The time that the server waits before it handles the request, at most one minute"
                fault:
                  description: >-
                    The faults `reset` to `drip` break the connection or the response. Faults that begin with `tls` break the TLS handshake and
                    need a match with `host` only. If the server uses a certificate that was configured, each `tls` fault rejects the handshake.
                    All other faults are token faults: they break the JWTs, SAML assertions and SSH certificates in the response. SAML
                    assertions and SSH certificates have no `kid`, so `unknownKey` signs them with a key that does not belong to the tenant;
                    `algNone` and `noKeyID` change only JWTs, and `wrongAudience` and `wrongIssuer` do not change SSH certificates. The older
                    names `expiredToken`, `notYetValidToken` and `unknownKid` remain valid for `expired`, `notYetValid` and `unknownKey`
                  anyOf:
                    - enum:
                        - reset
                        - empty
                        - truncate
                        - malformedChunk
                        - drip
                        - tls
                        - tlsExpiredCertificate
                        - tlsWrongHost
                        - tlsUnknownAuthority
                    - $ref: "#/components/schemas/TokenFault"
                duration:
                  $ref: "#/components/schemas/NonNegativeDuration"
                  description: "The time that the response takes. Valid only with the fault `drip`. Default: 5 seconds"
                token:
                  enum: [access_token, id_token]
                  description: "The token that has the fault. Valid only with a token fault. Default: both tokens"
            TokenFault:
              enum: [wrongSignature, expired, notYetValid, unknownKey, wrongAudience, wrongIssuer, algNone, noKeyID]
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
                    fault: { type: string, description: The fault of the stub that applied to the response }
                    faultRemark: { type: string, description: The reason why the fault had no effect }
                script: { type: string, description: The id of the stub that made or changed the response }
                decision: { type: object, description: The reasons for the response }
                v2: { type: object, description: The same request as a request of version 2.0 of the protocol }
            Directory:
              type: object
              description: The directory in the form of the configuration file, which `understudy schema` describes.
              properties:
                tenants: { type: array, items: { type: object } }
            Problem:
              type: object
              description: A problem document (RFC 9457).
              required: [title, status, detail]
              properties:
                type: { type: string }
                title: { type: string }
                status: { type: integer }
                detail: { type: string }
                error:
                  const: temporarily_unavailable
                  description: Present only with status 503, if the store cannot read or write the state that the response depends on
                errors:
                  type: array
                  items:
                    type: object
                    required: [pointer, detail]
                    properties:
                      pointer: { type: string, description: A JSON Pointer to the invalid member of the request body }
                      detail: { type: string, description: The error and the valid values }

        security: [{}, { controlToken: [] }]

        """#
}
