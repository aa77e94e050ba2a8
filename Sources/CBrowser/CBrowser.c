int browser_stub;
