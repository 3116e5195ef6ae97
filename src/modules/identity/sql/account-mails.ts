import type { TransactionContext } from '#core/context.ts';

/** The limit of `max` mails within `perMs`. */
export interface MailWindow {
  readonly max: number;
  readonly perMs: number;
}

/** Counts a mail to an address. Returns false, without counting, when a window is full. */
export async function countMail(
  { tx, caller }: TransactionContext,
  kind: string,
  addressHash: Buffer,
  windows: readonly MailWindow[],
): Promise<boolean> {
  const counted = await tx.query(
    `insert into account_mails as m (tenant_id, address, kind, sent) values ($1::bigint, $2::bytea, $3::text, array[now()])
     on conflict (tenant_id, address, kind) do update set last_at = now(),
       sent = array(select s from unnest(m.sent) s where s > now() - interval '1 day' order by s) || now()
     where not exists (
       select from unnest($4::int[], $5::float8[]) w(mails, ms)
       where (select count(*) from unnest(m.sent) s where s > now() - w.ms * interval '1 millisecond') >= w.mails)
     returning 1`,
    [caller.tenantId, addressHash, kind, windows.map(({ max }) => max), windows.map(({ perMs }) => perMs)],
  );
  return counted.length > 0;
}
