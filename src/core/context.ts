import type { Logger } from 'pino';
import type { Database, Lane, Queryable, Transaction } from '#db/database.ts';
import type { Mailer } from '#lib/mail.ts';
import type { Passwords } from '#lib/passwords.ts';
import type { Vault } from '#lib/vault.ts';
import type { Caller, Origin } from './access/caller.ts';
import type { Registry } from './models/registry.ts';

/** What the operator decides, as far as modules need to know. */
export interface Settings {
  /** Age at which events are dropped. */
  readonly eventRetentionMs: number;
  readonly webhooks: {
    /** For one attempt, from the connection to the last byte of the answer. */
    readonly timeoutMs: number;
    /** Before each further attempt. */
    readonly retryDelaysMs: readonly number[];
    /** Permits http and addresses that are not public. */
    readonly allowPrivate: boolean;
    /** Of one tenant. */
    readonly limit: number;
    /** Name servers for the hosts of webhooks; those of the system when empty. */
    readonly dnsServers: readonly string[];
  };
  /** Consecutive failures to sign in that lock an address, and for how long. */
  readonly login: { readonly maxFailures: number; readonly lockMs: number };
  readonly resetTokenMs: number;
  /** How long a link to verify an address is good for, and a new user may sign in without having followed it. */
  readonly verificationMs: number;
}

/**
 * What lives as long as the process. The services of the core add themselves to this interface in the files that define them
 * (`declare module`), so that this file need not import them; app.ts creates all of them.
 */
export interface Services {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly vault: Vault;
  readonly mailer: Mailer;
  readonly log: Logger;
  readonly defaultAccountKey: string;
  readonly publicHost: string | undefined;
  /** Where the platform is reached from outside, without a slash at the end. */
  publicUrl(): string;
  readonly settings: Settings;
}

/** What lives as long as one call: HTTP request, job or tool use. */
export interface Context {
  readonly services: Services;
  readonly caller: Caller;
  /** The models of the caller's tenant, its own included. */
  readonly registry: Registry;
  readonly requestId: string;
  /** Absent in jobs. */
  readonly origin?: Origin;
  readonly tx?: Transaction;
  /** A transaction that this call runs outside of holds a connection. */
  readonly connectionHeld?: boolean;
}

/** A call inside its transaction. */
export type TransactionContext = Context & { readonly tx: Transaction };

/**
 * The connections that a call may use outside of a transaction: for a request the share of its tenant, for a job those of
 * work beside requests. A request without a session that turns out to be about a tenant uses the share of that tenant.
 */
export function laneOf(context: Context, tenantId = context.caller.tenantId): Lane {
  const { services, origin, connectionHeld } = context;
  if (connectionHeld) return services.db.lookUps;
  return origin ? services.db.request(tenantId, origin.socket) : services.db;
}

/**
 * The same call outside of its transaction, for what must stay written when the transaction is rolled back. A call that
 * holds a connection gets the second one from another lane: in its own lane it might wait for itself.
 */
export function outsideTransaction({ tx, ...context }: Context): Context {
  return tx ? { ...context, connectionHeld: true } : context;
}

export const queryable = (context: Context): Queryable => context.tx ?? laneOf(context);

/** Joins the transaction under way, or begins one that ends with `run`. */
export function inTransaction<T>(context: Context, run: (context: TransactionContext) => Promise<T>): Promise<T> {
  const { tx } = context;
  if (tx) return run({ ...context, tx });
  return laneOf(context).transaction(context.caller.tenantId, (begun) => run({ ...context, tx: begun }));
}

class DryRun<T> extends Error {
  readonly answer: T;
  constructor(answer: T) {
    super('dry run');
    this.answer = answer;
  }
}

/** Does everything and keeps nothing: the answer is the one a real run would give. */
export async function dryRun<T>(context: Context, run: (context: Context) => Promise<T>): Promise<T> {
  try {
    return await inTransaction(context, async (within) => {
      throw new DryRun(await run(within));
    });
  } catch (error) {
    if (error instanceof DryRun) return error.answer as T;
    throw error;
  }
}
