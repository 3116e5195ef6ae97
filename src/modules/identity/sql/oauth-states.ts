import type { Lane } from '#db/database.ts';

interface NewOAuthState {
  readonly hash: Buffer;
  readonly provider: string;
  /** Hash of the cookie that binds the sign-in to a browser. */
  readonly browser: Buffer;
  readonly nonce: string;
  /** Encrypted. */
  readonly verifier: string;
  readonly userId: string | null;
  readonly returnTo: string | null;
}

export const insertOAuthState = (lane: Lane, tenantId: string, state: NewOAuthState): Promise<unknown> =>
  lane.transaction(tenantId, (tx) =>
    tx.query(
      `insert into oauth_states (tenant_id, hash, provider, browser, nonce, verifier, user_id, return_to)
       values ($1::bigint, $2::bytea, $3::text, $4::bytea, $5::text, $6::text, $7::uuid, $8::text)`,
      [tenantId, state.hash, state.provider, state.browser, state.nonce, state.verifier, state.userId, state.returnTo],
    ),
  );

interface OAuthStateRow extends Omit<NewOAuthState, 'hash'> {
  readonly begunAt: Date;
  readonly expired: boolean;
}

/** Deletes a state and returns it. The deletion makes it usable only once, even when the sign-in fails afterwards. */
export async function takeOAuthState(
  lane: Lane,
  tenantId: string,
  hash: Buffer,
  lifetimeSeconds: number,
): Promise<OAuthStateRow | undefined> {
  const [row] = await lane.transaction(tenantId, (tx) =>
    tx.query<OAuthStateRow>(
      `delete from oauth_states where tenant_id = $1::bigint and hash = $2::bytea
       returning provider, browser, nonce, verifier, user_id as "userId", return_to as "returnTo", created_at as "begunAt",
         created_at <= now() - $3::int * interval '1 second' as expired`,
      [tenantId, hash, lifetimeSeconds],
    ),
  );
  return row;
}
