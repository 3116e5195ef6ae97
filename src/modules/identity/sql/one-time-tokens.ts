import type { TransactionContext } from '#core/context.ts';

/** Tokens of the links in mails. Only their hashes are stored. */

export type Purpose = 'reset' | 'verification' | 'invitation';

export interface NewLink {
  readonly purpose: Purpose;
  readonly email: string;
  readonly userId?: string;
  readonly roles?: readonly string[];
  readonly teamIds?: readonly string[];
  readonly createdBy?: string | null;
  readonly lifetimeMs: number;
}

export interface Link {
  readonly id: string;
  readonly email: string;
  readonly userId: string | null;
  readonly roles: string[] | null;
  readonly teamIds: string[] | null;
  readonly createdBy: string | null;
}

/** Replaces the tokens of the same purpose and address. */
export async function replaceToken(
  { tx, caller }: TransactionContext,
  id: string,
  hash: Buffer,
  link: NewLink,
): Promise<void> {
  const { purpose, email, userId = null, roles = null, teamIds = null, createdBy = null, lifetimeMs } = link;
  await tx.query(
    'delete from one_time_tokens where tenant_id = $1::bigint and purpose = $2::text and email_folded = lower($3::text)',
    [caller.tenantId, purpose, email],
  );
  await tx.query(
    `insert into one_time_tokens (tenant_id, hash, id, purpose, user_id, email, roles, created_by, expires_at, team_ids)
     values ($1::bigint, $2::bytea, $3::uuid, $4::text, $5::uuid, $6::text, $7::text[], $8::uuid,
       now() + $9::float8 * interval '1 millisecond', $10::uuid[])`,
    [caller.tenantId, hash, id, purpose, userId, email, roles, createdBy, lifetimeMs, teamIds],
  );
}

/** Extends the token of an address and gives it new roles and teams. Returns its id; undefined when none is valid. */
export async function renewToken({ tx, caller }: TransactionContext, link: NewLink): Promise<string | undefined> {
  const { purpose, email, roles = null, teamIds = null, createdBy = null, lifetimeMs } = link;
  const [row] = await tx.query<{ id: string }>(
    `update one_time_tokens set roles = $4::text[], created_by = $5::uuid, created_at = now(),
       expires_at = now() + $6::float8 * interval '1 millisecond', team_ids = $7::uuid[]
     where tenant_id = $1::bigint and purpose = $2::text and lower(email) = lower($3::text) and expires_at > now()
     returning id`,
    [caller.tenantId, purpose, email, roles, createdBy, lifetimeMs, teamIds],
  );
  return row?.id;
}

export async function isTokenValid(
  { tx, caller }: TransactionContext,
  hash: Buffer,
  purpose: Purpose,
): Promise<boolean> {
  const found = await tx.query(
    `select 1 from one_time_tokens where tenant_id = $1::bigint and hash = $2::bytea and purpose = $3::text and expires_at > now()`,
    [caller.tenantId, hash, purpose],
  );
  return found.length > 0;
}

/** Deletes a valid token and returns it. The deletion makes it usable only once. */
export async function takeToken(
  { tx, caller }: TransactionContext,
  hash: Buffer,
  purpose: Purpose,
): Promise<Link | undefined> {
  const [link] = await tx.query<Link>(
    `delete from one_time_tokens where tenant_id = $1::bigint and hash = $2::bytea and purpose = $3::text and expires_at > now()
     returning id, email, user_id as "userId", roles, team_ids as "teamIds", created_by as "createdBy"`,
    [caller.tenantId, hash, purpose],
  );
  return link;
}

export const deleteTokensOfUser = ({ tx, caller }: TransactionContext, userId: string): Promise<unknown> =>
  tx.query('delete from one_time_tokens where tenant_id = $1::bigint and user_id = $2::uuid', [
    caller.tenantId,
    userId,
  ]);

export const deleteResetTokensOfUser = ({ tx, caller }: TransactionContext, userId: string): Promise<unknown> =>
  tx.query(`delete from one_time_tokens where tenant_id = $1::bigint and user_id = $2::uuid and purpose = 'reset'`, [
    caller.tenantId,
    userId,
  ]);
