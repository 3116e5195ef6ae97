import type { Transaction } from '#db/database.ts';

/** A day, in which points that decay change little. */
const recomputeAfter = `interval '1 day'`;

/** Stores which records must be scored again because their points decay. */
export async function setDue(
  tx: Transaction,
  tenantId: string,
  scored: string,
  scores: readonly { readonly id: string; readonly decays: boolean }[],
): Promise<void> {
  const ids = (decays: boolean) => scores.filter((score) => score.decays === decays).map(({ id }) => id);
  await tx.query(
    `with ended as (
      delete from score_decays where tenant_id = $1::bigint and model_key = $2::text and record_id = any($3::uuid[])
    )
    insert into score_decays (tenant_id, model_key, record_id, due_at)
    select $1::bigint, $2::text, id, now() + ${recomputeAfter} from unnest($4::uuid[]) id
    on conflict (tenant_id, model_key, record_id) do update set due_at = excluded.due_at`,
    [tenantId, scored, ids(false), ids(true)],
  );
}

export interface DueScore {
  readonly modelKey: 'leads' | 'contacts';
  readonly id: string;
}

export const readDue = (tx: Transaction, tenantId: string, limit: number): Promise<DueScore[]> =>
  tx.query<DueScore>(
    `select model_key as "modelKey", record_id as id from score_decays
     where tenant_id = $1::bigint and due_at <= now() order by due_at limit $2::int`,
    [tenantId, limit],
  );

/** Removes rows of records that were deleted. */
export const removeDue = (tx: Transaction, tenantId: string, due: readonly DueScore[]): Promise<unknown> =>
  tx.query(
    `delete from score_decays d using unnest($2::text[], $3::uuid[]) g(model_key, id)
     where d.tenant_id = $1::bigint and d.model_key = g.model_key and d.record_id = g.id`,
    [tenantId, due.map(({ modelKey }) => modelKey), due.map(({ id }) => id)],
  );
