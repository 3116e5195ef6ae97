/** What the reading of mailboxes reports about mails that went out. */

export { applyReportsIn } from './delivery-reports/apply-reports.ts';
export { type Fact, recordFacts } from './facts/record-facts.ts';
export { sendingError } from './outbox/sending-error.ts';
export { readMailboxError } from './outbox/sql/mailbox-error.ts';
