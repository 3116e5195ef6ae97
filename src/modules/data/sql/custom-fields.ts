import type { TransactionContext } from '#core/context.ts';
import type { CustomFieldDefinition } from '#core/models/custom.ts';
import type { Model } from '#core/models/model.ts';
import { newId } from '#lib/ids.ts';
import { parseJson } from '#lib/json.ts';

export async function insertCustomField(
  { tx, caller }: TransactionContext,
  { moduleKey, slug }: Model,
  key: string,
  definition: CustomFieldDefinition,
): Promise<void> {
  await tx.query(
    `insert into custom_fields (tenant_id, id, module_key, slug, key, definition)
     values ($1::bigint, $2::uuid, $3::text, $4::text, $5::text, $6::jsonb)`,
    [caller.tenantId, newId(), moduleKey, slug, key, JSON.stringify(definition)],
  );
}

/** The stored definition. The registry has a reduced copy of a very large definition. */
export async function readFieldDefinition(
  { tx, caller }: TransactionContext,
  id: string,
): Promise<CustomFieldDefinition> {
  const [row] = await tx.query<{ definition: string }>(
    'select definition::text as definition from custom_fields where tenant_id = $1::bigint and id = $2::uuid',
    [caller.tenantId, id],
  );
  return parseJson(row?.definition ?? '{}') as CustomFieldDefinition;
}

export async function saveFieldDefinition(
  { tx, caller }: TransactionContext,
  id: string,
  definition: CustomFieldDefinition,
): Promise<void> {
  await tx.query('update custom_fields set definition = $3::jsonb where tenant_id = $1::bigint and id = $2::uuid', [
    caller.tenantId,
    id,
    JSON.stringify(definition),
  ]);
}
