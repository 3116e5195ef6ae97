import type { Services } from '#core/context.ts';
import { networkOf, type Rate } from '#core/limits/rates.ts';
import { SharedWindows } from '#core/limits/shared-windows.ts';

/** Of one address, at one form. Several people may share an address. */
const ofVisitor: Rate = { name: 'submissions of a visitor', max: 60, perMs: 60_000 };
/** Of all addresses together: robots have many. */
const ofForm: Rate = { name: 'submissions of a form', max: 6000, perMs: 60_000 };

const windowsOf = new WeakMap<Services, SharedWindows>();

/**
 * Counts a submission; throws when there are too many. Nodes compare their counts every second: a count in the database would cost a second
 * commit for each submission, and this limit keeps robots out, it protects no password.
 */
export function countSubmission(services: Services, formId: string, ip: string): void {
  const windows = windowsOf.get(services) ?? new SharedWindows(services.db, services.log);
  windowsOf.set(services, windows);
  windows.enter(ofVisitor, `${formId} ${networkOf(ip)}`);
  windows.enter(ofForm, formId);
}
