-- wrk script of scripts/bench: GET, or POST of a form.
--
--   wrk ... -s load.lua URL                      GET
--   wrk ... -s load.lua URL -- FORM              POST
--   wrk ... -s load.lua URL -- FORM COUNT        POST, `{i}` and `{n}` in the form a random number of 1...COUNT, with 12
--                                                digits and without leading zeros: another client or user each time

function init(arguments)
    local form, count = arguments[1], tonumber(arguments[2])
    if form == nil then return end
    wrk.method = "POST"
    wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
    wrk.body = form
    if count == nil then return end
    math.randomseed(os.time())
    request = function()
        local number = math.random(count)
        local values = {i = string.format("%012d", number), n = tostring(number)}
        return wrk.format(nil, nil, nil, (form:gsub("{(%a)}", values)))
    end
end

-- Prints: RESULT requests failures p50-microseconds p99-microseconds
function done(summary, latency)
    local errors = summary.errors
    local failures = errors.connect + errors.read + errors.write + errors.status + errors.timeout
    print(string.format("RESULT %d %d %d %d", summary.requests, failures, latency:percentile(50),
                        latency:percentile(99)))
end
