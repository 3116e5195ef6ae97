import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { StartupError } from '#lib/startup-error.ts';
import { type App, createApp } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';

const stopDeadlineMs = 10_000;

const createLog = (level: string) =>
  pino(
    process.stdout.isTTY
      ? { level, base: null, transport: { target: 'pino-pretty', options: { colorize: true, ignore: 'pid,hostname' } } }
      : { level },
  );

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
  let database: OpenDatabase | undefined;
  let app: App | undefined;
  const stop = async () => {
    await app?.close();
    await database?.close();
  };
  try {
    database = await openDatabase(config, { onEvent: (message) => log.info(message) });
    app = await createApp({ config, connection: database.connection, log });
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
        void (database?.close() ?? Promise.resolve()).finally(() => process.exit(0));
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
