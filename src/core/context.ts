import type { Logger } from 'pino';
import type { Database, Lane, Queryable, Transaction } from '#db/database.ts';
import type { GrownTables } from '#db/grown-tables.ts';
import type { MailSettings } from '#lib/mail.ts';
import type { Passwords } from '#lib/passwords.ts';
import type { Vault } from '#lib/vault.ts';

/** The operator's settings. Modules add those that they use (`declare module`). */
export interface Settings {
  /** Limits of requests to addresses that tenants provide, such as those of webhooks. */
  readonly outgoing: {
    /** The timeout of one attempt, from connecting to the last byte of the answer. */
    readonly timeoutMs: number;
    /** Allows http and private addresses. */
    readonly allowPrivate: boolean;
    /** DNS servers that resolve the hosts. Defaults to the servers of the system when empty. */
    readonly dnsServers: readonly string[];
  };
}

/**
 * Objects that live as long as the process. The files that define the services of the core add them to this interface
 * (`declare module`), so that this file does not import them. app.ts creates them.
 */
export interface Services {
  readonly db: Database;
  readonly grownTables: GrownTables;
  readonly passwords: Passwords;
  readonly vault: Vault;
  /** Settings for the platform's own mail, and for capturing mail. */
  readonly mail: MailSettings;
  readonly log: Logger;
  readonly defaultAccountKey: string;
  readonly publicHost: string | undefined;
  /** The public base URL, without a trailing slash. */
  publicUrl(): string;
  readonly settings: Settings;
}

/** The agents that act for a user: a language model, an MCP client, a form, a campaign, an import, a workflow, or a rule. */
export const viaKinds = ['ai', 'mcp', 'form', 'campaign', 'import', 'workflow', 'rule'] as const;

export interface Via {
  /** `derived` is the platform itself, which notes that a formula or a rollup has another value. */
  readonly kind: (typeof viaKinds)[number] | 'derived';
  /** The id of the completion, form, campaign, or of the enrollment in a workflow. */
  readonly id?: string;
  /** Webhooks and workflows skip the events of the write. History has them. */
  readonly quiet?: boolean;
}

/**
 * The state of one call: HTTP request, job or tool call. Caller, origin and registry are added where they are defined
 * (`declare module`).
 */
export interface Context {
  readonly services: Services;
  readonly requestId: string;
  /** Undefined when the user acts directly. Events store it. */
  readonly via?: Via;
  /**
   * How many workflows led to this call, one after another. Events store it. A workflow that an event starts has one more
   * than the event, and work that follows events (segments, scores, formulas) has that of the event.
   */
  readonly depth?: number;
  readonly tx?: Transaction;
  /** Set when everything will be rolled back. */
  readonly dryRun?: DryRun;
  /** True when the surrounding call has an open transaction, and so already uses a connection. */
  readonly hasConnection?: boolean;
}

/** The state of a dry run. */
export interface DryRun {
  /** The last count that it has shown or met of each counter, because it takes none. */
  readonly skipped: Map<string, number>;
}

/** A call within its transaction. */
export type TransactionContext = Context & { readonly tx: Transaction };

/**
 * The connections that a call uses outside a transaction: the share of its tenant for a request, the background
 * connections for a job. A request without a session passes `tenantId` when it knows the tenant, to use that tenant's
 * share.
 */
export function laneOf(context: Context, tenantId = context.caller.tenantId): Lane {
  const { services, origin, hasConnection } = context;
  if (hasConnection) return services.db.lookUps;
  return origin ? services.db.request(tenantId, origin.socket) : services.db;
}

/**
 * The same call without its transaction, for writes that must survive a rollback. A call that already uses a connection
 * gets the second one from another lane, because in its own lane it could deadlock with itself.
 */
export function outsideTransaction({ tx, ...context }: Context): Context {
  return tx ? { ...context, hasConnection: true } : context;
}

/**
 * The same call without its client, for results and cleanups that must be written even if the client has disconnected,
 * because that cancels the statements of a request.
 */
export function withoutClient({ origin: _origin, ...context }: Context): Context {
  return context;
}

export const queryable = (context: Context): Queryable => context.tx ?? laneOf(context);

/** Reads one record by its key. */
export const readByKey = <Row>(context: Context, text: string, values: readonly unknown[]): Promise<Row[]> =>
  context.tx ? context.tx.query(text, values) : laneOf(context).readByKey(text, values);

/** Runs in the open transaction, or in a new one that commits when `run` resolves. */
export function inTransaction<T>(context: Context, run: (context: TransactionContext) => Promise<T>): Promise<T> {
  const { tx } = context;
  if (tx) return run({ ...context, tx });
  return laneOf(context).transaction(context.caller.tenantId, (begun) => run({ ...context, tx: begun }));
}

class RolledBack<T> extends Error {
  readonly answer: T;
  constructor(answer: T) {
    super('dry run');
    this.answer = answer;
  }
}

/** Runs in a transaction and rolls it back. Returns the answer that a real run would give. */
export async function dryRun<T>(context: Context, run: (context: Context) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(context, async (within) => {
      throw new RolledBack(await run({ ...within, dryRun: { skipped: new Map() } }));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.answer as T;
    throw error;
  }
}
