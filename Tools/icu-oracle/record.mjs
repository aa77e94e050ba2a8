// Records ICU's (Node's Intl) plural forms, relative times and dates, for comparison in the native tests:
//   node Tools/icu-oracle/record.mjs > Tests/ScreensTests/Strings/Oracle/icu.json
// Only recording needs Node; the tests don't.

const languages = ["en", "el", "pt-BR", "ar", "zh-Hans"];
const units = ["second", "minute", "hour", "day", "week", "month", "year"];

const upTo = (last) => Array.from({ length: last + 1 }, (_, number) => number);
const boundaries = [
  999, 1000, 1001, 1002, 1003, 1010, 1011, 1099, 1100, 1101, 1102, 1103, 9999, 10_000, 99_999, 100_000, 100_011, 999_999,
  1_000_000, 1_000_001, 1_000_002, 1_000_003, 1_000_011, 1_000_100, 1_500_000, 2_000_000, 2_000_001, 9_999_999, 10_000_000,
];

/** Returns [first, last, value] for each run of numbers with the same value. */
function runs(numbers, what) {
  const found = [];
  for (const number of numbers) {
    const value = what(number);
    const last = found.at(-1);
    if (last && last[2] === value && last[1] === number - 1) last[1] = number;
    else found.push([number, number, value]);
  }
  return found;
}

/** Replaces numbers in the text by #, so that a run is one line. */
const masked = (text, number) => text.replace(String(number), "#");

let seed = 20261121;
function random(below) {
  seed = (seed * 1103515245 + 12345) % 2147483648;
  return Math.floor((seed / 2147483648) * below);
}

// The distances as in RelativeDateTimeFormatter: the largest unit of which there is a whole one, by stepping.

function moved(time, months) {
  const date = new Date(time);
  const day = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const lastDay = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(day, lastDay));
  return date.getTime();
}

function distance(then, now) {
  const sign = then < now ? -1 : 1;
  const isReached = (time) => (then - time) * sign >= 0;
  let months = 0;
  while (isReached(moved(now, sign * (months + 1)))) months++;
  if (months >= 12) return ["year", sign * Math.floor(months / 12)];
  if (months > 0) return ["month", sign * months];
  let count = 0;
  for (const [unit, seconds] of [["week", 604800], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]]) {
    count = Math.floor(Math.abs(then - now) / 1000 / seconds);
    if (count > 0) return [unit, sign * count];
  }
  return ["second", 0];
}

const nows = ["2026-11-21T12:00:00.000Z", "2024-02-29T23:59:59.999Z", "2026-03-31T00:00:00.000Z"].map((text) => Date.parse(text));
const edges = [60, 90, 120, 3600, 7200, 86400, 129600, 172800, 604800, 1209600].flatMap((edge) => [edge - 1, edge, edge + 1]);
function distances() {
  const all = [];
  for (const now of nows) {
    const thens = [now, now - 999, now + 999, now - 1000, now + 1000];
    for (const edge of edges) for (const sign of [-1, 1]) thens.push(now + sign * edge * 1000);
    for (const months of [1, 2, 11, 12, 13, 23, 24, 60, 600]) {
      for (const sign of [-1, 1]) for (const slip of [-1000, 0, 1000]) thens.push(moved(now, sign * months) + slip);
    }
    for (const scale of [3600, 86400, 604800, 2678400, 31622400, 632448000]) {
      for (let turn = 0; turn < 12; turn++) thens.push(now + (random(2 * scale) - scale) * 1000);
    }
    for (const then of thens) all.push([now, then, ...distance(then, now)]);
  }
  return all;
}

const dates = upTo(11).map((month) => Date.UTC(2025, month, 1, month, month * 5));
dates.push(Date.UTC(2024, 1, 29, 0, 0), Date.UTC(2025, 11, 31, 23, 59), Date.UTC(1970, 0, 1, 9, 9));
for (let turn = 0; turn < 30; turn++) dates.push(Date.UTC(1971 + random(128), random(12), 1 + random(28), random(24), random(60)));

function texts(language) {
  const plural = new Intl.PluralRules(language);
  const relative = new Intl.RelativeTimeFormat(language, { numeric: "always" });
  const narrow = (unit) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "narrow" });
  const day = { timeZone: "UTC", month: "short", day: "numeric" };
  const year = { ...day, year: "numeric" };
  const time = { ...year, hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
  const each = (options) => dates.map((date) => new Intl.DateTimeFormat(language, options).format(date));
  return {
    digits: new Intl.NumberFormat(language).resolvedOptions().numberingSystem,
    plurals: runs([...upTo(200), ...boundaries], (number) => plural.select(number)),
    past: units.map((unit) => runs(upTo(999), (number) => masked(relative.format(-number, unit), number))),
    future: units.map((unit) => runs(upTo(999), (number) => masked(relative.format(number, unit), number))),
    narrow: ["minute", "hour"].map((unit) => runs(upTo(59), (number) => masked(narrow(unit).format(number), number))),
    yesterday: new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(-1, "day"),
    days: each(day),
    daysOfYears: each(year),
    times: each(time),
  };
}

// One row a line, so that differences are readable.
const { node, icu, cldr } = process.versions;
const rows = (values) => `[\n${values.map((value) => "    " + JSON.stringify(value)).join(",\n")}\n  ]`;
const fields = (object) => Object.entries(object).map(([key, value]) => `    "${key}": ${JSON.stringify(value)}`).join(",\n");
process.stdout.write(`{
  "source": "node Tools/icu-oracle/record.mjs, Node ${node}, ICU ${icu}, CLDR ${cldr}",
  "distances": ${rows(distances())},
  "dates": ${JSON.stringify(dates)},
  "languages": {
${languages.map((language) => `  "${language}": {\n${fields(texts(language))}\n  }`).join(",\n")}
  }
}
`);
