import State
import Wire

/// The verbs that are no documents. The first argument of each is the epoch; times are seconds, with a fraction.
enum VerbScripts {
    /// Arguments: the mark, its expiry, the time. Answers 1 for the first use, 0 for another, -1 without room.
    static let redeem = RedisScript.verb(
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

    /// Argument: the mark.
    static let isRedeemed = RedisScript.verb(
        [.redeemed], "return redis.call('ZSCORE', redeemed, ARGV[2]) and 1 or 0")

    /// Takes an authorization out, as `drop(id)`.
    private static let drop = """
        local function drop(id)
          local packed = redis.call('HGET', authorizations, id)
          if packed then
            local known = cjson.decode(packed)
            redis.call('HDEL', codes, known.code)
            redis.call('DECRBY', volume, known.volume)
          end
          for _, place in ipairs({authorizations, polls, decisions}) do redis.call('HDEL', place, id) end
          redis.call('ZREM', devices, id)
        end

        """

    private static let device: [RedisScript.Key] = [
        .devices, .started, .authorizations, .codes, .polls, .decisions, .volume,
    ]

    /// Arguments: id, authorization, user code, bytes, time; how many there may be besides, how many bytes, and for how many
    /// seconds an expired one is known. Answers 1, or 0 where the user code is taken.
    static let startDevice = RedisScript.verb(
        device, isChange: true,
        drop + """
            while true do
              local oldest = redis.call('ZRANGE', devices, 0, 0)[1]
              if not oldest then break end
              local known = cjson.decode(redis.call('HGET', authorizations, oldest))
              if redis.call('ZCARD', devices) <= tonumber(ARGV[7])
                and tonumber(redis.call('GET', volume) or '0') + tonumber(ARGV[5]) <= tonumber(ARGV[8])
                and tonumber(ARGV[6]) - known.expiry < tonumber(ARGV[9]) then break end
              drop(oldest)
            end
            if redis.call('HSETNX', codes, ARGV[4], ARGV[2]) == 0 then return 0 end
            redis.call('HSET', authorizations, ARGV[2], ARGV[3])
            redis.call('ZADD', devices, redis.call('INCR', started), ARGV[2])
            redis.call('INCRBY', volume, ARGV[5])
            return 1
            """)

    /// Arguments: user code, address, time; tries at once, seconds until one more, and addresses at once. Answers the
    /// authorization, or a number: 0 for an unknown code, 1 for one that was used, -1 where the address is blocked.
    static let lookUp = RedisScript.verb(
        [.authorizations, .codes, .decisions, .tries],
        """
        local time, recovery = tonumber(ARGV[4]), tonumber(ARGV[6])
        local latest = time + tonumber(ARGV[5]) * recovery + \(Timestamp.leeway)
        local recovered = tonumber(redis.call('ZSCORE', tries, ARGV[3]) or '-inf')
        if recovered > latest then recovered = -math.huge end
        if time + (tonumber(ARGV[5]) - 1) * recovery < recovered then return -1 end
        if redis.call('ZCARD', tries) >= tonumber(ARGV[7]) then
          redis.call('ZREMRANGEBYSCORE', tries, '-inf', ARGV[4])
          redis.call('ZREMRANGEBYSCORE', tries, string.format('(%.3f', latest), '+inf')
          if recovered <= time and redis.call('ZCARD', tries) >= tonumber(ARGV[7]) then return -1 end
        end
        local id = redis.call('HGET', codes, ARGV[2])
        if not id then
          redis.call('ZADD', tries, string.format('%.3f', math.max(recovered, time) + recovery), ARGV[3])
          return 0
        end
        if redis.call('HEXISTS', decisions, id) == 1 then return 1 end
        return redis.call('HGET', authorizations, id)
        """)

    /// Arguments: id, decision, time. Answers 1, 0 where somebody decided first, -1 where it has expired.
    static let decideDevice = RedisScript.verb(
        [.authorizations, .decisions],
        """
        local packed = redis.call('HGET', authorizations, ARGV[2])
        if not packed or tonumber(ARGV[4]) >= cjson.decode(packed).expiry then return -1 end
        return redis.call('HSETNX', decisions, ARGV[2], ARGV[3])
        """)

    /// Arguments: id, time; seconds that an interval grows by, and by which a poll may be early. Answers the authorization and the
    /// decision, or a number: 0 while there is none, 1 for a poll too soon, -1 where it has expired.
    static let pollDevice = RedisScript.verb(
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

    /// What is known of an event: count, and the seconds and nanoseconds of its period's end; zeros where that is over, or further
    /// off than the end of one that begins now.
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

    /// Arguments: event, time, the end of a period that begins now in whole seconds. Answers count, seconds and nanoseconds.
    static let counted = RedisScript.verb([.counts], period + "return {count, seconds, nanoseconds}")

    /// Arguments: those of `counted`, whether the period is renewed, and how many events are counted at once. Answers like
    /// `counted`.
    static let count = RedisScript.verb(
        [.counts, .ends], isChange: true,
        period + """
            local most = tonumber(ARGV[6])
            if not known and redis.call('HLEN', counts) > most then
              local old = redis.call('ZRANGEBYSCORE', ends, '-inf', ARGV[3], 'LIMIT', 0, 1000)
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

    /// Argument: event.
    static let forget = RedisScript.verb(
        [.counts, .ends],
        """
        redis.call('ZREM', ends, ARGV[2])
        return redis.call('HDEL', counts, ARGV[2])
        """)

    /// Argument: the tenant, or nothing for all.
    static let reset = RedisScript.verb(
        device + [.redeemed, .tries, .counts, .ends],
        drop + """
            if ARGV[2] == '' then
              redis.call('DEL', devices, started, authorizations, codes, polls, decisions, volume, redeemed, tries, counts, ends)
              \(RedisScript.laid)
              return 1
            end
            for _, id in ipairs(redis.call('ZRANGE', devices, 0, -1)) do
              if cjson.decode(redis.call('HGET', authorizations, id)).authority == ARGV[2] then drop(id) end
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
