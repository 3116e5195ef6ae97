import type { Tenant } from '#core/access/directory.ts';
import type { Context, TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { newId } from '#lib/ids.ts';
import { newOneTime, readOneTime } from '#lib/one-time-token.ts';
import { inTenantOf } from './accounts.ts';
import { requireNotSuspended } from './sql/tenants.ts';

/** Nobody tries links out. */
const deadLinks: Rate = { name: 'dead links', most: 100, perMs: 60_000 };

export type Purpose = 'reset' | 'verification' | 'invitation';

interface NewLink {
  readonly purpose: Purpose;
  readonly email: string;
  readonly userId?: string;
  readonly roles?: readonly string[];
  readonly createdBy?: string | null;
  readonly lifetimeMs: number;
}

/** What a link stands for. */
export interface Link {
  readonly id: string;
  readonly email: string;
  readonly userId: string | null;
  readonly roles: string[] | null;
  readonly createdBy: string | null;
}

/** Makes the token of a link; an earlier one for the same purpose and address is void from then on. */
export async function newLink(
  { tx, caller }: TransactionContext,
  link: NewLink,
): Promise<{ id: string; token: string }> {
  const { purpose, email, userId = null, roles = null, createdBy = null, lifetimeMs } = link;
  await tx.query(
    'delete from one_time_tokens where tenant_id = $1::bigint and purpose = $2::text and email_folded = lower($3::text)',
    [caller.tenantId, purpose, email],
  );
  const id = newId();
  const { token, hash } = newOneTime(caller.tenantId);
  await tx.query(
    `insert into one_time_tokens (tenant_id, hash, id, purpose, user_id, email, roles, created_by, expires_at)
     values ($1::bigint, $2::bytea, $3::uuid, $4::text, $5::uuid, $6::text, $7::text[], $8::uuid,
       now() + $9::float8 * interval '1 millisecond')`,
    [caller.tenantId, hash, id, purpose, userId, email, roles, createdBy, lifetimeMs],
  );
  return { id, token };
}

/** Renews the link that waits at an address, if one does: the mail that holds it stays good. */
export async function renewLink({ tx, caller }: TransactionContext, link: NewLink): Promise<string | undefined> {
  const { purpose, email, roles = null, createdBy = null, lifetimeMs } = link;
  const [row] = await tx.query<{ id: string }>(
    `update one_time_tokens set roles = $4::text[], created_by = $5::uuid, created_at = now(),
       expires_at = now() + $6::float8 * interval '1 millisecond'
     where tenant_id = $1::bigint and purpose = $2::text and lower(email) = lower($3::text) and expires_at > now()
     returning id`,
    [caller.tenantId, purpose, email, roles, createdBy, lifetimeMs],
  );
  return row?.id;
}

/** Looks whether a link is good, without using it up: before work that rubbish should not cost us. */
export const requireLink = (context: Context, token: string, purpose: Purpose): Promise<void> =>
  openLink(context, token, async (within, tenant, hash) => {
    const found = await within.tx.query(
      `select 1 from one_time_tokens where tenant_id = $1::bigint and hash = $2::bytea and purpose = $3::text and expires_at > now()`,
      [tenant.id, hash, purpose],
    );
    if (found.length === 0) throw deadLink();
  });

/**
 * Uses a link up, and runs in the transaction of that: what fails leaves the link as it was. The link names its tenant, so
 * that whoever follows it need not.
 */
export const withLink = <T>(
  context: Context,
  token: string,
  purpose: Purpose,
  run: (context: TransactionContext, link: Link, tenant: Tenant) => Promise<T>,
): Promise<T> =>
  openLink(context, token, async (within, tenant, hash) => {
    const [link] = await within.tx.query<Link>(
      `delete from one_time_tokens where tenant_id = $1::bigint and hash = $2::bytea and purpose = $3::text and expires_at > now()
       returning id, email, user_id as "userId", roles, created_by as "createdBy"`,
      [tenant.id, hash, purpose],
    );
    if (!link) throw deadLink();
    return run(within, link, tenant);
  });

/** Goes to the tenant that a token names. Those that lead nowhere are counted. */
async function openLink<T>(
  context: Context,
  token: string,
  run: (context: TransactionContext, tenant: Tenant, hash: Buffer) => Promise<T>,
): Promise<T> {
  const { rates } = context.services;
  const network = networkOf(context.origin?.ip ?? '');
  await rates.enter(context, deadLinks, network);
  const read = readOneTime(token);
  if (!read) throw deadLink();
  const tenant = await context.services.directory.tenantById(read.tenantId);
  if (!tenant) throw deadLink();
  const result = await inTenantOf(context, tenant, async (within) => {
    await requireNotSuspended(within);
    return run(within, tenant, read.hash);
  });
  await rates.leave(deadLinks, network);
  return result;
}

const deadLink = () =>
  invalid('token', 'invalid_token', 'is not valid: the link was used, has expired, or was replaced by a newer one');
