// Listens with masto.js to the streams that the arguments name, and writes a line of JSON for all that it hears.
// node masto.mjs LIBRARY URL TOKEN '[["user"], ["hashtag", {"tag": "Swift"}]]'
import { pathToFileURL } from "node:url";

const [library, streamingApiUrl, accessToken, streams] = process.argv.slice(2);
const { createStreamingAPIClient } = await import(pathToFileURL(library));
const client = createStreamingAPIClient({ streamingApiUrl, accessToken });
const tell = (entry) => process.stdout.write(JSON.stringify(entry) + "\n");

async function listen(name, parameters) {
  try {
    for await (const { stream, event, payload } of name.split(":").reduce((part, key) => part[key], client).subscribe(parameters)) {
      tell({ to: name, stream, event, payload });
    }
    tell({ to: name, over: true });
  } catch (error) {
    tell({ to: name, error: String(error) });
  }
}

for (const stream of JSON.parse(streams)) listen(...stream);
