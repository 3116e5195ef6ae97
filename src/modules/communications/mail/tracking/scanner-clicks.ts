import type { Transaction } from '#db/database.ts';
import type { Click } from './hit.ts';
import { readClicks } from './sql/clicks.ts';

/** Link scanners of mail servers click several links of a mail within this time. People are slower. */
export const scannerWindowMs = 2000;

type Timed = Pick<Click, 'emailId' | 'at' | 'link'>;

/** Finds the clicks that a program made. `held` are later clicks, which are written with the next flush. */
export async function findMachineClicks(
  tx: Transaction,
  tenantId: string,
  clicks: readonly Click[],
  held: readonly Click[],
): Promise<ReadonlySet<Click>> {
  if (clicks.length === 0) return new Set();
  const emailIds = [...new Set(clicks.map(({ emailId }) => emailId))];
  const since = new Date(Math.min(...clicks.map(({ at }) => at.getTime())) - scannerWindowMs);
  const known = await readClicks(tx, tenantId, emailIds, since);
  const byMail = Map.groupBy<string, Timed>([...clicks, ...held, ...known], ({ emailId }) => emailId);
  return new Set(
    clicks.filter(({ emailId, at, link, machine }) => {
      const clickedAnotherLink = (byMail.get(emailId) ?? []).some(
        (other) => other.link !== link && Math.abs(other.at.getTime() - at.getTime()) <= scannerWindowMs,
      );
      return machine || clickedAnotherLink;
    }),
  );
}
