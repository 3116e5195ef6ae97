import { invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks, type PendingSave } from '#core/models/hooks.ts';
import { keepDefault, keepOneDefault, lockSiblings, requireRoom } from '#core/statuses/siblings.ts';

const maxPipelines = 50;

export const pipelineHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const siblings = await lockSiblings(context, saving.model);
    if (!saving.previous) requireRoom(saving.model, siblings, maxPipelines);
    await keepOneDefault(context, saving, siblings);
    requireActiveDefault(saving);
    return undefined;
  },
  beforeRemove: keepDefault,
};

function requireActiveDefault(saving: PendingSave): void {
  const after = (key: string) => givenValue(saving, key) ?? saving.previous?.[key];
  if (after('isDefault') === true && after('active') === false)
    throw invalid(
      'active',
      'default_required',
      'must be true in the default pipeline; make another one the default first',
    );
}
