"""What has to happen in one step in Redis. Times are Redis' own, so that no worker's clock counts.

Every script begins with the names of all keys (`K`), in the order of `NAMES`, the time, and how a ticket is made. A
ticket is a number that only grows behind a word drawn when this Redis was empty: one that was given out before it lost
everything is never given out again.
"""

from __future__ import annotations

from sync.fleet.line import key

NAMES = (
    "books", "account", "queued", "tickets", "running", "holders", "again", "fails", "aside", "leader", "fence",
    "epoch", "changed",
)  # fmt: skip
KEYS = [key(name) for name in NAMES]

_HEAD = (
    "local K = {}\n"
    + "".join(f"K.{name} = KEYS[{number}]\n" for number, name in enumerate(NAMES, 1))
    + """
local t = redis.call('TIME')
local now = tonumber(t[1]) + tonumber(t[2]) / 1000000
local function ticket()
  local epoch = redis.call('GET', K.epoch)
  if not epoch then epoch = ARGV[1]; redis.call('SET', K.epoch, epoch) end
  return epoch .. ':' .. redis.call('INCR', K.fence)
end
local function due(sort, label, at)
  local account = redis.call('HGET', K.account, label)
  if account then redis.call('ZADD', 'pairsheet:' .. sort .. ':' .. account, 'LT', at, label) end
end
"""
)

# ARGV: nonce, my ticket or blank, milliseconds. The leader's ticket; blank while another leads.
LEAD = (
    _HEAD
    + """
local who = redis.call('GET', K.leader)
if who and who ~= ARGV[2] then return '' end
if not who then who = ticket() end
redis.call('SET', K.leader, who, 'PX', ARGV[3])
return who
"""
)

# ARGV: nonce, leader's ticket, account, most of those that changed, most of the slow round, most at once.
DISPATCH = (
    _HEAD
    + """
if redis.call('GET', K.leader) ~= ARGV[2] then return {'-'} end
local busy = 0
for _, set in ipairs({K.queued, K.running}) do
  for _, label in ipairs(redis.call('ZRANGE', set, 0, -1)) do
    if redis.call('HGET', K.account, label) == ARGV[3] then busy = busy + 1 end
  end
end
local room, out = tonumber(ARGV[6]) - busy, {}
local function take(sort, most)
  local zset = 'pairsheet:' .. sort .. ':' .. ARGV[3]
  most = math.min(most, room)
  if most <= 0 then return end
  for _, label in ipairs(redis.call('ZRANGEBYSCORE', zset, '-inf', now, 'LIMIT', 0, most)) do
    redis.call('ZREM', zset, label)
    if redis.call('HEXISTS', K.books, label) == 1 then
      if redis.call('ZSCORE', K.running, label) then
        if sort == 'soon' then redis.call('SADD', K.again, label) end
      elseif not redis.call('ZSCORE', K.queued, label) then
        local mine = ticket()
        redis.call('ZADD', K.queued, now, label)
        redis.call('HSET', K.tickets, label, mine)
        room = room - 1
        table.insert(out, label); table.insert(out, mine)
      end
    end
  end
end
take('soon', tonumber(ARGV[4]))
take('slow', tonumber(ARGV[5]))
return out
"""
)

# ARGV: nonce, label, ticket, seconds of the lease. 1 where the pass may begin; 0 for a ticket of the past.
BEGIN = (
    _HEAD
    + """
if redis.call('HGET', K.tickets, ARGV[2]) ~= ARGV[3] or not redis.call('ZSCORE', K.queued, ARGV[2]) then return 0 end
redis.call('ZREM', K.queued, ARGV[2])
redis.call('HDEL', K.tickets, ARGV[2])
redis.call('ZADD', K.running, now + tonumber(ARGV[4]), ARGV[2])
redis.call('HSET', K.holders, ARGV[2], ARGV[3])
return 1
"""
)

# ARGV: nonce, label, ticket, seconds. 1 while the book is still held with this ticket.
RENEW = (
    _HEAD
    + """
if redis.call('HGET', K.holders, ARGV[2]) ~= ARGV[3] then return 0 end
redis.call('ZADD', K.running, now + tonumber(ARGV[4]), ARGV[2])
return 1
"""
)

