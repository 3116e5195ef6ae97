import type { Transaction } from '#db/database.ts';
import { newId } from '#lib/ids.ts';
import { type Fact, recordFacts } from '../facts/record-facts.ts';
import { type Click, type Hit, isClick } from './hit.ts';
import { findMachineClicks } from './scanner-clicks.ts';

/**
 * Writes opens and clicks as facts. The first one of each mail becomes the mail's own fact. A click counts as an open
 * too if none was recorded, because many mail programs do not load images.
 */
export async function writeHits(
  tx: Transaction,
  tenantId: string,
  hits: readonly Hit[],
  held: readonly Click[],
): Promise<void> {
  const opens = hits.filter((hit) => !isClick(hit));
  const clicks = hits.filter(isClick);
  const machineClicks = await findMachineClicks(tx, tenantId, clicks, held);
  const realOpens = opens.filter(({ machine }) => !machine);
  const realClicks = clicks.filter((click) => !machineClicks.has(click));
  const firstOpens = firstHits([...realOpens, ...realClicks]).map(({ emailId, at }) => ({
    emailId,
    kind: 'firstOpened' as const,
    at,
  }));
  const firstClicks = firstHits(realClicks).map(({ emailId, at, link }) => ({
    emailId,
    kind: 'firstClicked' as const,
    at,
    link,
  }));
  const written = await recordFacts(tx, tenantId, [...firstOpens, ...firstClicks]);
  const opened = new Set(realOpens.map(({ emailId }) => emailId));
  const byClick = written.filter(({ kind, emailId }) => kind === 'firstOpened' && !opened.has(emailId));
  const facts: Fact[] = [
    ...opens.map(({ emailId, id, at, machine }) => ({ emailId, id, at, kind: machineOr(machine, 'opened') })),
    ...clicks.map((click) => ({
      emailId: click.emailId,
      id: click.id,
      at: click.at,
      link: click.link,
      kind: machineOr(machineClicks.has(click), 'clicked'),
    })),
    ...byClick.map(({ emailId, at }) => ({ emailId, id: newId(), kind: 'opened' as const, ...(at && { at }) })),
  ];
  await recordFacts(tx, tenantId, facts);
}

const machineKinds = { opened: 'machineOpened', clicked: 'machineClicked' } as const;

const machineOr = (machine: boolean, kind: 'opened' | 'clicked'): Fact['kind'] => (machine ? machineKinds[kind] : kind);

/**
 * The earliest hit of each mail, sorted by mail id, so that nodes that write the same facts wait for each other without
 * a deadlock.
 */
function firstHits<H extends Hit>(hits: readonly H[]): H[] {
  const earliest = new Map<string, H>();
  for (const hit of hits) {
    const other = earliest.get(hit.emailId);
    if (!other || hit.at < other.at) earliest.set(hit.emailId, hit);
  }
  return [...earliest.values()].sort((a, b) => (a.emailId < b.emailId ? -1 : 1));
}
