import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave } from '#core/models/hooks.ts';
import { isId } from '#lib/ids.ts';
import { findScreens } from '../sql/find-screens.ts';
import { checkView, savedValue } from './check-view.ts';

const keys = { columns: 'columns', filter: 'filter', sort: 'sort', groupBy: 'groupBy', dateField: 'dateField' };

/**
 * Checks the lists for which the view is the default. Only users who may configure screens may set them, and the view
 * must be of the list's model.
 */
async function checkDefaults(context: TransactionContext, saving: PendingSave): Promise<void> {
  const places = (savedValue(saving, 'defaultOn') ?? []) as string[];
  const before = (saving.previous?.defaultOn ?? []) as string[];
  const changesModel = givenValue(saving, 'modelKey') !== undefined;
  const added = changesModel ? places : places.filter((place) => !before.includes(place));
  if (added.length === 0) return;
  if (context.caller.userId !== null) context.caller.access.requireFullReach('ui:admin');
  const model = context.registry.named(String(savedValue(saving, 'modelKey')));
  const screens = await findScreens(context, added.filter(isId));
  for (const place of added) {
    const name = isId(place) ? context.registry.named(screens.get(place) ?? '')?.name : place;
    if (model && name !== model.name)
      throw invalid('defaultOn', 'unknown_list', `must be ids of screens of ${model.slug}, or ${model.name}`);
  }
}

export const savedViewHooks: ModelHooks = {
  async beforeSave(context, saving) {
    checkView(context, saving, keys);
    await checkDefaults(context, saving);
    return undefined;
  },
};
