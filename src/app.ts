import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { Directory } from '#core/access/directory.ts';
import { createTokens } from '#core/access/tokens.ts';
import type { Action } from '#core/action.ts';
import { derive } from '#core/behaviours/derive.ts';
import { DerivedEvents } from '#core/behaviours/derived-events/derived-events.ts';
import { NumberCounters } from '#core/behaviours/number-counters.ts';
import type { Services } from '#core/context.ts';
import { Spine } from '#core/events/spine.ts';
import { SpineWatch } from '#core/events/spine-watch.ts';
import type { Job } from '#core/jobs/job.ts';
import { Jobs } from '#core/jobs/jobs.ts';
import { type NodeSecrets, resealJob } from '#core/jobs/reseal.ts';
import { Load } from '#core/limits/load.ts';
import { Rates } from '#core/limits/rates.ts';
import { RequestRates } from '#core/limits/request-rates.ts';
import { databaseMeasures, Tally } from '#core/measures.ts';
import { Registry } from '#core/models/registry.ts';
import { collectSettings } from '#core/models/setting-rules.ts';
import { ModuleServices } from '#core/module-service.ts';
import { Actions } from '#core/modules/actions.ts';
import type { Module } from '#core/modules/module.ts';
import { recordJobs } from '#core/operations/index.ts';
import { RememberedCounts } from '#core/operations/remembered-counts.ts';
import { agreeOnSecret } from '#core/secrets.ts';
import type { ConnectionSettings } from '#db/connection.ts';
import { Database } from '#db/database.ts';
import { GrownTables } from '#db/grown-tables.ts';
import type { ListenerOptions } from '#db/listener.ts';
import { openFileStorage } from '#lib/file-storage/open.ts';
import type { FileStorage } from '#lib/file-storage/storage.ts';
import { createPasswords } from '#lib/passwords.ts';
import { createVault } from '#lib/vault.ts';
import type { Config } from './config.ts';
import { firstStart } from './first-start.ts';
import { buildServer, type ServerOptions } from './http/server.ts';
import { ai } from './modules/ai/index.ts';
import { communications } from './modules/communications/index.ts';
import { customerSuccess } from './modules/customerSuccess/index.ts';
import { data } from './modules/data/index.ts';
import { finance } from './modules/finance/index.ts';
import { forms } from './modules/forms/index.ts';
import { identity } from './modules/identity/index.ts';
import { integrations } from './modules/integrations/index.ts';
import { inventory } from './modules/inventory/index.ts';
import { marketing } from './modules/marketing/index.ts';
import { sales } from './modules/sales/index.ts';
import { support } from './modules/support/index.ts';
import { ui } from './modules/ui/index.ts';
import { readVersion } from './version.ts';

/** All modules of the product. */
export const modules: readonly Module[] = [
  sales,
  marketing,
  communications,
  identity,
  ai,
  ui,
  inventory,
  finance,
  forms,
  support,
  customerSuccess,
  integrations,
  data,
];

export const createRegistry = (): Registry => new Registry(modules, undefined, undefined, derive);

export interface AppOptions {
  readonly config: Config;
  readonly connection: ConnectionSettings;
  readonly log: Logger;
  /** Options of the connection for notifications, for tests. */
  readonly listener?: ListenerOptions;
  /** Cost factor of bcrypt, for tests that sign in hundreds of times. */
  readonly passwordCost?: number;
  /** Further jobs and actions, for tests. */
  readonly jobs?: readonly Job[];
  readonly actions?: readonly Action[];
}

export interface App {
  readonly server: FastifyInstance;
  readonly services: Services;
  readonly registry: Registry;
  /** The generated password of the admin, only at the very first start. */
  readonly generatedPassword: string | undefined;
  close(): Promise<void>;
}

/** Creates the application on a prepared database. The caller makes the server listen. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, connection, log, listener } = options;
  const db = new Database(connection, {
    poolSize: config.poolSize,
    requestTimeoutMs: config.requestTimeoutMs,
    onLost: (error) => log.warn(`a database connection was lost: ${error.message}`),
    ...(listener && { listener }),
  });
  try {
    return await assemble(db, await agreeOnSecrets(db, config), options);
  } catch (error) {
    await db.close();
    throw error;
  }
}

/** Throws when the secrets of this node differ from those of the other nodes, so that it does not start. */
const agreeOnSecrets = async (db: Database, config: Config): Promise<NodeSecrets> => ({
  jwtSecret: await agreeOnSecret(db, 'JWT_SECRET', {
    current: config.jwtSecret,
    previous: config.jwtSecretPrevious,
  }),
  encryptionKey: await agreeOnSecret(db, 'ENCRYPTION_KEY', {
    current: config.encryptionKey,
    previous: config.encryptionKeyPrevious,
  }),
  jwtLifetimeMs: config.jwtLifetimeMs,
});

