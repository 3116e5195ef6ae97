import { createHash, timingSafeEqual } from 'node:crypto';
import { type Context, laneOf, outsideTransaction } from '#core/context.ts';
import { type newOneTime, readOneTime } from '#lib/one-time-token.ts';
import type { Begun } from './protocol.ts';
import type { ProviderName } from './settings.ts';

/** How long somebody may take at the provider. */
export const lifetimeSeconds = 600;

/** A sign-in under way. */
export interface Pending {
  readonly tenantId: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Whom the identity is to be linked to; null for a plain sign-in. */
  readonly userId: string | null;
  readonly returnTo: string | null;
  readonly begunAt: Date;
}

interface NewPending {
  readonly state: ReturnType<typeof newOneTime>;
  readonly provider: ProviderName;
  /** The random value of the cookie. */
  readonly browser: string;
  readonly begun: Begun;
  readonly userId: string | null;
  readonly returnTo: string | null;
}

interface Row extends Omit<Pending, 'tenantId'> {
  readonly provider: string;
  readonly browser: Buffer;
  readonly fresh: boolean;
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Keeps what the return needs. Neither the state nor the cookie can be told from it, and the verifier is sealed. */
export async function keepPending(context: Context, tenantId: string, pending: NewPending): Promise<void> {
  const { state, provider, browser, begun, userId, returnTo } = pending;
  const verifier = await context.services.vault.encrypt(begun.verifier);
  await laneOf(outsideTransaction(context), tenantId).transaction(tenantId, (tx) =>
    tx.query(
      `insert into oauth_states (tenant_id, hash, provider, browser, nonce, verifier, user_id, return_to)
       values ($1::bigint, $2::bytea, $3::text, $4::bytea, $5::text, $6::text, $7::uuid, $8::text)`,
      [tenantId, state.hash, provider, hashOf(browser), begun.nonce, verifier, userId, returnTo],
    ),
  );
}

/**
 * What belongs to a state, for the browser and the provider that it was made for; undefined for everybody else. It is gone
 * from then on, whatever comes of it.
 */
export async function takePending(
  context: Context,
  state: string,
  provider: ProviderName,
  browser: string | undefined,
): Promise<Pending | undefined> {
  const read = readOneTime(state);
  if (!read) return undefined;
  const [row] = await laneOf(outsideTransaction(context), read.tenantId).transaction(read.tenantId, (tx) =>
    tx.query<Row>(
      `delete from oauth_states where tenant_id = $1::bigint and hash = $2::bytea
       returning provider, browser, nonce, verifier, user_id as "userId", return_to as "returnTo", created_at as "begunAt",
         created_at > now() - $3::int * interval '1 second' as fresh`,
      [read.tenantId, read.hash, lifetimeSeconds],
    ),
  );
  if (!row?.fresh || row.provider !== provider || browser === undefined) return undefined;
  if (!timingSafeEqual(row.browser, hashOf(browser))) return undefined;
  const { nonce, verifier, userId, returnTo, begunAt } = row;
  return {
    tenantId: read.tenantId,
    nonce,
    verifier: context.services.vault.decrypt(verifier),
    userId,
    returnTo,
    begunAt,
  };
}
