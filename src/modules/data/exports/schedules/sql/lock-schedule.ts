import type { TransactionContext } from '#core/context.ts';
import type { ExportDefinition } from '../../records/export-request.ts';

export interface StoredSchedule extends ExportDefinition {
  readonly id: string;
  readonly name: string;
  readonly cron: string;
  readonly tz: string | null;
  readonly to: readonly string[] | null;
  readonly runAsId: string | null;
  readonly scopes: readonly string[] | null;
  /** Null when the schedule is not active. */
  readonly nextRunAt: Date | null;
}

/** Locks a schedule, so that it cannot be changed while it runs. */
export async function lockSchedule(
  { tx, caller }: TransactionContext,
  id: string,
): Promise<StoredSchedule | undefined> {
  const [row] = await tx.query<StoredSchedule>(
    `select id, name, model, filter, q, sort, fields, format, options, cron, tz, "to", scopes,
       run_as_id as "runAsId", next_run_at as "nextRunAt"
     from data_export_schedules where tenant_id = $1::bigint and id = $2::uuid for update`,
    [caller.tenantId, id],
  );
  return row;
}
