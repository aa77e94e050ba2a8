-- wrk: requests the newest page of a timeline by another address each time, so that no cached response fits. The
-- timeline is that of the URL, or home.
local thread = 0
function setup(one) one:set("number", thread); thread = thread + 1 end
local count = 0
local path = "/api/v1/timelines/home?limit=20"
function init() if wrk.path ~= "/" then path = wrk.path end end
function request()
  count = count + 1
  return wrk.format("GET", path .. "&max_id=9" .. number .. string.format("%017d", count))
end
