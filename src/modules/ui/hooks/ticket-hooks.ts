import { givenValue, type ModelHooks, setValue } from '#core/models/hooks.ts';
import { takeTicketNumber } from '../sql/ticket-numbers.ts';

export const ticketHooks: ModelHooks = {
  /** A ticket that has no number gets the next one. */
  async beforeSave(context, saving) {
    if (saving.previous === undefined && !givenValue(saving, 'ticketNumber'))
      setValue(saving, 'ticketNumber', await takeTicketNumber(context));
    return undefined;
  },
};
