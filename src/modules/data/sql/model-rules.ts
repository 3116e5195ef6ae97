import type { TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import type { RuleDefinition } from '#core/models/rule.ts';

export async function insertRule(
  { tx, caller }: TransactionContext,
  { moduleKey, slug, customId }: Model,
  id: string,
  definition: RuleDefinition,
): Promise<void> {
  await tx.query(
    `insert into model_rules (tenant_id, id, module_key, slug, model_id, definition)
     values ($1::bigint, $2::uuid, $3::text, $4::text, $5::uuid, $6::jsonb)`,
    [caller.tenantId, id, moduleKey, slug, customId ?? null, JSON.stringify(definition)],
  );
}

export async function saveRule(
  { tx, caller }: TransactionContext,
  id: string,
  definition: RuleDefinition,
): Promise<void> {
  await tx.query('update model_rules set definition = $3::jsonb where tenant_id = $1::bigint and id = $2::uuid', [
    caller.tenantId,
    id,
    JSON.stringify(definition),
  ]);
}

export async function removeRule({ tx, caller }: TransactionContext, id: string): Promise<void> {
  await tx.query('delete from model_rules where tenant_id = $1::bigint and id = $2::uuid', [caller.tenantId, id]);
}
