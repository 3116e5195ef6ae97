import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Context } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { guessColumns, type UnknownColumn } from './guess-columns.ts';

/** Models that people import most, in the order that decides between equal guesses. */
const usual = ['sales.contacts', 'sales.accounts', 'sales.leads', 'sales.opportunities', 'sales.products'];

/** The model that most of the columns fit; undefined when none fits. A tenant may have many models, so each has a turn. */
export async function guessModel(context: Context, columns: readonly UnknownColumn[]): Promise<Model | undefined> {
  let best: { model: Model; count: number } | undefined;
  const { registry, caller } = context;
  const customs = registry.models.filter(({ customId }) => customId !== undefined);
  const named = usual.flatMap((name) => registry.named(name) ?? []);
  for (const model of [...named, ...customs]) {
    if (caller.access.reach(model.scopes.write) === undefined) continue;
    await nextTurn();
    const count = guessColumns(registry, caller.access.grant(model, 'write'), columns).filter(
      (field) => field !== null,
    ).length;
    if (count > (best?.count ?? 0)) best = { model, count };
  }
  return best?.model;
}
