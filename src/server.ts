import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import { StartupError } from '#lib/startup-error.ts';
import type { App } from './app.ts';
import { type Config, readConfig } from './config.ts';
import { createLog, describeSettings } from './log.ts';
import { openDatabase } from './open-database.ts';
import { removeServerAddress, writeServerAddress } from './server-address.ts';
import { readVersion } from './version.ts';

const stopTimeoutMs = 10_000;

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

interface Running {
  readonly url: string;
  /** Finishes running requests, then stops everything. */
  close(): Promise<void>;
  /** Stops the database without waiting for requests. */
  forceClose(): Promise<void>;
}

async function start(config: Config, log: Logger): Promise<Running> {
  const database = await openDatabase(config, {
    onEvent: (message) => log.info(message),
    onWarning: (message) => log.warn(message),
  });
  let app: App | undefined;
  const close = async () => {
    await app?.close();
    await database.close();
  };
  try {
    // The app is loaded only now, so that an operator sees a wrong setting or a missing database in a tenth of the
    // time.
    const { createApp } = await import('./app.ts');
    app = await createApp({ config, connection: database.connection, log });
    // Print the password before anything else can fail, because it is not stored anywhere.
    if (app.generatedPassword !== undefined) {
      process.stdout.write(
        `first start: sign in as ${config.adminEmail} with the password ${app.generatedPassword} (shown only now)\n`,
      );
    }
    const url = await listen(app, config);
    // The folder may be read-only when database, files and secrets are elsewhere. A failure is only logged, because
    // only scripts such as npm run demo need the address.
    await writeServerAddress(config.dataDir, url).catch((error) =>
      log.warn({ err: error }, 'the address was not written to DATA_DIR'),
    );
    const stop = async () => {
      await removeServerAddress(config.dataDir).catch((error) =>
        log.warn({ err: error }, 'the address stays in DATA_DIR'),
      );
      await close();
    };
    return { url, close: stop, forceClose: () => database.close() };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Stops the server on a signal. It waits for a start that is still running, gives requests time to finish, and then
 * stops everything. Returns a function that says whether it is stopping.
 */
function stopOnSignal(running: Promise<Running>, log: Logger): () => boolean {
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    running
      .then(async ({ close, forceClose }) => {
        const late = setTimeout(() => {
          log.warn('some requests did not finish in time');
          void forceClose().finally(() => process.exit(0));
        }, stopTimeoutMs);
        await close();
        clearTimeout(late);
        log.info('stopped');
      })
      .then(() => process.exit(0), fail);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop);
  return () => stopping;
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const running = start(config, log);
  const stopping = stopOnSignal(running, log);
  const { url } = await running;
  const { version, commit, node } = readVersion(config.commit);
  log.info({ version, commit, node, url, ...describeSettings(config) }, 'started');
  if (!stopping()) process.stdout.write(`ready on ${url}\n`);
}

/** Prints one sentence for an error of the operator, and the stack for a defect. */
function fail(error: unknown): never {
  process.stderr.write(error instanceof StartupError ? `${error.message}\n` : `${(error as Error).stack ?? error}\n`);
  process.exit(1);
}

main().catch(fail);