async function assemble(db: Database, secrets: NodeSecrets, options: AppOptions): Promise<App> {
  const { config, jobs: testJobs = [] } = options;
  const registry = createRegistry();
  // The server is known only after `buildServer`, which needs the services itself.
  let server: FastifyInstance | undefined;
  const fileStorage = await openFileStorage(config.filesUrl);
  const moduleServices = new ModuleServices(modules.flatMap((module) => module.services));
  const services: Services = {
    ...createServices(
      db,
      registry,
      secrets,
      fileStorage,
      options,
      () => server,
      () => services,
    ),
    of: (service) => moduleServices.of(services, service),
  };
  const { directory, spine, jobs, grownTables, counts, derivedEvents } = services;
  await directory.listen();
  await spine.listen();
  await counts.listen(db);
  const generatedPassword = await firstStart(services, config);
  const built = await buildServer(serverOptions(services, config, options.actions));
  server = built;
  const background = [derivedEvents, ...modules.flatMap((module) => module.background?.(services) ?? [])];
  for (const work of background) await work.start();
  const sealedColumns = modules.flatMap((module) => module.sealedColumns);
  const reseal = resealJob(secrets, sealedColumns);
  const moduleJobs = modules.flatMap((module) => module.jobs);
  await jobs.start(services, [reseal, ...recordJobs, ...moduleJobs, ...testJobs]);
  // During a key rotation the job runs at once; later the scheduler enqueues it.
  if (secrets.encryptionKey.previous !== undefined) await jobs.enqueueForPlatform(services, reseal);
  return {
    server: built,
    services,
    registry,
    generatedPassword,
    async close() {
      // Stop them in parallel, so that each has the full time until the deadline.
      await Promise.all([built.close(), jobs.stop(), ...background.map((work) => work.stop())]);
      await moduleServices.close().finally(async () => {
        spine.close();
        await grownTables.idle();
        await db.close();
      });
    },
  };
}

function createServices(
  db: Database,
  registry: Registry,
  { encryptionKey, jwtSecret }: NodeSecrets,
  fileStorage: FileStorage,
  { config, log, passwordCost }: AppOptions,
  server: () => FastifyInstance | undefined,
  ownServices: () => Services,
): Omit<Services, 'of'> {
  const vault = createVault(encryptionKey.current, encryptionKey.previous);
  const storedSettings = onlyOne('settings', (module) => module.settings);
  return {
    db,
    grownTables: new GrownTables(db, (error) => log.warn(`a table could not be analyzed: ${error.message}`)),
    actions: new Actions(modules.flatMap((module) => module.actions)),
    directory: new Directory({
      db,
      base: registry,
      users: onlyOne('users', (module) => module.users),
      settings: storedSettings,
      vault,
      operatorKey: config.defaultAccountKey,
      log,
    }),
    counts: new RememberedCounts(),
    numberCounters: new NumberCounters(db),
    derivedEvents: new DerivedEvents(ownServices),
    spine: new Spine(db, log),
    spineWatch: new SpineWatch(db, log),
    load: new Load(),
    tally: new Tally(),
    jobs: new Jobs(db, log),
    rates: new Rates(db),
    requestRates: config.apiRateLimit && new RequestRates(config.apiRateLimit),
    passwords: createPasswords(passwordCost),
    vault,
    tokens: createTokens(jwtSecret, config.jwtLifetimeMs),
    mail: config.mail,
    fileStorage,
    log,
    defaultAccountKey: config.defaultAccountKey,
    publicHost: config.publicUrl?.hostname,
    publicUrl: () => config.publicUrl?.href.replace(/\/$/, '') ?? listenUrl(server(), config),
    settings: config.settings,
    settingRules: collectSettings(modules),
    storedSettings,
  };
}

/** Returns what exactly one module must provide. Throws otherwise, so that the app does not start. */
function onlyOne<T>(what: string, of: (module: Module) => T | undefined): T {
  const [found, ...others] = modules.flatMap((module) => of(module) ?? []);
  if (found === undefined || others.length > 0) throw new Error(`exactly one module must provide ${what}`);
  return found;
}

/** The URL that the server listens on, which is used when PUBLIC_URL is not set. */
function listenUrl(server: FastifyInstance | undefined, { host, port }: Config): string {
  const address = server?.server.address();
  const name = host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${address && typeof address === 'object' ? address.port : port}`;
}

const serverOptions = (services: Services, config: Config, testActions: readonly Action[] = []): ServerOptions => ({
  services,
  actions: [...modules.flatMap((module) => module.actions), ...testActions],
  pages: modules.flatMap((module) => module.pages),
  sites: modules.flatMap((module) => module.sites?.(services) ?? []),
  trustProxy: config.trustProxy,
  https: config.publicUrl?.protocol === 'https:',
  version: readVersion(config.commit),
  corsOrigins: config.corsOrigins,
  metrics: config.metrics && {
    ...config.metrics,
    measures: [...databaseMeasures(services.db), ...modules.flatMap((module) => module.measures(services))],
  },
});
