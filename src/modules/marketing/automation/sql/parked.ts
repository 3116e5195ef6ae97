import type { Transaction } from '#db/database.ts';

/**
 * Takes deleted enrollments out of the queue. Their places and logs are kept for a restore. Returns how many of each workflow
 * were in it.
 */
export async function parkDeleted(
  tx: Transaction,
  tenantId: string,
  ids: readonly string[],
): Promise<{ workflowId: string; count: number }[]> {
  await tx.query(
    'update workflow_step_runs s set removed = true where s.tenant_id = $1::bigint and s.enrollment_id = any($2::uuid[])',
    [tenantId, ids],
  );
  return tx.query(
    `with gone as (
      delete from workflow_queue q where q.tenant_id = $1::bigint and q.enrollment_id = any($2::uuid[]) returning q.*
    ), parked as (
      insert into workflow_parked as p (tenant_id, enrollment_id, workflow_id, place)
      select $1::bigint, g.enrollment_id, g.workflow_id, to_jsonb(g) from gone g
      on conflict (tenant_id, enrollment_id) do update set place = excluded.place, parked_at = clock_timestamp()
    )
    select g.workflow_id as "workflowId", count(*)::int as count from gone g group by 1 order by 1`,
    [tenantId, ids],
  );
}

/** The place of a restored enrollment before its deletion. */
export interface ParkedPlace {
  readonly version: number;
  readonly stepKey: string;
  readonly runs: number;
  readonly tries: number;
  /** True when another system was being called. */
  readonly started: boolean;
}

/** Shows the log of a restored enrollment again, and returns its place. Undefined when it was in no queue. */
export async function parkedPlace(tx: Transaction, tenantId: string, id: string): Promise<ParkedPlace | undefined> {
  await tx.query(
    'update workflow_step_runs s set removed = false where s.tenant_id = $1::bigint and s.enrollment_id = $2::uuid',
    [tenantId, id],
  );
  const [row] = await tx.query<ParkedPlace>(
    `select (p.place->>'version')::int as version, p.place->>'step_key' as "stepKey", (p.place->>'tries')::int as tries,
       p.place->>'started_at' is not null as started,
       greatest((p.place->>'runs')::int, (select max(s.n) + 1 from workflow_step_runs s
         where s.tenant_id = $1::bigint and s.enrollment_id = p.enrollment_id)) as runs
     from workflow_parked p where p.tenant_id = $1::bigint and p.enrollment_id = $2::uuid`,
    [tenantId, id],
  );
  return row;
}

/**
 * Puts an enrollment back into the queue, as it was: it waits for the same time or event. Returns false when the record is
 * in the workflow by now.
 */
export async function unpark(
  tx: Transaction,
  tenantId: string,
  { id, recordId, runs, allowsMore }: { id: string; recordId: string; runs: number; allowsMore: boolean },
): Promise<boolean> {
  const rows = await tx.query(
    `insert into workflow_queue (tenant_id, enrollment_id, workflow_id, record_id, slot, version, runs, depth, phase, tries, paused,
       step_key, signal, entered_at, next_at, until_at)
     select $1::bigint, p.enrollment_id, p.workflow_id, $3::uuid, case when $5::boolean then hashtext(p.enrollment_id::text) | 1 else 0 end,
       w.version, $4::int, w.depth, w.phase, w.tries, w.paused, w.step_key, w.signal, w.entered_at, w.next_at, w.until_at
     from workflow_parked p cross join jsonb_populate_record(null::workflow_queue, p.place) w
     where p.tenant_id = $1::bigint and p.enrollment_id = $2::uuid and ($5::boolean or not exists (select from workflow_queue q
       where q.tenant_id = $1::bigint and q.record_id = $3::uuid and q.workflow_id = p.workflow_id))
     on conflict do nothing returning 1`,
    [tenantId, id, recordId, runs, allowsMore],
  );
  return rows.length > 0;
}

export const removeParked = (tx: Transaction, tenantId: string, id: string): Promise<unknown> =>
  tx.query('delete from workflow_parked p where p.tenant_id = $1::bigint and p.enrollment_id = $2::uuid', [
    tenantId,
    id,
  ]);
