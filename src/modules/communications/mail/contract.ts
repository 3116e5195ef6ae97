/** Exports for the part `incoming`, which reports about sent mails. */

export { applyReportsIn } from './delivery-reports/apply-reports.ts';
export { type Fact, recordFacts } from './facts/record-facts.ts';
export { sendingError } from './outbox/sending-error.ts';
export { readMailboxError } from './outbox/sql/mailbox-error.ts';
