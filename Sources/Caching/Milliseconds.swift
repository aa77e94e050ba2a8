/// A point in time, or a length of it, in milliseconds; points count from 1970 in UTC, as in the browser.
/// Nothing in this module reads a clock: the caller passes the time in.
public typealias Milliseconds = Int64
