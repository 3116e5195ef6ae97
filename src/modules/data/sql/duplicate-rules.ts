import { type Context, queryable, type TransactionContext } from '#core/context.ts';
import { scanIdOf } from '#core/duplicates/matching.ts';
import type { DuplicateRule } from '#core/models/model.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { inTenant, scoped } from '#db/params.ts';

export interface StoredRule extends DuplicateRule {
  readonly active: boolean;
}

const columns = `r.id, r.model, r.match, r.method, r.on_create as "onCreate", r.active`;

export const rulesOfModel = (context: Context, model: string): Promise<StoredRule[]> =>
  queryable(context).query<StoredRule>(
    `select r.* from ${scoped(
      'r',
      `select ${columns} from data_duplicate_rules r where ${inTenant('r')} and r.model = $2::text order by r.created_at, r.id`,
    )}`,
    [context.caller.tenantId, model],
  );

export async function findRule(context: Context, id: string): Promise<StoredRule | undefined> {
  const [rule] = await queryable(context).query<StoredRule>(
    `select r.* from ${scoped('r', `select ${columns} from data_duplicate_rules r where ${inTenant('r')} and r.id = $2::uuid`)}`,
    [context.caller.tenantId, id],
  );
  return rule;
}

/**
 * Deletes the scans of rules, so that the nightly job removes their keys. The scan of `current` stays: it is the one of
 * the rule as it is now.
 */
export const deleteScans = (
  { tx, caller }: TransactionContext,
  ruleIds: readonly string[],
  current?: RecordObject,
): Promise<unknown> =>
  tx.query(
    'delete from duplicate_scans where tenant_id = $1::bigint and rule_id = any($2::uuid[]) and id is distinct from $3::uuid',
    [
      caller.tenantId,
      ruleIds,
      current ? scanIdOf({ ...(current as unknown as DuplicateRule), id: String(current._id) }) : null,
    ],
  );

/** Deletes up to `limit` keys and pairs of scans that do not exist any more. Returns how many were deleted. */
export async function deleteStrayKeys({ tx, caller }: TransactionContext, limit: number): Promise<number> {
  let deleted = 0;
  for (const table of ['duplicate_keys', 'duplicate_pairs']) {
    const rows = await tx.query(
      `delete from ${table} where ctid in (
         select k.ctid from ${table} k where k.tenant_id = $1::bigint
           and not exists (select from duplicate_scans s where s.tenant_id = $1::bigint and s.id = k.scan_id) limit $2::int)
       and tenant_id = $1::bigint returning 1`,
      [caller.tenantId, limit],
    );
    deleted += rows.length;
  }
  return deleted;
}
