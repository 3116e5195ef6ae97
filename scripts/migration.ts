import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbedded } from '#db/embedded/cluster.ts';
import { migrationsFolder } from '#db/migrator.ts';
import { createRegistry } from '../src/app.ts';
import { migrationPlan } from './migration-plan.ts';

/** `npm run migration -- name`: writes the next migration, from the difference between models and migrated schema. */
const name = process.argv[2];
if (!name || !/^[a-z0-9-]+$/.test(name)) {
  console.error('usage: npm run migration -- what-changes');
  process.exit(1);
}
const folder = mkdtempSync(path.join(os.tmpdir(), 'atrium-migration-'));
const embedded = await startEmbedded({ dataDir: folder, settings: { fsync: 'off' } });
try {
  const statements = await migrationPlan(embedded.admin, createRegistry());
  if (statements.length === 0) console.log('models and migrations agree; nothing to write');
  else {
    // The name begins with the minute, so that migrations of two branches do not collide.
    const minute = new Date().toISOString().replace(/\D/g, '').slice(0, 12);
    const file = path.join(migrationsFolder, `${minute}-${name}.sql`);
    writeFileSync(file, `${statements.map((statement) => `${statement};`).join('\n\n')}\n`);
    console.log(`wrote ${path.relative(process.cwd(), file)}: read it before you commit it`);
  }
} finally {
  await embedded.stop();
  rmSync(folder, { recursive: true, force: true });
}
