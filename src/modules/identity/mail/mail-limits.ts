import { createHash } from 'node:crypto';
import type { TransactionContext } from '#core/context.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

interface Window {
  readonly most: number;
  readonly perMs: number;
}

const seldom: readonly Window[] = [
  { most: 1, perMs: 10 * minuteMs },
  { most: 5, perMs: dayMs },
];
const hourly: readonly Window[] = [{ most: 10, perMs: hourMs }];

/** Why an address gets a mail, and how often it may. */
const limits = {
  /** An admin invites it. */
  invitation: seldom,
  /** An admin has a link to choose a new password sent to it. */
  resetByAdmin: seldom,
  /** Somebody who is not signed in asks for a link. */
  asked: hourly,
  /** It became, or was, the address of a user. */
  changed: hourly,
} as const;

/**
 * Counts a mail to an address, in the transaction that sends it: false when there were enough. The database counts, so that
 * the limit is the same for any number of nodes.
 */
export async function takeMail(
  { tx, caller }: TransactionContext,
  kind: keyof typeof limits,
  email: string,
): Promise<boolean> {
  const windows = limits[kind];
  const taken = await tx.query(
    `insert into account_mails as m (tenant_id, address, kind, sent) values ($1::bigint, $2::bytea, $3::text, array[now()])
     on conflict (tenant_id, address, kind) do update set last_at = now(),
       sent = array(select s from unnest(m.sent) s where s > now() - interval '1 day' order by s) || now()
     where not exists (
       select from unnest($4::int[], $5::float8[]) w(most, ms)
       where (select count(*) from unnest(m.sent) s where s > now() - w.ms * interval '1 millisecond') >= w.most)
     returning 1`,
    [caller.tenantId, addressHash(email), kind, windows.map(({ most }) => most), windows.map(({ perMs }) => perMs)],
  );
  return taken.length > 0;
}

const addressHash = (email: string): Buffer => createHash('sha256').update(email.toLowerCase()).digest();
