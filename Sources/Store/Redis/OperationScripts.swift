import Formats

/// The scripts of the operations that write no documents. The first argument of each script is the epoch. Times are seconds
/// with a fraction.
enum OperationScripts {
    /// Marks a value as used. Arguments: the mark, its expiry, the current time. Returns 1 for the first use, 0 for a repeated
    /// use, -1 without room.
    static let redeem = RedisScript.operation(
        [.redeemed], isChange: true,
        """
        local room = redis.call('ZCARD', redeemed) <= \(MemoryStore.maximumRedemptions)
        local old = redis.call('ZRANGEBYSCORE', redeemed, '-inf', ARGV[4], 'LIMIT', 0, room and 4 or 64)
        if #old > 0 then redis.call('ZREM', redeemed, unpack(old)) end
        if redis.call('ZSCORE', redeemed, ARGV[2]) then return 0 end
        if not room and #old == 0 then return -1 end
        redis.call('ZADD', redeemed, ARGV[3], ARGV[2])
        return 1
        """)

    /// Returns 1 if the mark exists, otherwise 0. Argument: the mark.
    static let isRedeemed = RedisScript.operation(
        [.redeemed], "return redis.call('ZSCORE', redeemed, ARGV[2]) and 1 or 0")

    /// The Lua function `drop(id)`, which removes an authorization.
    private static let drop = """
        local function drop(id)
          local packed = redis.call('HGET', authorizations, id)
          if packed then
            local known = cjson.decode(packed)
            redis.call('HDEL', codes, known.code)
            redis.call('DECRBY', volume, known.volume)
            local left = redis.call('HINCRBY', shares, known.authority, -known.volume - \(DeviceTable.overhead))
            if left <= 0 then redis.call('HDEL', shares, known.authority) end
          end
          for _, place in ipairs({authorizations, polls, decisions}) do redis.call('HDEL', place, id) end
          redis.call('ZREM', devices, id)
        end

        """

    private static let device: [RedisScript.Key] = [
        .devices, .started, .authorizations, .codes, .polls, .decisions, .volume, .shares,
    ]

    /// The Lua function `makeRoom()`, which removes the oldest authorization of the authority that holds the most.
    private static let makeRoom = """
        local function makeRoom()
          local held, owner, most = redis.call('HGETALL', shares), nil, 0
          for place = 1, #held, 2 do
            local share = tonumber(held[place + 1])
            if share > most or share == most and held[place] < owner then owner, most = held[place], share end
          end
          local first = 0
          while owner do
            local ids = redis.call('ZRANGE', devices, first, first + 99)
            if #ids == 0 then break end
            for _, id in ipairs(ids) do
              if cjson.decode(redis.call('HGET', authorizations, id)).authority == owner then return drop(id) end
            end
            first = first + 100
          end
          drop(redis.call('ZRANGE', devices, 0, 0)[1])
        end

        """

    /// Stores an authorization. Arguments: its ID, content, user code and size in bytes; the current time; the maximum number
    /// of other authorizations; the maximum size in bytes; the time for which an expired authorization is kept, in seconds; the
    /// authority. Returns 1, or 0 if the user code is taken.
    static let startDevice = RedisScript.operation(
        device, isChange: true,
        drop + makeRoom + """
            while true do
              local oldest = redis.call('ZRANGE', devices, 0, 0)[1]
              if not oldest then break end
              local known = cjson.decode(redis.call('HGET', authorizations, oldest))
              if tonumber(ARGV[6]) - known.expiry < tonumber(ARGV[9]) then break end
              drop(oldest)
            end
            while redis.call('ZCARD', devices) > tonumber(ARGV[7]) or redis.call('ZCARD', devices) > 0
              and tonumber(redis.call('GET', volume) or '0') + tonumber(ARGV[5]) > tonumber(ARGV[8]) do makeRoom() end
            if redis.call('HSETNX', codes, ARGV[4], ARGV[2]) == 0 then return 0 end
            redis.call('HSET', authorizations, ARGV[2], ARGV[3])
            redis.call('ZADD', devices, redis.call('INCR', started), ARGV[2])
            redis.call('INCRBY', volume, ARGV[5])
            redis.call('HINCRBY', shares, ARGV[10], ARGV[5] + \(DeviceTable.overhead))
            return 1
            """)

