import { compare, type Target } from './load.ts';
import type { Report } from './report.ts';
import { fill, type Stage, startStage } from './stage.ts';

const countedRows = 24_000;
const loadedRows = 12_000;
const wonDeals = '/api/sales/opportunities?filter[stage]=won&sort=-value&limit=20';

const headersOf = (stage: Stage) => ({ authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' });

const targetOf = (name: string, stage: Stage, path: string): Target => ({
  name,
  url: stage.url,
  next: () => ({ method: 'GET', path, headers: headersOf(stage) }),
});

/** Compares a list with its total to one without, while nothing is written, so that the total is remembered. */
async function counted(report: Report, rounds: number, seconds: number): Promise<void> {
  const stage = await startStage();
  try {
    await fill(stage, [stage.tenantId], countedRows);
    const { ours, theirs } = await compare(
      targetOf('with count', stage, wonDeals),
      targetOf('without count', stage, `${wonDeals}&count=none`),
      rounds,
      seconds,
    );
    const ratio = ours.perSecond / theirs.perSecond;
    report(
      `list of ${countedRows.toLocaleString('en')} rows with its total, against without`,
      `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)}/s; ${theirs.perSecond.toFixed(0)}/s)`,
      '≥ 0.85',
      ratio >= 0.85,
    );
  } finally {
    await stage.close();
  }
}

async function load(stage: Stage): Promise<void> {
  for (let from = 0; from < loadedRows; from += 1000) {
    const operations = Array.from({ length: 1000 }, (_, n) => ({
      op: 'create',
      record: { name: `Deal ${from + n}`, value: ((from + n) * 7919) % 100_000, stage: n % 2 ? 'won' : 'lost' },
    }));
    const body = JSON.stringify({ operations });
    const request = { method: 'POST', headers: headersOf(stage), body };
    const reply = await fetch(`${stage.url}/api/sales/opportunities/bulk`, request);
    if (reply.status !== 200) throw new Error(await reply.text());
  }
}

/**
 * Compares a list in the first seconds after a load to the same list on a server whose table was analyzed after the
 * load.
 */
async function afterLoad(report: Report, rounds: number, seconds: number): Promise<void> {
  const [fresh, analyzed] = [await startStage(), await startStage()];
  try {
    await load(analyzed);
    await analyzed.sql('analyze sales_opportunities');
    await load(fresh);
    const path = `${wonDeals}&count=none`;
    const { ours, theirs } = await compare(
      targetOf('after the load', fresh, path),
      targetOf('after analyze', analyzed, path),
      rounds,
      seconds,
    );
    const ratio = ours.perSecond / theirs.perSecond;
    report(
      `list after a bulk of ${loadedRows.toLocaleString('en')} into a new database, against after analyze`,
      `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)}/s; ${theirs.perSecond.toFixed(0)}/s)`,
      '≥ 0.80',
      ratio >= 0.8,
    );
  } finally {
    await fresh.close();
    await analyzed.close();
  }
}

export async function lists(report: Report, rounds: number, seconds: number): Promise<void> {
  await counted(report, rounds, seconds);
  await afterLoad(report, rounds, seconds);
}
