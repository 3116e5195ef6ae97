import type { ActionHandle } from '#core/action.ts';

/** The actions, queries and pieces of SQL that other modules may use. */

interface QuoteToSend {
  readonly id: string;
  readonly to?: string;
  readonly message?: string;
}

/** Its types are declared here, because the action uses a module that uses this contract. */
export const sendQuote: ActionHandle<QuoteToSend, { readonly _id: string; readonly status: string | null }> = {
  name: 'sales.sendQuote',
};

export { recordAnswers } from './activities/record-answers.ts';
export { requireContactSegment } from './require-contact-segment.ts';
export { readContactAddresses } from './sql/contact-addresses.ts';
export { contactOfNumber, findContactByNumber } from './sql/contact-of-number.ts';
export { accountsByDomain, onlyOpenDeals } from './sql/find-accounts.ts';
export { contactsByAddress, type FoundContact, findContacts, leadsByAddress } from './sql/find-people.ts';
export { contactAddresses, contacts, contactsWithoutMail, existingContact, wonDeals } from './sql/pieces.ts';