    /// Looks up a user code and counts a wrong one. Arguments: user code, address, the server's time; tries at once of a page,
    /// seconds until one more, the maximum number of addresses or pages; tries at once of an address, the page's tenant or `-`,
    /// the time of that tenant. Returns the authorization, whether it was used, and when the allowance of its tenant is full
    /// again; or a number: 0 for an unknown code, -1 if the page or the address is blocked.
    static let lookUp = RedisScript.operation(
        [.authorizations, .codes, .decisions, .tries, .guesses],
        """
        local time, recovery, most = tonumber(ARGV[4]), tonumber(ARGV[6]), tonumber(ARGV[7])
        local function recovered(counts, place, allowance, now)
          local known = tonumber(redis.call('ZSCORE', counts, place) or '-inf')
          return known > now + allowance * recovery + \(Timestamp.leeway) and -math.huge or known
        end
        local function spent(known, allowance, now) return now + (allowance - 1) * recovery < known end
        local function count(counts, place, known, now)
          redis.call('ZADD', counts, string.format('%.3f', math.max(known, now) + recovery), place)
        end
        local allowance, ceiling = tonumber(ARGV[5]), tonumber(ARGV[8])
        local ofAddress = recovered(tries, ARGV[3], ceiling, time)
        if spent(ofAddress, ceiling, time) then return -1 end
        if redis.call('ZCARD', tries) >= most then
          redis.call('ZREMRANGEBYSCORE', tries, '-inf', ARGV[4])
          local latest = time + ceiling * recovery + \(Timestamp.leeway)
          redis.call('ZREMRANGEBYSCORE', tries, string.format('(%.3f', latest), '+inf')
          if ofAddress <= time and redis.call('ZCARD', tries) >= most then return -1 end
        end
        local id = redis.call('HGET', codes, ARGV[2])
        local packed = id and redis.call('HGET', authorizations, id)
        local tenant = packed and (cjson.decode(packed).tenant or '-')
        if not packed or ARGV[9] ~= '-' and tenant ~= ARGV[9] then
          count(tries, ARGV[3], ofAddress, time)
          local place, now = ARGV[9] .. ' ' .. ARGV[3], tonumber(ARGV[10])
          local ofPlace = recovered(guesses, place, allowance, now)
          if spent(ofPlace, allowance, now) then return -1 end
          if ofPlace == -math.huge and redis.call('ZCARD', guesses) >= most then
            redis.call('ZREMRANGEBYRANK', guesses, 0, math.floor(most / 8) - 1)
          end
          count(guesses, place, ofPlace, now)
          return 0
        end
        local score = redis.call('ZSCORE', guesses, tenant .. ' ' .. ARGV[3])
        return {packed, redis.call('HEXISTS', decisions, id), score and string.format('%.0f', tonumber(score)) or ''}
        """)

    /// Records a decision. Arguments: ID, decision, time. Returns 1, 0 if another decision was first, -1 if the authorization
    /// has expired.
    static let decideDevice = RedisScript.operation(
        [.authorizations, .decisions],
        """
        local packed = redis.call('HGET', authorizations, ARGV[2])
        if not packed or tonumber(ARGV[4]) >= cjson.decode(packed).expiry then return -1 end
        return redis.call('HSETNX', decisions, ARGV[2], ARGV[3])
        """)

    /// Records a poll. Arguments: ID, time; the increase of the interval and the tolerance for early polls, in seconds. Returns
    /// the authorization and the decision, or a number: 0 while there is no decision, 1 for a poll that is too soon, -1 if the
    /// authorization has expired. `DeviceTable.isTooSoon` has the same rule for early polls.
    static let pollDevice = RedisScript.operation(
        [.authorizations, .polls, .decisions],
        """
        local packed, time = redis.call('HGET', authorizations, ARGV[2]), tonumber(ARGV[3])
        local known = packed and cjson.decode(packed)
        if not known or time >= known.expiry then return -1 end
        local decision = redis.call('HGET', decisions, ARGV[2])
        if decision then return {packed, decision} end
        local poll = redis.call('HGET', polls, ARGV[2])
        local last, interval, early = nil, known.interval, 0
        if poll then
          local first, second = string.match(poll, '^(%S+) (%S+)$')
          last, interval = tonumber(first), tonumber(second)
        end
        if last and last <= time and time < last + interval - tonumber(ARGV[5]) then
          early, interval = 1, interval + tonumber(ARGV[4])
        end
        redis.call('HSET', polls, ARGV[2], string.format('%.6f %d', time, interval))
        return early
        """)

