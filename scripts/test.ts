import { globSync } from 'node:fs';
import { cpus } from 'node:os';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { startCluster } from '../test/cluster.ts';

/** Runs every test file, each in a process and a database of its own: `npm test`, or `npm test -- conformance`. */
const wanted = process.argv.slice(2);
const files = globSync(['test/**/*.test.ts', 'src/**/*.test.ts'])
  .filter((file) => wanted.length === 0 || wanted.some((part) => file.includes(part)))
  .sort();
const cluster = await startCluster();
process.env.ATRIUM_TEST_CLUSTER = JSON.stringify(cluster.admin);
let passed = 0;
let failed = 0;
let skipped = 0;
const stream = run({ files, concurrency: Math.max(2, cpus().length), timeout: 600_000 });
stream.on('test:pass', ({ details, skip, nesting, name }) => {
  if (details.type === 'suite' || (nesting === 0 && files.some((file) => name.endsWith(file)))) return;
  if (skip) skipped += 1;
  else passed += 1;
});
stream.on('test:fail', ({ details }) => {
  if (details.type !== 'suite') failed += 1;
});
stream.compose(spec).pipe(process.stdout);
await new Promise((resolve) => stream.on('end', resolve));
await cluster.stop();
setImmediate(() => {
  console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
});
