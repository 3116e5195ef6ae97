import type { TransactionContext } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { tableAs, tenantRows } from '#core/query/rows.ts';

/** Statements that correct the values of a restored field. */

/**
 * Deletes unique values that no record has any more, because records were deleted, or restored without their value,
 * while the field was deleted.
 */
export async function deleteUnusedUniques(
  { tx, caller }: TransactionContext,
  model: Model,
  fieldId: string,
): Promise<void> {
  await tx.query(
    `delete from custom_uniques u where u.tenant_id = $1::bigint and u.field_id = $2::uuid and not exists (
       select from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and t.id = u.record_id
         and t.custom->>($2::uuid::text) is not null)`,
    [caller.tenantId, fieldId],
  );
}

/**
 * Removes references to records that were deleted while the field was deleted. It writes no event, because no response has
 * shown these references since.
 */
export async function removeDanglingReferences(
  { tx, caller }: TransactionContext,
  model: Model,
  target: Model,
  field: Field,
): Promise<void> {
  const exists = (id: string) =>
    `exists (select from ${tableAs(target, 'x')} where ${tenantRows(target, 'x')} and x.id = ${id})`;
  const value = field.sql('t');
  const [remaining, dangling] = field.type.array
    ? [
        `(select coalesce(jsonb_agg(u.e order by u.n), '[]') from unnest(${value}) with ordinality u(e, n) where ${exists('u.e')})`,
        `exists (select from unnest(${value}) u(e) where not ${exists('u.e')})`,
      ]
    : [`'null'::jsonb`, `${value} is not null and not ${exists(value)}`];
  await tx.query(
    `update ${tableAs(model, 't')} set custom = t.custom || jsonb_build_object('${field.customId}', ${remaining})
     where ${tenantRows(model, 't')} and t.custom ? '${field.customId}' and ${dangling}`,
    [caller.tenantId],
  );
}
