import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { BatchStatus } from '../../queue/batch.ts';

export interface BatchCounts {
  readonly status: BatchStatus;
  readonly pauseReason: string | null;
  readonly accepted: number;
  readonly sent: number;
  readonly delivered: number;
  readonly failed: number;
  readonly bounced: number;
  readonly skipped: number;
  readonly duplicates: number;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
}

/** Counts the state of a batch from the facts of its mails, so that it is always current. */
export async function readBatchCounts(db: Queryable, tenantId: string, id: string): Promise<BatchCounts | undefined> {
  const [row] = await db.query<BatchCounts>(
    `select b.* from ${scoped(
      'b',
      `select b.status, b.pause_reason as "pauseReason", b.accepted, b.duplicates, b.started_at as "startedAt", b.finished_at as "finishedAt",
         coalesce(f.sent, 0) as sent, coalesce(f.delivered, 0) as delivered, coalesce(f.failed, 0) as failed,
         coalesce(f.bounced, 0) as bounced, b.skipped + c.cancelled as skipped
       from mail_batches b
       cross join lateral (
         select count(*) filter (where m.sent)::int as sent, count(*) filter (where m.failed)::int as failed,
           count(*) filter (where m.bounced)::int as bounced,
           count(*) filter (where m.delivered or (m.sent and not m.bounced))::int as delivered
         from (
           select bool_or(f.kind = 'sent') as sent, bool_or(f.kind = 'delivered') as delivered, bool_or(f.kind = 'failed') as failed,
             bool_or(f.kind = 'bounced') as bounced
           from mail_facts f where ${inTenant('f')} and f.batch_id = b.id and f.kind in ('sent', 'delivered', 'failed', 'bounced')
           group by f.email_id
         ) m
       ) f
       cross join lateral (
         select count(*)::int as cancelled from communications_emails e
         where ${inTenant('e')} and e.batch_id = $2::text and e.status = 'cancelled'
       ) c
       where ${inTenant('b')} and b.id = $2::uuid`,
    )}`,
    [tenantId, id],
  );
  return row;
}
