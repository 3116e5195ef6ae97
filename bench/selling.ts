import { compare, type Target } from './load.ts';
import type { Report } from './report.ts';
import { type Stage, startStage } from './stage.ts';

const model = '/api/data/models/sales/opportunities/fields';
const opportunities = '/api/sales/opportunities';

/** Three stamps, one of them set, a number, and a value that follows the account. */
const behaviours = [
  { key: 'dealNumber', type: 'autonumber', pattern: 'D-{yyyy}-{00000}' },
  { key: 'proposedAt', type: 'datetime', stamp: { when: { stage: ['proposal'] }, set: 'now' } },
  { key: 'endedAt', type: 'datetime', stamp: { when: { stage: ['won', 'lost'] }, set: 'now' } },
  { key: 'urgentOn', type: 'date', stamp: { when: { priority: ['urgent'] }, set: 'today' } },
  { key: 'accountRevenue', type: 'number', follow: 'accountId.annualRevenue' },
];

/** Fields of the same types, which the client fills in: what is measured is what the platform does, not what it stores. */
const plain = [
  { key: 'dealNumber', type: 'text' },
  { key: 'proposedAt', type: 'datetime' },
  { key: 'endedAt', type: 'datetime' },
  { key: 'urgentOn', type: 'date' },
  { key: 'accountRevenue', type: 'number' },
];
const plainValues = { dealNumber: 'D-2026-00001', proposedAt: '2026-01-01T09:00:00Z', accountRevenue: 1_000_000 };

/** Creates of a record whose fields behave, against one whose fields do not. */
export async function selling(report: Report, rounds: number, seconds: number): Promise<void> {
  const behaving = await startStage();
  const without = await startStage();
  try {
    const ours = await creates('with behaviours', behaving, behaviours, {});
    const theirs = await creates('without', without, plain, plainValues);
    const measured = await compare(ours, theirs, rounds, seconds);
    const ratio = measured.ours.perSecond / measured.theirs.perSecond;
    report(
      'create with a number, three stamps and a followed value, against one without',
      `${ratio.toFixed(2)} (${measured.ours.perSecond.toFixed(0)}/s; ${measured.theirs.perSecond.toFixed(0)}/s)`,
      '≥ 0.80',
      ratio >= 0.8,
    );
  } finally {
    await behaving.close();
    await without.close();
  }
}

async function creates(name: string, stage: Stage, fields: readonly object[], values: object): Promise<Target> {
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const post = async (path: string, body: object): Promise<{ readonly _id: string }> => {
    const reply = await fetch(stage.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`POST ${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as { _id: string };
  };
  for (const field of fields) await post(model, field);
  const account = await post('/api/sales/accounts', { name: 'Kestrel', annualRevenue: 1_000_000 });
  const record = { name: 'A new machine', value: 12_500, stage: 'proposal', accountId: account._id, ...values };
  const body = JSON.stringify(record);
  return { name, url: stage.url, next: () => ({ method: 'POST', path: opportunities, headers, body }) };
}
