import type { Transaction } from '#db/database.ts';

export interface Progress {
  readonly id: string;
  readonly version: number;
  readonly stepKey: string | null;
  readonly nextAt: Date | null;
  readonly runs: number;
  readonly attempt: number;
}

/** Writes where enrollments are to their records, without events. */
export async function saveProgress(tx: Transaction, tenantId: string, rows: readonly Progress[]): Promise<void> {
  if (rows.length === 0) return;
  const column = <T>(of: (row: Progress) => T): T[] => rows.map(of);
  await tx.query(
    `update marketing_workflow_enrollments e set workflow_version = p.version, current_step = p.step_key, next_run_at = p.next_at,
       last_run_at = clock_timestamp(), step_count = p.runs, attempt_count = p.attempt
     from unnest($2::uuid[], $3::int[], $4::text[], $5::timestamptz[], $6::int[], $7::int[])
       p(id, version, step_key, next_at, runs, attempt)
     where e.tenant_id = $1::bigint and e.id = p.id`,
    [
      tenantId,
      column(({ id }) => id),
      column(({ version }) => version),
      column(({ stepKey }) => stepKey),
      column(({ nextAt }) => nextAt?.toISOString() ?? null),
      column(({ runs }) => runs),
      column(({ attempt }) => attempt),
    ],
  );
}
