-- wrk: requests the newest page of home by another address each time, so that no cached response fits.
local thread = 0
function setup(one) one:set("number", thread); thread = thread + 1 end
local count = 0
function request()
  count = count + 1
  return wrk.format("GET", "/api/v1/timelines/home?limit=20&max_id=9" .. number .. string.format("%017d", count))
end
