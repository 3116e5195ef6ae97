import type { TransactionContext } from '#core/context.ts';
import type { CustomModelDefinition } from '#core/models/custom.ts';
import { newId } from '#lib/ids.ts';

/** Locks the tenant's schema until the transaction ends, so that changes run one after the other. */
export async function lockSchema({ tx, caller }: TransactionContext): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(4710004, ($1::bigint % 2147483647)::int)`, [caller.tenantId]);
}

export async function insertCustomModel(
  { tx, caller }: TransactionContext,
  { moduleKey, slug, definition }: { moduleKey: string; slug: string; definition: CustomModelDefinition },
): Promise<void> {
  await tx.query(
    `insert into custom_models (tenant_id, id, module_key, slug, definition) values ($1::bigint, $2::uuid, $3::text, $4::text, $5::jsonb)`,
    [caller.tenantId, newId(), moduleKey, slug, JSON.stringify(definition)],
  );
}

/** Waits for open writes of records of the model. Later writes do not find the model. */
export async function lockCustomModel({ tx, caller }: TransactionContext, id: string): Promise<void> {
  await tx.query('select from custom_models where tenant_id = $1::bigint and id = $2::uuid for update', [
    caller.tenantId,
    id,
  ]);
}

export async function changeModelDefinition(
  { tx, caller }: TransactionContext,
  id: string,
  change: object,
): Promise<void> {
  await tx.query(
    `update custom_models set definition = definition || $3::jsonb where tenant_id = $1::bigint and id = $2::uuid`,
    [caller.tenantId, id, JSON.stringify(change)],
  );
}

/** Sets the title field of a model that has none. */
export async function setTitleField(
  { tx, caller }: TransactionContext,
  id: string | null,
  fieldKey: string,
): Promise<void> {
  await tx.query(
    `update custom_models set definition = definition || jsonb_build_object('titleField', $3::text)
       where tenant_id = $1::bigint and id = $2::uuid and not definition ? 'titleField'`,
    [caller.tenantId, id, fieldKey],
  );
}

/** Clears the title field of a model if it is this field. True when it was; the title is the record id then. */
export async function clearTitleField(
  { tx, caller }: TransactionContext,
  id: string | null,
  fieldKey: string,
): Promise<boolean> {
  const rows = await tx.query(
    `update custom_models set definition = definition - 'titleField'
     where tenant_id = $1::bigint and id = $2::uuid and definition->>'titleField' = $3::text returning 1`,
    [caller.tenantId, id, fieldKey],
  );
  return rows.length > 0;
}