# ARGV: nonce, label, ticket, seconds to the next pass or -1, seconds to the slow round, failures or blank, aside or
# blank.
# 1 where it counts; 0 where somebody else holds the book by now.
FINISH = (
    _HEAD
    + """
if redis.call('HGET', K.holders, ARGV[2]) ~= ARGV[3] then return 0 end
redis.call('ZREM', K.running, ARGV[2])
redis.call('HDEL', K.holders, ARGV[2])
for _, pair in ipairs({{K.fails, ARGV[6]}, {K.aside, ARGV[7]}}) do
  if pair[2] == '' then redis.call('HDEL', pair[1], ARGV[2]) else redis.call('HSET', pair[1], ARGV[2], pair[2]) end
end
local again = redis.call('SREM', K.again, ARGV[2]) == 1
if ARGV[6] == '' then redis.call('HDEL', K.changed, ARGV[2]) end
if again and ARGV[6] == '' then
  due('soon', ARGV[2], now)
  redis.call('HSET', K.changed, ARGV[2], now)
elseif tonumber(ARGV[4]) >= 0 then
  due('soon', ARGV[2], now + tonumber(ARGV[4]))
end
local account = redis.call('HGET', K.account, ARGV[2])
if account then redis.call('ZADD', 'pairsheet:slow:' .. account, now + tonumber(ARGV[5]), ARGV[2]) end
return 1
"""
)

# ARGV: nonce, seconds a book set aside waits all the same, labels. How many are due now.
WANT = (
    _HEAD
    + """
local found = 0
for i = 3, #ARGV do
  local label, at = ARGV[i], now
  local aside = redis.call('HGET', K.aside, label)
  if aside then at = math.max(now, cjson.decode(aside).since + tonumber(ARGV[2])) end
  if redis.call('HEXISTS', K.books, label) == 1 then
    due('soon', label, at)
    redis.call('HSETNX', K.changed, label, now)
    found = found + 1
  end
end
return found
"""
)

# ARGV: nonce, leader's ticket. Labels whose worker has not been heard of for the length of its lease.
LAPSED = (
    _HEAD
    + """
if redis.call('GET', K.leader) ~= ARGV[2] then return {} end
local out = redis.call('ZRANGEBYSCORE', K.running, '-inf', now)
for _, label in ipairs(out) do
  redis.call('ZREM', K.running, label)
  redis.call('HDEL', K.holders, label)
  redis.call('SREM', K.again, label)
  due('slow', label, now + 60)
end
return out
"""
)

# ARGV: nonce, label, seconds to the next try, failures, aside or blank. After a lapsed lease.
AFTER = (
    _HEAD
    + """
if redis.call('ZSCORE', K.running, ARGV[2]) or redis.call('ZSCORE', K.queued, ARGV[2]) then return 0 end
redis.call('HSET', K.fails, ARGV[2], ARGV[4])
if ARGV[5] ~= '' then redis.call('HSET', K.aside, ARGV[2], ARGV[5]) end
due('soon', ARGV[2], now + tonumber(ARGV[3]))
return 1
"""
)

# ARGV: nonce, leader's ticket, seconds. Queued books whose message was lost, with their tickets.
STRAY = (
    _HEAD
    + """
if redis.call('GET', K.leader) ~= ARGV[2] then return {} end
local out = {}
for _, label in ipairs(redis.call('ZRANGEBYSCORE', K.queued, '-inf', now - tonumber(ARGV[3]))) do
  redis.call('ZADD', K.queued, now, label)
  local mine = redis.call('HGET', K.tickets, label)
  if mine then table.insert(out, label); table.insert(out, mine) else redis.call('ZREM', K.queued, label) end
end
return out
"""
)

# ARGV: nonce, labels. Each book is in one of the places it may wait in; one in none is due.
RECONCILE = (
    _HEAD
    + """
local found = 0
for i = 2, #ARGV do
  local label = ARGV[i]
  local account = redis.call('HGET', K.account, label)
  if account and not redis.call('ZSCORE', K.queued, label) and not redis.call('ZSCORE', K.running, label)
    and not redis.call('ZSCORE', 'pairsheet:slow:' .. account, label)
    and not redis.call('ZSCORE', 'pairsheet:soon:' .. account, label) then
    due('slow', label, now)
    found = found + 1
  end
end
return found
"""
)
