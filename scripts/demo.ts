import pino from 'pino';
import { StartupError } from '#lib/startup-error.ts';
import { createApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { openDatabase } from '../src/open-database.ts';
import { companyName, type Loaded, loadDemo } from './demo/load.ts';
import { createProgress } from './demo/progress.ts';

/** Loads a demo company into the default tenant, with the configuration of the server: `npm run demo`. */
async function main(): Promise<void> {
  const config = readConfig(process.env);
  const onEvent = (message: string) => process.stdout.write(`${message}\n`);
  const database = await openDatabase(config, { onEvent, join: true });
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => interrupt.abort(new StartupError('Interrupted: nothing of the demo company was kept.')));
  }
  try {
    const app = await createApp({ config, connection: database.connection, log: pino({ level: 'silent' }) });
    try {
      if (app.madePassword !== undefined) {
        process.stdout.write(
          `first start: sign in as ${config.adminEmail} with the password ${app.madePassword} (shown only now)\n`,
        );
      }
      const progress = createProgress(process.stdout);
      const loaded = await loadDemo(app.services, { progress, signal: interrupt.signal }).finally(() =>
        progress.done(),
      );
      process.stdout.write(`${summary(config, loaded, database.joined)}\n`);
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}

function summary(config: Config, { loaded, adminEmail, counts }: Loaded, serverRuns: boolean): string {
  const place = `the tenant ${config.defaultAccountKey}`;
  if (!loaded) return `The demo company ${companyName} is already in ${place}; nothing was changed.`;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const modules = [...counts].map(([module, count]) => `${module} ${count}`).join(', ');
  const url = config.publicUrl?.origin ?? (config.port === 0 ? '' : `http://${config.host}:${config.port}`);
  const look = `${serverRuns ? '' : 'npm start, '}sign in as ${adminEmail} and begin at ${url}/docs`;
  return `The demo company ${companyName} is in ${place}: ${total} records (${modules}). To look at it: ${look}`;
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof StartupError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exitCode = 1;
});
