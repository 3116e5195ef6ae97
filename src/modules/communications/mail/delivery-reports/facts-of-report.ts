import { createHash } from 'node:crypto';
import { newId } from '#lib/ids.ts';
import type { DeliveryReport } from '../../messages/returned/delivery-report.ts';
import type { Fact } from '../facts/record-facts.ts';

/** The facts that a report states. A delay is no fact: the mail is still on its way. */
export function factsOf(report: DeliveryReport): Fact[] {
  const { emailId, kind, machine, link } = report;
  const at = timeOf(report);
  switch (kind) {
    case 'deferred':
      return [];
    case 'opened':
      if (machine) return [{ emailId, kind: 'machineOpened', id: factId(report), at }];
      return [
        { emailId, kind: 'opened', id: factId(report), at },
        { emailId, kind: 'firstOpened', at },
      ];
    case 'clicked':
      if (machine) return [{ emailId, kind: 'machineClicked', id: factId(report), at, ...(link && { link }) }];
      return [
        { emailId, kind: 'clicked', id: factId(report), at, ...(link && { link }) },
        { emailId, kind: 'firstClicked', at },
      ];
    default:
      return [{ emailId, kind, at }];
  }
}

/** Clocks of other servers may be wrong: a time in the future becomes now. */
export function timeOf({ at }: DeliveryReport): Date {
  const now = new Date();
  return at && at.getTime() > 0 && at < now ? at : now;
}

/** The same id for each repetition of an event. */
function factId({ eventId, kind }: DeliveryReport): string {
  if (eventId === undefined) return newId();
  const hex = createHash('sha256').update(`${kind} ${eventId}`).digest('hex');
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
