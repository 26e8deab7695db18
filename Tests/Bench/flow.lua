-- wrk script of scripts/bench: the authorization code flow. Every connection has a thread of its own (-t16 -c16), so that
-- what a connection sends next can follow from what it got.
--
--   wrk ... -s flow.lua URL -- AUTHORIZE_PATH TOKEN_PATH CLIENT_FORM COOKIE      with the session cookie: two requests
--   wrk ... -s flow.lua URL -- AUTHORIZE_PATH TOKEN_PATH CLIENT_FORM "" PASSWD   with the page: it, its post, the tokens
--
-- Prints as load.lua does, flows in the place of requests.

local threads = {}
local step, values = "start", {}

function setup(thread)
    table.insert(threads, thread)
end

function init(arguments)
    flows, failures = 0, 0
    authorize, token, client, cookie, password = unpack(arguments)
end

local function escape(text)
    return (text:gsub("[^%w%-._~]", function(byte) return string.format("%%%02X", byte:byte()) end))
end

local function form(path, body, cookie)
    return wrk.format("POST", path, {["Content-Type"] = "application/x-www-form-urlencoded", Cookie = cookie}, body)
end

local requests = {
    start = function()
        return wrk.format("GET", authorize, {Cookie = cookie ~= "" and cookie or nil})
    end,
    page = function()
        return form(authorize, "flowToken=" .. escape(values.flowToken) .. "&passwd=" .. escape(password), values.cookie)
    end,
    code = function()
        return form(token, client .. "&grant_type=authorization_code&code=" .. escape(values.code))
    end,
}

-- The step that follows, or nil when the answer is not what the flow wants.
local answers
answers = {
    start = function(status, headers, body)
        if password == nil then return answers.page(status, headers) end
        values.flowToken = body:match('name="flowToken" value="([^"]+)"')
        values.cookie = (headers["Set-Cookie"] or ""):match("^[^;]+")
        return status == 200 and values.flowToken and values.cookie and "page"
    end,
    page = function(status, headers)
        values.code = (headers["Location"] or ""):match("[?&]code=([^&#]+)")
        return status == 302 and values.code and "code"
    end,
    code = function(status, headers, body)
        if status ~= 200 or not body:find('"id_token"', 1, true) then return nil end
        flows = flows + 1
        return "start"
    end,
}

function request()
    return requests[step]()
end

function response(status, headers, body)
    local following = answers[step](status, headers, body)
    if not following then failures = failures + 1 end
    step = following or "start"
end

function done(summary, latency)
    local errors = summary.errors
    local all, failed = 0, errors.connect + errors.read + errors.write + errors.timeout
    for _, thread in ipairs(threads) do
        all = all + thread:get("flows")
        failed = failed + thread:get("failures")
    end
    print(string.format("RESULT %d %d %d %d", all, failed, latency:percentile(50), latency:percentile(99)))
end
