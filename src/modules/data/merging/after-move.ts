import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { RelinkedRow } from '#core/operations/relink.ts';
import { lockRows } from '#core/operations/restore-statements.ts';
import type { RecordObject } from '#core/operations/validate.ts';

interface MovedRows {
  /** `module.slug`. */
  readonly model: string;
  readonly field: string;
  readonly rows: readonly RelinkedRow[];
}

/**
 * Runs the hooks of rows whose reference was moved, as other updates of a reference do: lines that move to another
 * document change its totals.
 */
export async function runSaveHooks(
  context: TransactionContext,
  { model: name, field, rows }: MovedRows,
): Promise<void> {
  const model = context.registry.named(name);
  if (!model?.hooks.afterSave || rows.length === 0) return;
  const current = await lockRows(
    context,
    model,
    rows.map(({ id }) => id),
  );
  for (const { id, before } of rows) {
    const text = current.get(id);
    if (text === undefined) continue;
    const record = JSON.parse(text) as RecordObject;
    await model.hooks.afterSave(context, { model, previous: { ...record, [field]: before as JsonValue }, record });
  }
}
