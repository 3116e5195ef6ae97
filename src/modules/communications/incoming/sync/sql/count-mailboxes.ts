import type { Database } from '#db/database.ts';

export interface MailboxCounts {
  readonly states: readonly { readonly state: string; readonly count: number }[];
  /** Seconds since the last run of the mailbox that has waited longest. */
  readonly lagSeconds: number;
}

/** Counts the mailboxes of all tenants. Those that wait for their users have no lag. */
export async function countMailboxes(db: Database): Promise<MailboxCounts> {
  return db.platform(async (tx) => {
    const states = await tx.query<{ state: string; count: number }>(
      'select state, count(*)::int as count from mailbox_leases group by state',
    );
    const [lag] = await tx.query<{ seconds: number }>(
      `select coalesce(greatest(0, max(extract(epoch from now() - synced_at))), 0)::float8 as seconds
       from mailbox_leases where next_at <> 'infinity'`,
    );
    return { states, lagSeconds: lag?.seconds ?? 0 };
  });
}
