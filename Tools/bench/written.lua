-- wrk: reads home, and publishes with every twentieth request, which invalidates the cached response.
local thread = 0
function setup(one) one:set("number", thread); thread = thread + 1 end
local count = 0
function request()
  count = count + 1
  if count % 20 > 0 then return wrk.format("GET", "/api/v1/timelines/home?limit=20") end
  wrk.headers["Content-Type"] = "application/x-www-form-urlencoded"
  return wrk.format("POST", "/api/v1/statuses", wrk.headers, "status=Between+" .. number .. "+" .. count)
end
