/** The actions, queries and pieces of SQL that other modules may use. */

/** The actions of the page of a lead. Their input has the property `leadId`. */
export const leadActions = {
  convert: { name: 'sales.convertLead' },
  unconvert: { name: 'sales.unconvertLead' },
  score: { name: 'sales.scoreLead' },
  route: { name: 'sales.routeLead' },
} as const;

/** Actions of quotes and orders. Their input has the property `id`. */
export const quoteActions = {
  send: { name: 'sales.sendQuote' },
  accept: { name: 'sales.acceptQuote' },
  decline: { name: 'sales.declineQuote' },
  revise: { name: 'sales.reviseQuote' },
  order: { name: 'sales.orderQuote' },
} as const;

export const orderActions = {
  confirm: { name: 'sales.confirmOrder' },
  ship: { name: 'sales.shipOrder' },
  deliver: { name: 'sales.deliverOrder' },
  cancel: { name: 'sales.cancelOrder' },
  return: { name: 'sales.returnOrder' },
  invoice: { name: 'sales.invoiceOrder' },
} as const;

export { recordAnswers } from './activities/record-answers.ts';
export { readContactAddresses } from './sql/contact-addresses.ts';
export { contactOfNumber, findContactByNumber } from './sql/contact-of-number.ts';
export { accountsByDomain, onlyOpenDeals } from './sql/find-accounts.ts';
export {
  contactsByAddress,
  convertedContacts,
  type FoundContact,
  findContacts,
  findLeads,
  leadsByAddress,
} from './sql/find-people.ts';
export {
  contactAddresses,
  contactOfLead,
  contacts,
  existingContact,
  existingLead,
  leads,
  peopleWithOptIn,
  peopleWithoutMail,
  wonDeals,
} from './sql/pieces.ts';
export { setUnsubscribed } from './unsubscribe-people.ts';
