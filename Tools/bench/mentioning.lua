-- wrk: publishes one post after another. Each mentions one of the hundred members whose devices have push messages.
local thread = 0
function setup(one) one:set("number", thread); thread = thread + 1 end
local count = 0
function request()
  count = count + 1
  local body = "status=%40member" .. (count * 7 + number) % 100 .. "+have+you+seen+number+" .. number .. "+" .. count
  wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
  return wrk.format("POST", "/api/v1/statuses", wrk.headers, body)
end
