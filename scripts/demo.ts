import { existsSync } from 'node:fs';
import path from 'node:path';
import pino from 'pino';
import { StartupError } from '#lib/startup-error.ts';
import { createApp } from '../src/app.ts';
import { type Config, readConfig } from '../src/config.ts';
import { openDatabase } from '../src/open-database.ts';
import { findServerAddress } from '../src/server-address.ts';
import { companyName, type Loaded, loadDemo } from './demo/load.ts';
import { createProgress } from './demo/progress.ts';

const usage = `npm run demo -- [--new]

Loads a demo company into the default tenant of the database that npm start uses: that of DATABASE_URL, or the embedded one
in DATA_DIR (./data when it is not set). A server may be running on it. It is loaded once; a second run changes nothing.

  --new   creates the database when there is none in DATA_DIR
  --help  shows this
`;

interface Flags {
  readonly create: boolean;
  readonly help: boolean;
}

function readFlags(words: readonly string[]): Flags {
  const unknown = words.find((word) => word !== '--new' && word !== '--help');
  if (unknown !== undefined)
    throw new StartupError(`npm run demo does not know ${unknown}; it takes --new and --help.`);
  return { create: words.includes('--new'), help: words.includes('--help') };
}

/** Requires an existing database, because a mistyped DATA_DIR would otherwise create one that no server uses. */
function requireDatabase(dataDir: string, create: boolean): void {
  if (create || existsSync(path.join(dataDir, 'postgres', 'PG_VERSION'))) return;
  throw new StartupError(
    `There is no database in ${dataDir}: set DATA_DIR to the folder that npm start uses, or make one there with: npm run demo -- --new`,
  );
}

/** Loads a demo company into the default tenant, with the configuration of the server: `npm run demo`. */
async function main(): Promise<void> {
  const { create, help } = readFlags(process.argv.slice(2));
  if (help) return void process.stdout.write(usage);
  // Check this before the configuration is read, because reading it creates secrets in a new folder.
  if (!process.env.DATABASE_URL) requireDatabase(path.resolve(process.env.DATA_DIR || './data'), create);
  const config = readConfig(process.env);
  process.stdout.write(
    `loading into ${config.databaseUrl === undefined ? config.dataDir : 'the database of DATABASE_URL'}\n`,
  );
  const onEvent = (message: string) => process.stdout.write(`${message}\n`);
  const database = await openDatabase(config, { onEvent, join: true });
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => interrupt.abort(new StartupError('Interrupted: nothing of the demo company was kept.')));
  }
  try {
    const app = await createApp({ config, connection: database.connection, log: pino({ level: 'silent' }) });
    try {
      if (app.generatedPassword !== undefined) {
        process.stdout.write(
          `first start: sign in as ${config.adminEmail} with the password ${app.generatedPassword} (shown only now)\n`,
        );
      }
      const progress = createProgress(process.stdout);
      const loaded = await loadDemo(app.services, { progress, signal: interrupt.signal }).finally(() =>
        progress.done(),
      );
      process.stdout.write(`${summary(config, loaded, await findServerAddress(config.dataDir))}\n`);
    } finally {
      await app.close();
    }
  } finally {
    await database.close();
  }
}

/** Builds the text for the user. `server` is the address of the running server; undefined when none runs. */
function summary(config: Config, { loaded, adminEmail, counts }: Loaded, server: string | undefined): string {
  const tenant = `the tenant ${config.defaultAccountKey}`;
  const configured = config.port === 0 ? undefined : `http://${config.host}:${config.port}`;
  const url = config.publicUrl?.origin ?? server ?? configured;
  const page = url === undefined ? 'the address that it prints' : `${url}/app/`;
  const look = `${server === undefined ? 'npm start, ' : ''}sign in as ${adminEmail} at ${page}`;
  if (!loaded)
    return `The demo company ${companyName} is already in ${tenant}; nothing was changed. To look at it: ${look}`;
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const modules = [...counts].map(([module, count]) => `${module} ${count}`).join(', ');
  return `The demo company ${companyName} is in ${tenant}: ${total} records (${modules}). To look at it: ${look}`;
}

main().catch((error: unknown) => {
  process.stderr.write(error instanceof StartupError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exitCode = 1;
});
