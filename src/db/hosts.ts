import pg from 'pg';
import { StartupError } from '#lib/startup-error.ts';

/** A host that does not answer within this time is skipped. */
const probeTimeoutMs = 3000;

/** The parts of DATABASE_URL: scheme, user with password, hosts, and the rest. */
const urlParts = /^(postgres(?:ql)?:\/\/)([^/?#]*@)?([^/?#@]*)(.*)$/s;

/**
 * Parses `postgres://user:password@a:5432,b:5432/database?target_session_attrs=read-write`, as libpq does.
 * Node-postgres supports one host, so each host gets its own connection string. Several hosts are a primary and its
 * standbys: the primary is used even without target_session_attrs. Undefined for one host without that parameter.
 */
export function readHosts(url: string): Hosts | undefined {
  const [, scheme = '', user = '', hosts = '', rest = ''] = urlParts.exec(url) ?? [];
  const target = /[?&]target_session_attrs=([^&]*)/.exec(rest)?.[1];
  const addresses = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
  if (addresses.length === 1 && target === undefined) return undefined;
  if (target !== undefined && target !== 'read-write' && target !== 'primary') {
    throw new StartupError(
      'target_session_attrs in DATABASE_URL must be read-write or primary: Atrium writes over every connection.',
    );
  }
  return new Hosts(addresses);
}

/** Several hosts of one database, of which one accepts writes. All connections of a process share the search for it. */
export class Hosts {
  /** One connection string for each host. */
  readonly addresses: readonly string[];
  /** The index of the host that last accepted writes, which is tried first. */
  #lastWritable = 0;
  #writable: Promise<string> | undefined;

  constructor(addresses: readonly string[]) {
    this.addresses = addresses;
  }

  /** The address that accepts writes. It is cached until a connection is lost or refused. */
  find(options: pg.ClientConfig): Promise<string> {
    this.#writable ??= this.#search(options).catch((error: Error) => {
      this.invalidate();
      throw error;
    });
    return this.#writable;
  }

  invalidate(): void {
    this.#writable = undefined;
  }

  async #search(options: pg.ClientConfig): Promise<string> {
    const reasons: Error[] = [];
    for (let n = 0; n < this.addresses.length; n += 1) {
      const index = (this.#lastWritable + n) % this.addresses.length;
      const address = this.addresses[index] as string;
      try {
        await probe(address, options);
        this.#lastWritable = index;
        return address;
      } catch (error) {
        reasons.push(error as Error);
      }
    }
    throw noneWritable(reasons);
  }
}

/** The error code of a standby for a write. */
const readOnlyTransaction = '25006';

const readOnlyError = (reason: string): Error => Object.assign(new Error(reason), { code: readOnlyTransaction });

const noneWritable = (reasons: readonly Error[]): Error => {
  const texts = reasons.map((error) => error.message || (error as { code?: string }).code);
  return readOnlyError(`no host accepts writes: ${texts.join('; ')}`);
};

async function probe(connectionString: string, options: pg.ClientConfig): Promise<void> {
  const client = new pg.Client({ ...options, connectionString, connectionTimeoutMillis: probeTimeoutMs });
  client.on('error', () => {});
  const refusal = watchRefusal(client);
  try {
    await client.connect();
    const reason = refusal();
    if (reason) throw readOnlyError(`${client.host}:${client.port} ${reason}`);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Returns a function with the reason why a server refuses writes. A server reports at the start of each connection, and
 * on every change, whether it is a standby or read-only.
 */
function watchRefusal(client: pg.Client): () => string | undefined {
  const refusals = new Map([
    ['in_hot_standby', 'is a standby'],
    ['default_transaction_read_only', 'is read-only'],
  ]);
  let reason: string | undefined;
  const { connection } = client as unknown as { connection: NodeJS.EventEmitter };
  connection.on('parameterStatus', (status: { parameterName: string; parameterValue: string }) => {
    if (status.parameterValue === 'on') reason = refusals.get(status.parameterName) ?? reason;
  });
  return () => reason;
}

/** A client class that connects to the host that accepts writes. */
export const writableClient = (hosts: Hosts): typeof pg.Client =>
  class extends pg.Client {
    readonly #options: pg.ClientConfig;

    constructor({ application_name, options, ...config }: pg.ClientConfig = {}) {
      super({ application_name, options, ...config });
      this.#options = { application_name, options };
      // A lost connection may be the first sign of a failover.
      this.on('error', () => hosts.invalidate());
    }

    override connect(): Promise<this>;
    override connect(callback: ((error: Error) => void) | ((error: null, client: pg.Client) => void)): void;
    override connect(callback?: unknown): unknown {
      const connected = this.#connect();
      if (!callback) return connected;
      const report = callback as (error: Error | null, client?: pg.Client) => void;
      return void connected.then((client) => report(null, client), report);
    }

    async #connect(): Promise<this> {
      const connectionString = await hosts.find(this.#options).catch((error: Error) => {
        // The driver emits this after any failed connection, and the listener reconnects on it.
        process.nextTick(() => this.emit('end'));
        throw error;
      });
      // A client reads its host when it connects. A second client parses the connection string.
      const { host, port } = new pg.Client({ connectionString });
      Object.assign(this, { host, port });
      const refusal = watchRefusal(this);
      try {
        await super.connect();
      } catch (error) {
        hosts.invalidate();
        throw error;
      }
      const reason = refusal();
      if (reason === undefined) return this;
      hosts.invalidate();
      await this.end();
      throw readOnlyError(`${host}:${port} ${reason}`);
    }
  };
