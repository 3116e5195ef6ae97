/** The queries and pieces of SQL that other modules may use. */

export { recordAnswers } from './activities/record-answers.ts';
export { requireContactSegment } from './require-contact-segment.ts';
export { readContactAddresses } from './sql/contact-addresses.ts';
export { contactOfNumber, findContactByNumber } from './sql/contact-of-number.ts';
export { accountsByDomain, onlyOpenDeals } from './sql/find-accounts.ts';
export { contactsByAddress, type FoundContact, findContacts, leadsByAddress } from './sql/find-people.ts';
export { contactAddresses, contacts, contactsWithoutMail, existingContact, wonDeals } from './sql/pieces.ts';
