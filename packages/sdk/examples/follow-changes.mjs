// Prints changes of contacts as they happen, and goes on after the last one when it is started again:
// ATRIUM_URL=… ATRIUM_API_KEY=… node follow-changes.mjs cursor.txt
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Atrium } from 'atrium-sdk';

const client = new Atrium({ url: process.env.ATRIUM_URL, apiKey: process.env.ATRIUM_API_KEY });
const file = process.argv[2] ?? 'cursor.txt';
const since = existsSync(file) ? readFileSync(file, 'utf8') : 'beginning';

const ending = new AbortController();
process.once('SIGINT', () => ending.abort());

for await (const change of client.changes({ model: 'contact', since, signal: ending.signal })) {
  console.log(change.type, change.record.name ?? change.recordId);
  // The cursor is stored after the work is done, so a crash repeats at most the last change.
  writeFileSync(file, change.cursor);
}
