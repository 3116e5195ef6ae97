import { givenValue, type ModelHooks, setValue } from '#core/models/hooks.ts';
import { takeTicketNumber } from '../sql/ticket-numbers.ts';

export const ticketHooks: ModelHooks = {
  /** Gives the next number to a new ticket without a number. */
  async beforeSave(context, saving) {
    if (saving.previous === undefined && !givenValue(saving, 'ticketNumber'))
      setValue(saving, 'ticketNumber', await takeTicketNumber(context));
    return undefined;
  },
};
