-- wrk: random members read home timelines; some requests publish posts and add favourites.
-- Arguments: a file with one token a line, a file with one post id a line, and the posts and favourites in 1,000
-- requests.
local number = 0
function setup(thread)
  thread:set("thread_number", number)
  number = number + 1
end

local tokens, posts, posting, favouring, count = {}, {}, 0, 0, 0

function init(arguments)
  for line in io.lines(arguments[1]) do tokens[#tokens + 1] = line end
  for line in io.lines(arguments[2]) do posts[#posts + 1] = line end
  posting, favouring = tonumber(arguments[3]), tonumber(arguments[4])
  math.randomseed(thread_number * 7919 + 17)
end

function request()
  local headers = { ["Authorization"] = "Bearer " .. tokens[math.random(#tokens)] }
  local kind = math.random(1000)
  if kind <= posting then
    count = count + 1
    headers["Content-Type"] = "application/x-www-form-urlencoded"
    return wrk.format("POST", "/api/v1/statuses", headers, "status=Mixed+load+" .. thread_number .. "+" .. count)
  end
  if kind <= posting + favouring then
    return wrk.format("POST", "/api/v1/statuses/" .. posts[math.random(#posts)] .. "/favourite", headers)
  end
  return wrk.format("GET", "/api/v1/timelines/home?limit=20", headers)
end
