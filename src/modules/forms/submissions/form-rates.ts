import type { Services } from '#core/context.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { SharedWindows } from '#core/limits/shared-windows.ts';
import { defineService } from '#core/module-service.ts';

/** The rate of one network at one form. Several people may share a network. */
const ofVisitor: Rate = { name: 'submissions of a visitor', max: 60, perMs: 60_000 };
/** The rate of all networks together, because robots use many. */
const ofForm: Rate = { name: 'submissions of a form', max: 6000, perMs: 60_000 };

export const submissionWindows = defineService({
  name: 'forms.submissionWindows',
  make: ({ db, log }) => new SharedWindows(db, log),
});

/**
 * Counts a submission, and throws when the rate is exceeded. Nodes compare their counts every second. A count in the
 * database would cost a second commit for each submission; this limit does not need it, because it keeps robots out and
 * protects no password.
 */
export function countSubmission(services: Services, formId: string, ip: string): void {
  const windows = services.of(submissionWindows);
  windows.enter(ofVisitor, `${formId} ${networkOf(ip)}`);
  windows.enter(ofForm, formId);
}
