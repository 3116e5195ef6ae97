import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import type { Registry } from '#core/models/registry.ts';
import { dropIndex, insertIndex, readIndexes } from '../sql/formula-indexes.ts';
import { fillFormulaIndex } from './fill-job.ts';
import { removeFormulaCopies } from './remove-job.ts';
import { wantedIndexes } from './wanted-indexes.ts';

/**
 * Makes and drops indexes, so that each formula that is marked as indexed has one of its present value. A formula that changed
 * gets a new one. Call it with the schema locked. Returns true when something changed.
 */
export async function keepIndexes(context: TransactionContext, registry: Registry): Promise<boolean> {
  const { jobs } = context.services;
  const wanted = wantedIndexes(registry);
  const stored = (await readIndexes(context)).filter(({ state }) => state !== 'dropped');
  const kept = new Set<string>();
  let changed = false;
  for (const { id, fieldId, definition } of stored) {
    if (wanted.some((one) => one.field.customId === fieldId && one.definition === definition)) {
      kept.add(fieldId);
      continue;
    }
    await dropIndex(context, id);
    await jobs.enqueue(asPlatform(context), removeFormulaCopies, { id });
    changed = true;
  }
  for (const { model, field, definition } of wanted) {
    if (kept.has(field.customId ?? '')) continue;
    const id = await insertIndex(context, model, field, definition);
    await jobs.enqueue(asPlatform(context), fillFormulaIndex, { id });
    changed = true;
  }
  return changed;
}
