import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { compare, type Target } from './load.ts';
import type { Report } from './report.ts';
import { fill, type Stage, startStage } from './stage.ts';

const model = '/api/data/models/sales/opportunities/fields';
const opportunities = '/api/sales/opportunities';

/** Three stamps, one of them set, a number, a value that follows the account, and a formula. */
const behaviours = [
  { key: 'dealNumber', type: 'autonumber', pattern: 'D-{yyyy}-{00000}' },
  { key: 'proposedAt', type: 'datetime', stamp: { when: { stage: ['proposal'] }, set: 'now' } },
  { key: 'endedAt', type: 'datetime', stamp: { when: { stage: ['won', 'lost'] }, set: 'now' } },
  { key: 'urgentOn', type: 'date', stamp: { when: { priority: ['urgent'] }, set: 'today' } },
  { key: 'accountRevenue', type: 'number', follow: 'accountId.annualRevenue' },
  { key: 'commission', type: 'formula', formula: 'if(stage = "won", round(value * 0.1, 2), 0)' },
];

/** Fields of the same types, which the client fills in: what is measured is what the platform does, not what it stores. */
const plain = [
  { key: 'dealNumber', type: 'text' },
  { key: 'proposedAt', type: 'datetime' },
  { key: 'endedAt', type: 'datetime' },
  { key: 'urgentOn', type: 'date' },
  { key: 'accountRevenue', type: 'number' },
  { key: 'commission', type: 'number' },
];
const plainValues = {
  dealNumber: 'D-2026-00001',
  proposedAt: '2026-01-01T09:00:00Z',
  accountRevenue: 1_000_000,
  commission: 0,
};

/** The behaviours of fields, against the same work without them. */
export async function selling(report: Report, rounds: number, seconds: number): Promise<void> {
  await createsBehaving(report, rounds, seconds);
  const stage = await startStage();
  try {
    await rollupWriters(report, stage, rounds, seconds);
    await formulaFilter(report, stage, rounds, seconds);
  } finally {
    await stage.close();
  }
  await indexedFilters(report, rounds, seconds);
}

async function createsBehaving(report: Report, rounds: number, seconds: number): Promise<void> {
  const behaving = await startStage();
  const without = await startStage();
  try {
    const ours = await creates('with behaviours', behaving, behaviours, {});
    const theirs = await creates('without', without, plain, plainValues);
    const measured = await compare(ours, theirs, rounds, seconds);
    reportRatio(
      report,
      'create with a number, three stamps, a followed value and a formula, against one without',
      measured,
      0.8,
    );
  } finally {
    await behaving.close();
    await without.close();
  }
}

type Compared = Awaited<ReturnType<typeof compare>>;

function reportRatio(report: Report, name: string, { ours, theirs }: Compared, target: number | undefined): void {
  const ratio = ours.perSecond / theirs.perSecond;
  const shown = `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)}/s; ${theirs.perSecond.toFixed(0)}/s)`;
  report(name, shown, target === undefined ? '' : `≥ ${target.toFixed(2)}`, target === undefined || ratio >= target);
}

const childCount = 50;

/** Changes of 50 records that one parent adds up, against changes of 50 records without a parent. */
async function rollupWriters(report: Report, stage: Stage, rounds: number, seconds: number): Promise<void> {
  const post = poster(stage);
  await post('/api/data/models/sales/accounts/fields', {
    key: 'dealTotal',
    type: 'rollup',
    rollup: { model: 'sales.opportunities', by: 'accountId', function: 'sum', field: 'value' },
  });
  const account = await post('/api/sales/accounts', { name: 'Parent' });
  const writers = async (name: string, more: object): Promise<Target> => {
    const ids: string[] = [];
    for (let n = 0; n < childCount; n += 1)
      ids.push((await post(opportunities, { name: `${name} ${n}`, value: 1, ...more }))._id);
    let value = 0;
    return {
      name,
      url: stage.url,
      connections: childCount,
      next: () => {
        value += 1;
        const path = `${opportunities}/${ids[value % childCount]}`;
        return { method: 'PATCH', path, headers: headersOf(stage), body: JSON.stringify({ value }) };
      },
    };
  };
  const ours = await writers('children', { accountId: account._id });
  const theirs = await writers('unrelated', {});
  const measured = await compare(ours, theirs, rounds, seconds);
  reportRatio(report, `${childCount} writers of the children of a rollup, against unrelated writes`, measured, 0.5);
}

