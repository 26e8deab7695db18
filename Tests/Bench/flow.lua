-- wrk script of scripts/bench: journeys of users. Every connection has a thread of its own (-t16 -c16), so that what a
-- connection sends next can follow from what it got.
--
--   wrk ... -s flow.lua URL -- kind=KIND users=FILE
--
-- KIND is one of the rows of `journeys`. FILE has a line for each user: name, client id, session cookie, refresh token.
-- Prints as load.lua does, journeys in the place of requests.

package.path = debug.getinfo(1, "S").source:match("^@(.*/)") .. "?.lua;" .. package.path
local clients = require "clients"

-- The first request of each kind, and what makes a journey complete.
local journeys = {code = "again", page = "first", refresh = "refresh"}

local threads = {}

function setup(thread)
    table.insert(threads, thread)
end

-- Begins with another user and another client.
local function begin()
    user = users[math.random(#users)]
    client = clients.journeys[math.random(#clients.journeys)]
    known.user, known.native, known.cookie, known.refresh = clients.escape(user.name), user.client, user.cookie, user.refresh
    values = clients.values(known)
    step = journeys[known.kind]
end

function init(arguments)
    completed, failures, users = 0, 0, {}
    known = clients.start(arguments)
    for line in io.lines(known.users) do
        local name, id, cookie, token = line:match("^(%S+) (%S+) (%S+) (%S+)$")
        users[#users + 1] = {name = name, client = id, cookie = cookie, refresh = token}
    end
    begin()
end

-- What an answer makes known, and the step that follows; nothing when the answer is not what the journey wants.
local answers = {
    first = function(status, headers, body)
        local cookie, flow = (headers["Set-Cookie"] or ""):match("^[^;]+"), body:match('name="flowToken" value="([^"]+)"')
        if status ~= 200 or not cookie or not flow then return nil end
        known.cookie, known.flow = cookie, clients.escape(flow)
        return "password"
    end,
    again = function(status, headers)
        local code = (headers["Location"] or ""):match("[?&]code=([^&#]+)")
        if status ~= 302 or not code then return nil end
        known.code = code
        return "redeem"
    end,
    redeem = function(status, _, body)
        return status == 200 and body:find('"id_token"', 1, true) and "end"
    end,
    -- A client goes on with the newest refresh token.
    refresh = function(status, _, body)
        local token = body:match('"refresh_token":"([^"]+)"')
        if status ~= 200 or not token then return nil end
        user.refresh = token
        return "end"
    end,
}
answers.password = answers.again

function request()
    return client[step](values)
end

function response(status, headers, body)
    step = answers[step](status, headers, body)
    if not step then failures = failures + 1 end
    if step == "end" then completed = completed + 1 end
    if not step or step == "end" then begin() end
end

function done(summary, latency)
    local errors = summary.errors
    local all, failed = 0, errors.connect + errors.read + errors.write + errors.timeout
    for _, thread in ipairs(threads) do
        all = all + thread:get("completed")
        failed = failed + thread:get("failures")
    end
    print(string.format("RESULT %d %d %d %d", all, failed, latency:percentile(50), latency:percentile(99)))
end
