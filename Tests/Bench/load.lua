-- wrk script of scripts/bench: single requests, each as another client sends it.
--
--   wrk ... -s load.lua URL -- kind=KIND count=COUNT
--
-- KIND is discovery, keys, credentials or password (see clients.lua). COUNT: how many applications or users there are.
-- Prints: RESULT requests failures p50-microseconds p99-microseconds

package.path = debug.getinfo(1, "S").source:match("^@(.*/)") .. "?.lua;" .. package.path
local clients = require "clients"

function init(arguments)
    known = clients.start(arguments)
    kinds = clients[known.kind]
end

function request()
    return kinds[math.random(#kinds)](clients.values(known))
end

function done(summary, latency)
    local errors = summary.errors
    local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
    print(string.format("RESULT %d %d %d %d", summary.requests, failures, latency:percentile(50), latency:percentile(99)))
end
