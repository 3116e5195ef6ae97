import type { AddressInfo } from 'node:net';
import pg from 'pg';
import pino from 'pino';
import { type ConnectionSettings, clientConfig } from '#db/database.ts';
import { type EmbeddedPostgres, startEmbedded } from '#db/embedded.ts';
import { prepareDatabase } from '#db/prepare.ts';
import { StartupError } from '#lib/startup-error.ts';
import { createVault } from '#lib/vault.ts';
import { type App, createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';

const stopDeadlineMs = 10_000;

const createLog = (level: string) =>
  pino(
    process.stdout.isTTY
      ? { level, base: null, transport: { target: 'pino-pretty', options: { colorize: true, ignore: 'pid,hostname' } } }
      : { level },
  );

async function connect(
  config: Config,
  onEvent: (message: string) => void,
): Promise<[ConnectionSettings, EmbeddedPostgres | undefined]> {
  if (config.databaseUrl !== undefined) {
    return [await prepareDatabase({ admin: { connectionString: config.databaseUrl } }), undefined];
  }
  const embedded = await startEmbedded({ dataDir: config.dataDir, onEvent });
  try {
    const admin = { ...embedded.admin, database: 'atrium' };
    await ensureDatabase(embedded.admin, admin.database);
    const appPassword = createVault(config.encryptionKey).derive('database role');
    return [await prepareDatabase({ admin, appPassword }), embedded];
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

async function ensureDatabase(admin: ConnectionSettings, name: string): Promise<void> {
  const client = new pg.Client(clientConfig(admin));
  await client.connect();
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (!rowCount) await client.query(`create database ${name}`);
  } finally {
    await client.end();
  }
}

async function listen(app: App, { host, port }: Config): Promise<string> {
  try {
    await app.server.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartupError(`Port ${port} on ${host} is taken: stop what uses it, or set PORT to another one.`);
    if (code === 'EACCES') throw new StartupError(`Port ${port} is not ours to use: set PORT to 1024 or above.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartupError(`HOST ${host} is not an address of this machine.`);
    throw error;
  }
  const address = app.server.server.address() as AddressInfo;
  const name = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${name}:${address.port}`;
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  let embedded: EmbeddedPostgres | undefined;
  let app: App | undefined;
  const stop = async () => {
    await app?.close();
    await embedded?.stop();
  };
  try {
    const [connection, started] = await connect(config, (message) => log.info(message));
    embedded = started;
    app = await createApp({ config, connection, log });
    const url = await listen(app, config);
    if (app.madePassword !== undefined) {
      process.stdout.write(
        `first start: sign in as ${config.adminEmail} with the password ${app.madePassword} (shown only now)\n`,
      );
    }
    process.stdout.write(`ready on ${url}\n`);
  } catch (error) {
    await stop();
    throw error;
  }
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      // What is under way has its time; then the process leaves all the same, and the database with it.
      setTimeout(() => {
        void (embedded?.stop() ?? Promise.resolve()).finally(() => process.exit(0));
      }, stopDeadlineMs).unref();
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          log.error({ err: error }, 'the server did not stop cleanly');
          process.exit(1);
        },
      );
    });
  }
}

main().catch((error: unknown) => {
  // An operator's mistake is one sentence; a defect is shown whole.
  process.stderr.write(error instanceof StartupError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exit(1);
});