const rowCount = 20_000;

/** A filter by a formula reads every record, because a formula is computed when it is read. */
async function formulaFilter(report: Report, stage: Stage, rounds: number, seconds: number): Promise<void> {
  const post = poster(stage);
  await post(model, { key: 'commission', type: 'formula', formula: 'if(stage = "won", round(value * 0.1, 2), 0)' });
  for (let n = 0; n < rowCount; n += 1000) {
    const records = Array.from({ length: 1000 }, (_, k) => ({ name: `Deal ${n + k}`, value: n + k, stage: 'won' }));
    await post(`${opportunities}/bulk`, { operations: records.map((record) => ({ op: 'create', record })) });
  }
  const list = (field: string, scale: number): Target => {
    let n = 0;
    return {
      name: `filter by ${field}`,
      url: stage.url,
      next: () => {
        n += 7;
        const least = (n % (rowCount - 100)) * scale;
        const filter = `filter[${field}][between]=${least},${least + 20 * scale}`;
        return { method: 'GET', path: `${opportunities}?${filter}&count=none`, headers: headersOf(stage) };
      },
    };
  };
  const measured = await compare(list('commission', 0.1), list('value', 1), rounds, seconds);
  reportRatio(
    report,
    `filter by a formula, which has no index, against a typed column, ${rowCount} records`,
    measured,
    undefined,
  );
}

const manyRows = 1_000_000;
/** The values of the rows that `fill` makes are below it. */
const valuesBelow = 100_000;

/** Filters by a formula that is marked as indexed, against the same filters by a typed column. */
async function indexedFilters(report: Report, rounds: number, seconds: number): Promise<void> {
  const stage = await startStage();
  try {
    await fill(stage, [stage.tenantId], manyRows);
    const startedMs = performance.now();
    await poster(stage)(model, { key: 'tenth', type: 'formula', formula: 'round(value * 0.1, 2)', index: true });
    const isReady = async () => (await stage.sql(`select 1 from formula_indexes where state = 'ready'`)).length > 0;
    while (!(await isReady())) await setTimeout(250);
    const buildSeconds = (performance.now() - startedMs) / 1000;
    report(`index of a formula of ${manyRows} records`, `${buildSeconds.toFixed(0)} s`, '', true);
    await stage.sql('vacuum analyze formula_values');
    for (const width of [0, 20, 2000]) {
      const target = (field: string, scale: number): Target => {
        let n = 0;
        return {
          name: `filter by ${field}`,
          url: stage.url,
          next: () => {
            n += 7919;
            const least = n % (valuesBelow - width);
            const text = (value: number) => String(Number((value * scale).toFixed(1)));
            const filter = width === 0 ? `=${text(least)}` : `[between]=${text(least)},${text(least + width)}`;
            const path = `${opportunities}?filter[${field}]${filter}&count=none`;
            return { method: 'GET', path, headers: headersOf(stage) };
          },
        };
      };
      const measured = await compare(target('tenth', 0.1), target('value', 1), rounds, seconds);
      const matches = Math.round(((width + 1) * manyRows * 0.9) / valuesBelow);
      reportRatio(
        report,
        `filter by an indexed formula with about ${matches} matches, against a typed column, ${manyRows} records`,
        measured,
        0.5,
      );
    }
  } finally {
    await stage.close();
  }
}

const headersOf = ({ token }: Stage) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

const poster =
  (stage: Stage) =>
  async (path: string, body: object): Promise<{ readonly _id: string }> => {
    const reply = await fetch(stage.url + path, {
      method: 'POST',
      headers: headersOf(stage),
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`POST ${path} answered ${reply.status}: ${await reply.text()}`);
    return (await reply.json()) as { _id: string };
  };

async function creates(name: string, stage: Stage, fields: readonly object[], values: object): Promise<Target> {
  const post = poster(stage);
  for (const field of fields) await post(model, field);
  const account = await post('/api/sales/accounts', { name: 'Kestrel', annualRevenue: 1_000_000 });
  const record = { name: 'A new machine', value: 12_500, stage: 'proposal', accountId: account._id, ...values };
  const body = JSON.stringify(record);
  return {
    name,
    url: stage.url,
    next: () => ({ method: 'POST', path: opportunities, headers: headersOf(stage), body }),
  };
}
