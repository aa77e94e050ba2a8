-- wrk: publishes one post after another, each with its own text.
local thread = 0
function setup(one) one:set("number", thread); thread = thread + 1 end
local count = 0
function request()
  count = count + 1
  local body = "status=Written+by+the+benchmark+number+" .. number .. "+" .. count
  wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
  return wrk.format("POST", "/api/v1/statuses", wrk.headers, body)
end
