import { renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { bundle } from './bundle.ts';

/** Bundles the server into `dist`, which `npm start` uses while it is newer than the source (src/start.mjs). */
const root = path.join(import.meta.dirname, '..');
const built = path.join(root, 'dist');
const unfinished = path.join(root, `dist-${process.pid}`);
try {
  await bundle({ server: 'src/server.ts' }, unfinished);
  rmSync(built, { recursive: true, force: true });
  renameSync(unfinished, built);
} finally {
  rmSync(unfinished, { recursive: true, force: true });
}
