import { invalid } from '#core/errors.ts';
import { givenValue, type ModelHooks } from '#core/models/hooks.ts';

/** A member is a contact or a lead. Checked here and not by the model, because many members are written at once. */
export const memberHooks: ModelHooks = {
  async beforeSave(_context, saving) {
    const savedValue = (key: string) => {
      const given = givenValue(saving, key);
      return given === undefined ? saving.previous?.[key] : given;
    };
    if (!savedValue('contactId') && !savedValue('leadId'))
      throw invalid('contactId', 'one_of_required', 'or leadId is required: a member is a contact or a lead');
    return undefined;
  },
};
