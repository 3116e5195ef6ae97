import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import { inTenant, scoped } from '#db/params.ts';
import type { ImportMode, ImportOptions } from '../input/import-input.ts';

export interface StoredImport {
  readonly id: string;
  readonly model: string;
  readonly mode: ImportMode;
  readonly matchBy: string | null;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly options: ImportOptions;
  readonly dryRun: boolean;
  readonly fileName: string;
  readonly format: string | null;
  readonly columns: readonly string[] | null;
  readonly storedFileId: string | null;
  readonly status: string;
  readonly total: number | null;
  readonly processed: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly errors: readonly RowError[];
  readonly undone: number;
  readonly kept: number;
  readonly keptReasons: readonly KeptChange[];
  /** The event before which the undo goes on. */
  readonly undoAt: string | null;
  readonly jobId: string | null;
  readonly keyId: string | null;
  readonly ownerId: string | null;
  readonly startedAt: Date | null;
}

/** A change that an undo has kept. */
export interface KeptChange {
  readonly model: string;
  readonly id: string;
  readonly reason: string;
}

/** Why a row was rejected. */
export interface RowError {
  readonly row: number;
  readonly line: number;
  /** The column of the file, or else the field. */
  readonly field: string | null;
  readonly code: string;
  readonly message: string;
}

const counts = ['processed', 'created', 'updated', 'unchanged', 'failed', 'undone', 'kept'] as const;

const columns = `i.id, i.model, i.mode, i.match_by as "matchBy", i.mapping, i.options, coalesce(i.dry_run, false) as "dryRun",
  i.file_name as "fileName", i.format, i.columns, i.stored_file_id as "storedFileId", i.status, i.total::float8 as total,
  ${counts.map((name) => `coalesce(i.${name}, 0)::float8 as "${name}"`).join(', ')},
  coalesce(i.errors, '[]') as errors, coalesce(i.kept_reasons, '[]') as "keptReasons", i.undo_at as "undoAt",
  i.job_id as "jobId", i.key_id as "keyId", i.owner_id as "ownerId", i.started_at as "startedAt"`;

export async function lockImport({ tx, caller }: TransactionContext, id: string): Promise<StoredImport | undefined> {
  const [row] = await tx.query<StoredImport>(
    `select ${columns} from data_imports i where i.tenant_id = $1::bigint and i.id = $2::uuid for update`,
    [caller.tenantId, id],
  );
  return row;
}

export async function findImport(context: Context, id: string): Promise<StoredImport | undefined> {
  const [row] = await queryable(context).query<StoredImport>(
    `select i.* from ${scoped('i', `select ${columns} from data_imports i where ${inTenant('i')} and i.id = $2::uuid`)}`,
    [context.caller.tenantId, id],
  );
  return row;
}

export interface ImportCounts {
  readonly processed: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly errors: readonly RowError[];
}

/** Stores the counts of a running import, in the transaction of its batch. The fields are `eventless`. */
export const writeCounts = ({ tx, caller }: TransactionContext, id: string, counted: ImportCounts): Promise<unknown> =>
  tx.query(
    `update data_imports set processed = $3::bigint, created = $4::bigint, updated = $5::bigint, unchanged = $6::bigint,
       failed = $7::bigint, errors = $8::jsonb, updated_at = clock_timestamp()
     where tenant_id = $1::bigint and id = $2::uuid`,
    [
      caller.tenantId,
      id,
      counted.processed,
      counted.created,
      counted.updated,
      counted.unchanged,
      counted.failed,
      JSON.stringify(counted.errors),
    ],
  );

export const writeTotal = (context: TransactionContext, id: string, total: number): Promise<unknown> =>
  context.tx.query('update data_imports set total = $3::bigint where tenant_id = $1::bigint and id = $2::uuid', [
    context.caller.tenantId,
    id,
    total,
  ]);

/** Stores how far an undo is, in the transaction of its batch. */
export const writeUndone = (
  { tx, caller }: TransactionContext,
  id: string,
  { undone, kept, keptReasons, undoAt }: Pick<StoredImport, 'undone' | 'kept' | 'keptReasons' | 'undoAt'>,
): Promise<unknown> =>
  tx.query(
    `update data_imports set undone = $3::bigint, kept = $4::bigint, kept_reasons = $5::jsonb, undo_at = $6::text, updated_at = clock_timestamp()
     where tenant_id = $1::bigint and id = $2::uuid`,
    [caller.tenantId, id, undone, kept, JSON.stringify(keptReasons), undoAt],
  );
