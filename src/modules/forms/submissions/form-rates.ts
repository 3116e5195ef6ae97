import type { Services } from '#core/context.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { SharedWindows } from '#core/limits/shared-windows.ts';
import { defineService } from '#core/module-service.ts';

/** Rate for one address at one form. Several people may share an address. */
const ofVisitor: Rate = { name: 'submissions of a visitor', max: 60, perMs: 60_000 };
/** Rate for all addresses together, because robots have many. */
const ofForm: Rate = { name: 'submissions of a form', max: 6000, perMs: 60_000 };

export const submissionWindows = defineService({
  name: 'forms.submissionWindows',
  make: ({ db, log }) => new SharedWindows(db, log),
});

/**
 * Counts a submission; throws when there are too many. Nodes compare their counts every second: a count in the database would cost a second
 * commit for each submission, and this limit keeps robots out, it protects no password.
 */
export function countSubmission(services: Services, formId: string, ip: string): void {
  const windows = services.of(submissionWindows);
  windows.enter(ofVisitor, `${formId} ${networkOf(ip)}`);
  windows.enter(ofForm, formId);
}
