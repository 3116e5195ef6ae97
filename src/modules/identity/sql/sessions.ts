import type { TransactionContext } from '#core/context.ts';
import type { Database, Transaction } from '#db/database.ts';

export interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly method: string;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly created_at: Date;
  readonly last_used_at: Date;
  readonly expires_at: Date;
}

const maxListed = 200;

/** The open sessions of a user, newest first. */
export const openSessions = ({ tx, caller }: TransactionContext, userId: string): Promise<SessionRow[]> =>
  tx.query<SessionRow>(
    `select id, user_id, method, ip, agent, created_at, last_used_at, expires_at from sessions
     where tenant_id = $1::bigint and user_id = $2::uuid and revoked_at is null and expires_at > now()
     order by created_at desc, id limit ${maxListed}`,
    [caller.tenantId, userId],
  );

interface SessionOwner {
  readonly userId: string;
  readonly email: string;
  readonly roles: string[];
}

/** The user of an open session; undefined when the session is unknown, revoked or expired. */
export async function findSessionOwner(
  { tx, caller }: TransactionContext,
  sessionId: string,
): Promise<SessionOwner | undefined> {
  const [row] = await tx.query<SessionOwner>(
    `select s.user_id as "userId", u.email, coalesce(u.roles, '{}') as roles from sessions s
     join identity_users u on u.tenant_id = s.tenant_id and u.id = s.user_id
     where s.tenant_id = $1::bigint and s.id = $2::uuid and s.revoked_at is null and s.expires_at > now()`,
    [caller.tenantId, sessionId],
  );
  return row;
}

interface NewSession {
  readonly tenantId: string;
  readonly sessionId: string;
  readonly userId: string;
  readonly method: string;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly lifetimeMs: number;
}

export const insertSession = (tx: Transaction, session: NewSession): Promise<unknown> =>
  tx.query(
    `insert into sessions (tenant_id, id, user_id, method, ip, agent, expires_at)
     values ($1::bigint, $2::uuid, $3::uuid, $4::text, $5::text, $6::text, now() + $7::float8 * interval '1 millisecond')`,
    [
      session.tenantId,
      session.sessionId,
      session.userId,
      session.method,
      session.ip,
      session.agent,
      session.lifetimeMs,
    ],
  );

export const revokeSessionRow = (tx: Transaction, tenantId: string, sessionId: string): Promise<unknown> =>
  tx.query('update sessions set revoked_at = now() where tenant_id = $1::bigint and id = $2::uuid', [
    tenantId,
    sessionId,
  ]);

/** Revokes all sessions of a user except `exceptId`. */
export const revokeSessionsOfUser = (
  tx: Transaction,
  tenantId: string,
  userId: string,
  exceptId: string | undefined,
): Promise<unknown> =>
  tx.query(
    `update sessions set revoked_at = now()
     where tenant_id = $1::bigint and user_id = $2::uuid and revoked_at is null and id is distinct from $3::uuid`,
    [tenantId, userId, exceptId ?? null],
  );

/** Revokes all sessions of a tenant. The transaction must be in that tenant (`inOtherTenant`). */
export const revokeSessionsOfTenant = (tx: Transaction, tenantId: string): Promise<unknown> =>
  tx.query('update sessions set revoked_at = now() where tenant_id = $1::bigint and revoked_at is null', [tenantId]);

export async function wasSessionRevokedSince(
  { tx, caller }: TransactionContext,
  userId: string,
  since: Date,
): Promise<boolean> {
  const [revoked] = await tx.query(
    'select 1 from sessions where tenant_id = $1::bigint and user_id = $2::uuid and revoked_at >= $3::timestamptz limit 1',
    [caller.tenantId, userId, since],
  );
  return revoked !== undefined;
}

const updateBatch = 5000;

/**
 * Sets `last_used_at` of sessions of all tenants; the map gives the tenant of each session. The ids are sorted, so that nodes
 * that update the same sessions lock them in the same order and cannot deadlock.
 */
export async function markSessionsUsed(db: Database, sessions: ReadonlyMap<string, string>): Promise<void> {
  const ordered = [...sessions].sort(([one], [other]) => (one < other ? -1 : 1));
  for (let from = 0; from < ordered.length; from += updateBatch) {
    const batch = ordered.slice(from, from + updateBatch);
    await db.platform((tx) =>
      tx.query(
        `update sessions s set last_used_at = now() from unnest($1::bigint[], $2::uuid[]) u(tenant_id, id)
         where s.tenant_id = u.tenant_id and s.id = u.id`,
        [batch.map(([, tenantId]) => tenantId), batch.map(([id]) => id)],
      ),
    );
  }
}
