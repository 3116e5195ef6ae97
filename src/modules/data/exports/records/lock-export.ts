import type { TransactionContext } from '#core/context.ts';
import type { ExportRecord } from './export-record.ts';

interface LockedExport {
  readonly status: ExportRecord['status'];
  readonly storageKey: string | null;
}

/** Locks the record. Undefined when it was deleted. */
export async function lockExport({ tx, caller }: TransactionContext, id: string): Promise<LockedExport | undefined> {
  const [row] = await tx.query<LockedExport>(
    `select status, storage_key as "storageKey" from data_exports
     where tenant_id = $1::bigint and id = $2::uuid for update`,
    [caller.tenantId, id],
  );
  return row;
}

/** The number of exports of the account that wait or run. Those of a day ago have no job that will end them. */
export async function countUnfinished({ tx, caller }: TransactionContext): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `select count(*)::int as count from data_exports
     where tenant_id = $1::bigint and status in ('pending', 'running')
       and created_at > now() - interval '1 day'`,
    [caller.tenantId],
  );
  return row?.count ?? 0;
}
