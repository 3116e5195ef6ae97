import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { withinField } from '#core/models/status-list.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { newId } from '#lib/ids.ts';

/**
 * Creates the records that models declare for a new tenant, such as statuses, one statement for each model. They are
 * correct as declared, so hooks need not check them.
 */
export async function createStandardRecords(context: TransactionContext): Promise<void> {
  const defaults = new Map<string, string>();
  for (const model of context.registry.models) {
    if (model.standard.length === 0) continue;
    const rows = standardRows(model, defaults);
    await insertMany(context, model, rows, { withoutHooks: true });
    const main = rows.find(({ values }) => values.isDefault === true);
    if (main) defaults.set(model.name, main.id);
  }
}

/** Lists belong to the default record of their parent, which is created before them. */
function standardRows(
  model: Model,
  defaults: ReadonlyMap<string, string>,
): { id: string; values: Readonly<Record<string, JsonValue>> }[] {
  const within = withinField(model);
  const parent = within && { [within.key]: defaults.get(within.declared.to ?? '') ?? null };
  return model.standard.map((values) => ({ id: newId(), values: { ...values, ...parent } }));
}