    /// The Lua code that reads the current period of an event: the count, and the end in seconds and nanoseconds. All are zero
    /// if the period is over, or ends later than a period that begins now.
    private static let period = """
        local count, seconds, nanoseconds = 0, 0, 0
        local known = redis.call('HGET', counts, ARGV[2])
        if known then
          local made, whole, rest = string.match(known, '^(%S+) (%S+) (%S+)$')
          local ending = tonumber(whole) + tonumber(rest) / 1e9
          if ending > tonumber(ARGV[3]) and ending <= tonumber(ARGV[4]) + \(Timestamp.leeway) then
            count, seconds, nanoseconds = tonumber(made), tonumber(whole), tonumber(rest)
          end
        end

        """

    /// Returns the count of an event and the seconds and nanoseconds of the period's end. Arguments: event, time, the end of a
    /// period that begins now, in whole seconds.
    static let counted = RedisScript.operation([.counts], period + "return {count, seconds, nanoseconds}")

    /// Counts an event. Arguments: the arguments of `counted`, whether the period is renewed, and the maximum number of events.
    /// Returns the same values as `counted`.
    static let count = RedisScript.operation(
        [.counts, .ends], isChange: true,
        period + """
            local most = tonumber(ARGV[6])
            if not known and redis.call('HLEN', counts) > most then
              local owner, old = string.match(ARGV[2], '^%S+ '), {}
              for _, event in ipairs(redis.call('ZRANGEBYSCORE', ends, '-inf', ARGV[3], 'LIMIT', 0, 1000)) do
                if string.sub(event, 1, #owner) == owner then old[#old + 1] = event end
              end
              if #old == 0 then old = redis.call('ZRANGE', ends, 0, math.min(999, math.floor(most / 8))) end
              redis.call('ZREM', ends, unpack(old))
              redis.call('HDEL', counts, unpack(old))
            end
            if count == 0 or ARGV[5] == '1' then seconds, nanoseconds = tonumber(ARGV[4]), 0 end
            count = count + 1
            redis.call('HSET', counts, ARGV[2], string.format('%d %.0f %d', count, seconds, nanoseconds))
            redis.call('ZADD', ends, string.format('%.0f', seconds), ARGV[2])
            return {count, seconds, nanoseconds}
            """)

    /// Forgets an event. Argument: the event.
    static let forget = RedisScript.operation(
        [.counts, .ends],
        """
        redis.call('ZREM', ends, ARGV[2])
        return redis.call('HDEL', counts, ARGV[2])
        """)

    /// Forgets the data of a tenant, or all data. Argument: the tenant, or an empty string for everything.
    static let reset = RedisScript.operation(
        device + [.redeemed, .tries, .guesses, .counts, .ends],
        drop + """
            if ARGV[2] == '' then
              redis.call('DEL', devices, started, authorizations, codes, polls, decisions, volume, shares)
              redis.call('DEL', redeemed, tries, guesses, counts, ends)
              \(RedisScript.placeholders)
              return 1
            end
            for _, id in ipairs(redis.call('ZRANGE', devices, 0, -1)) do
              local known = cjson.decode(redis.call('HGET', authorizations, id))
              if (known.tenant or known.authority) == ARGV[2] then drop(id) end
            end
            for _, place in ipairs(redis.call('ZRANGE', guesses, 0, -1)) do
              if string.sub(place, 1, #ARGV[2] + 1) == ARGV[2] .. ' ' then redis.call('ZREM', guesses, place) end
            end
            for _, event in ipairs(redis.call('ZRANGE', ends, 0, -1)) do
              if string.sub(event, 1, #ARGV[2] + 1) == ARGV[2] .. ' ' then
                redis.call('ZREM', ends, event)
                redis.call('HDEL', counts, event)
              end
            end
            return 0
            """)
}
