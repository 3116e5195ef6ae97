import { createHmac } from 'node:crypto';
import { type Context, inTransaction, type TransactionContext } from '../context.ts';
import { AppError } from '../errors.ts';

/** The fingerprints of one request. */
export interface Fingerprints {
  readonly current: string;
  /** The fingerprint with the previous encryption key, for entries that are older than a key rotation. */
  previous(): string | undefined;
}

export interface StoredAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** True when the body contains a secret, so that it is encrypted in the database. */
  readonly showsSecret?: boolean | undefined;
}

/** An HMAC. With a plain hash, a reader of the table could guess a password that a body contains. */
export const fingerprint = (key: string, ...parts: readonly string[]): string => {
  const digest = createHmac('sha256', key);
  for (const part of parts) digest.update(`${part.length}:${part}`);
  return digest.digest('base64url');
};

/**
 * Runs a write once per key. The key and the answer are stored in the transaction of the write, so a crash leaves both
 * or neither. A second request with the same key waits on the primary key for the first one. A failed write stores no
 * key, so the client can correct the request and send it again.
 */
export async function withIdempotency(
  context: Context,
  key: string,
  fingerprints: Fingerprints,
  run: (context: Context) => Promise<StoredAnswer>,
): Promise<StoredAnswer & { replayed: boolean }> {
  if (key.length < 1 || key.length > 255 || !/^[\x20-\x7e]+$/.test(key)) {
    throw new AppError('bad_request', 'Idempotency-Key must be 1 to 255 printable characters.');
  }
  return inTransaction(context, async (within) => {
    const { tx, caller } = within;
    const where = [caller.tenantId, caller.userId, key];
    const inserted = await tx.query(
      `insert into idempotency_keys as k (tenant_id, caller_id, key, fingerprint) values ($1::bigint, $2::uuid, $3::text, $4::text)
       on conflict (tenant_id, caller_id, key) do update
         set fingerprint = excluded.fingerprint, status = null, headers = null, body = null, sealed = false, created_at = now()
         where k.created_at < now() - interval '24 hours'
       returning 1`,
      [...where, fingerprints.current],
    );
    if (inserted.length === 0) return { ...(await readStored(within, where, fingerprints)), replayed: true };
    const answer = await run(within);
    await tx.query(
      `update idempotency_keys set status = $4::int, headers = $5::json, body = $6::text, sealed = $7::boolean
       where tenant_id = $1::bigint and caller_id = $2::uuid and key = $3::text`,
      [
        ...where,
        answer.status,
        JSON.stringify(answer.headers),
        await storedBody(within, answer),
        answer.showsSecret ?? false,
      ],
    );
    return { ...answer, replayed: false };
  });
}

const storedBody = (
  { services: { vault } }: TransactionContext,
  { body, showsSecret }: StoredAnswer,
): Promise<string> | string => (showsSecret ? vault.encrypt(body) : body);

async function readStored(
  { tx, services: { vault } }: TransactionContext,
  where: readonly unknown[],
  fingerprints: Fingerprints,
): Promise<StoredAnswer> {
  const rows = await tx.query<StoredAnswer & { fingerprint: string; sealed: boolean }>(
    `select fingerprint, status, headers, body, sealed from idempotency_keys
     where tenant_id = $1::bigint and caller_id = $2::uuid and key = $3::text`,
    where,
  );
  const row = rows[0];
  if (!row || (row.fingerprint !== fingerprints.current && row.fingerprint !== fingerprints.previous())) {
    throw new AppError(
      'idempotency_conflict',
      'This Idempotency-Key was used for another request in the last 24 hours; use a new key.',
    );
  }
  return { status: row.status, headers: row.headers, body: row.sealed ? vault.decrypt(row.body) : row.body };
}
