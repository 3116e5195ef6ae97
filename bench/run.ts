import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { ai } from './ai.ts';
import { consoleBench } from './console.ts';
import { dataBench } from './data.ts';
import { deliveries } from './deliveries.ts';
import { exportsBench } from './exports.ts';
import { files } from './files.ts';
import { forms } from './forms.ts';
import { identity } from './identity.ts';
import { indexes } from './indexes.ts';
import { lists } from './lists.ts';
import { compare, type Measured, type Target } from './load.ts';
import { mail } from './mail.ts';
import { mailbox } from './mailbox.ts';
import { neighbours } from './neighbours.ts';
import { median, type Report } from './report.ts';
import { schema } from './schema.ts';
import { segmentsBench } from './segments.ts';
import { selling } from './selling.ts';
import { sites } from './sites.ts';
import { fill, residentMegabytes, type Stage, startStage } from './stage.ts';
import { workflowBench } from './workflows.ts';

/**
 * `npm run bench`, or `npm run bench -- --tenants 1000 --provision 1000` for ten million rows and a thousand tenants.
 * `--only bare|lists|many|tenants|deliveries|identity|neighbours|schema|files|mail|mailbox|console|ai|forms|sites|selling|exports|segments|workflows|data` runs one part (data with `--imported 10000` for a quick look), and
 * `automation` segments and workflows (segments with `--contacts 1000000`). `--only indexes` takes some ten
 * minutes, and runs only when it is named. Results are ratios, because machines differ.
 */
const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    rounds: { type: 'string', default: '5' },
    tenants: { type: 'string', default: '20' },
    provision: { type: 'string', default: '200' },
    mails: { type: 'string', default: '20000' },
    contacts: { type: 'string', default: '100000' },
    imported: { type: 'string', default: '100000' },
    only: { type: 'string' },
  },
});
const seconds = Number(options.seconds);
const rounds = Number(options.rounds);
const tenants = Number(options.tenants);
const newTenants = Number(options.provision);
const rowsEach = 10_000;

interface Row {
  readonly what: string;
  readonly measured: string;
  readonly target: string;
  readonly holds: boolean;
}

const rows: Row[] = [];
const report: Report = (what, measured, target, holds) => {
  rows.push({ what, measured, target, holds });
  console.log(`${what}: ${measured}`);
};
const show = ({ perSecond, p50, p99 }: Measured) => `${perSecond.toFixed(0)}/s p50 ${p50} ms p99 ${p99} ms`;

const headersOf = (stage: Stage) => ({ authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' });
const listPath = '/api/sales/opportunities?filter[stage]=proposal&sort=-value';
const body = JSON.stringify({ name: 'A new machine', value: 12_500, stage: 'proposal', closeDate: '2026-12-01' });

/** Both servers get the same headers, because sending a token costs the load generator time too. */
async function againstBare(stage: Stage): Promise<void> {
  const ids = (await stage.sql('select id from sales_opportunities where tenant_id = 1 limit 5000')).map((row) =>
    String(row.id),
  );
  let n = 0;
  const someId = () => {
    n += 1;
    return ids[n % ids.length] as string;
  };
  const headers = headersOf(stage);
  const pairs: [string, Target['next'], Target['next']][] = [
    [
      'list of 20 with filter and sort',
      () => ({ method: 'GET', path: listPath, headers }),
      () => ({ method: 'GET', path: '/list', headers }),
    ],
    [
      'get',
      () => ({ method: 'GET', path: `/api/sales/opportunities/${someId()}`, headers }),
      () => ({ method: 'GET', path: `/get/${someId()}`, headers }),
    ],
    [
      'create',
      () => ({ method: 'POST', path: '/api/sales/opportunities', headers, body }),
      () => ({ method: 'POST', path: '/create', headers, body }),
    ],
  ];
  for (const [name, next, bareNext] of pairs) {
    const { ours, theirs } = await compare(
      { name, url: stage.url, next },
      { name: `bare ${name}`, url: stage.bareUrl, next: bareNext },
      rounds,
      seconds,
    );
    const ratio = ours.perSecond / theirs.perSecond;
    report(
      `${name}, against the bare handler`,
      `${ratio.toFixed(2)} (${show(ours)}; bare ${show(theirs)})`,
      '≥ 0.80',
      ratio >= 0.8,
    );
  }
}

/**
 * Compares the same list among few rows and among many, because rows of other tenants must not make it slower. A second
 * server has few rows, so that the two are measured in turns. Filling takes minutes, in which the speed of a machine
 * changes.
 */
async function amongMany(stage: Stage): Promise<void> {
  const others = Array.from({ length: tenants - 1 }, (_, n) => String(1000 + n));
  console.log(`filling ${tenants} tenants with ${rowsEach} rows each`);
  await fill(stage, others, rowsEach);
  const fewStage = await startStage();
  try {
    await fill(fewStage, [fewStage.tenantId], rowsEach);
    const targetOf = (name: string, of: Stage): Target => ({
      name,
      url: of.url,
      next: () => ({ method: 'GET', path: listPath, headers: headersOf(of) }),
    });
    const { ours, theirs } = await compare(targetOf('many', stage), targetOf('few', fewStage), rounds, seconds);
    reportMany(ours, theirs);
  } finally {
    await fewStage.close();
  }
}

function reportMany(many: Measured, few: Measured): void {
  const ratio = many.p99 / few.p99;
  const total = (tenants * rowsEach).toLocaleString('en');
  report(
    `list at ${total} rows in ${tenants} tenants, against ${rowsEach} rows, p99`,
    `${ratio.toFixed(2)} (${show(many)}; ${show(few)})`,
    '≤ 1.50',
    ratio <= 1.5,
  );
}

async function deepPages(stage: Stage): Promise<void> {
  const tenant = '900';
  await fill(stage, [tenant], 210_000);
  await stage.sql(`update sales_opportunities set tenant_id = 1 where tenant_id = 900`);
  await stage.sql('vacuum analyze sales_opportunities');
  const path = '/api/sales/opportunities?limit=20&count=none';
  const headers = headersOf(stage);
  let cursor = '';
  for (let page = 1; page < 10_000; page += 1000) {
    // Read the page once by number to get its cursor.
    const reply = await fetch(`${stage.url}${path}&page=${page + 999}`, { headers });
    cursor = ((await reply.json()) as { meta: { nextCursor: string } }).meta.nextCursor;
  }
  const { ours: deep, theirs: first } = await compare(
    { name: 'deep page', url: stage.url, next: () => ({ method: 'GET', path: `${path}&cursor=${cursor}`, headers }) },
    { name: 'first page', url: stage.url, next: () => ({ method: 'GET', path, headers }) },
    rounds,
    seconds,
  );
  const ratio = first.perSecond / deep.perSecond;
  report(
    'page 10,000 by cursor, against page 1',
    `${ratio.toFixed(2)} (${show(deep)}; ${show(first)})`,
    '≤ 1.20',
    ratio <= 1.2,
  );
}

async function provision(stage: Stage, n: number): Promise<void> {
  const reply = await fetch(`${stage.url}/api/identity/account-provisioning/provision`, {
    method: 'POST',
    headers: headersOf(stage),
    body: JSON.stringify({ accountKey: `bench-${n}`, adminEmail: 'a@example.com', adminPassword: 'a long password' }),
  });
  if (reply.status !== 201) throw new Error(await reply.text());
}

/** Measures the memory of the process, which must not grow with the number of tenants, because tenants are rows. */
async function manyTenants(stage: Stage): Promise<void> {
  let next = 1000;
  const provisionTo = async (end: number) => {
    const worker = async () => {
      while (next < end) {
        next += 1;
        await provision(stage, next);
      }
    };
    await Promise.all(Array.from({ length: 8 }, worker));
  };
  // The heap first grows to the size that the work itself needs, independent of the number of tenants.
  await provisionTo(1000 + newTenants);
  const before = residentMegabytes(stage.pid);
  await provisionTo(1000 + newTenants * 2);
  const grown = ((residentMegabytes(stage.pid) - before) * 1000) / newTenants;
  report(`memory for 1,000 tenants, by ${newTenants}`, `${grown.toFixed(1)} MB`, '≤ 5 MB', grown <= 5);
}

async function provisioning(stage: Stage): Promise<void> {
  const { createPasswords } = await import('#lib/passwords.ts');
  const passwords = createPasswords();
  const time = async (run: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await run();
    return performance.now() - startedAt;
  };
  const times: number[] = [];
  for (let n = 0; n < 15; n += 1)
    times.push((await time(() => provision(stage, n))) - (await time(() => passwords.hash('a long password'))));
  const typical = median(times);
  report('provisioning a tenant, beside the password hash', `${typical.toFixed(0)} ms`, '≤ 30 ms', typical <= 30);
}

const stage = await startStage();
try {
  report(
    'first start to the ready line',
    `${(stage.firstStartMs / 1000).toFixed(1)} s`,
    '≤ 8 s',
    stage.firstStartMs <= 8000,
  );
  report(
    'start on an existing database',
    `${(stage.secondStartMs / 1000).toFixed(1)} s`,
    '≤ 2 s',
    stage.secondStartMs <= 2000,
  );
  const parts: Readonly<Record<string, () => Promise<void>>> = {
    bare: async () => {
      await fill(stage, [stage.tenantId], rowsEach);
      await againstBare(stage);
      await stage.sql('delete from sales_opportunities');
    },
    lists: () => lists(report, rounds, seconds),
    many: async () => {
      await fill(stage, [stage.tenantId], rowsEach);
      await amongMany(stage);
      await deepPages(stage);
    },
    tenants: async () => {
      await provisioning(stage);
      await manyTenants(stage);
    },
    deliveries: () => deliveries(stage, report, rounds, seconds),
    identity: () => identity(stage, report, rounds, seconds),
    neighbours: () => neighbours(stage, report, seconds * 2),
    schema: () => schema(report),
    files: () => files(stage, report, Math.min(rounds, 3)),
    mail: () => mail(report, Number(options.mails), rounds, seconds),
    mailbox: () => mailbox(stage, report),
    console: () => consoleBench(stage, report, rounds),
    ai: () => ai(report),
    forms: () => forms(report, rounds, seconds),
    sites: () => sites(stage, report, rounds, seconds),
    selling: () => selling(report, rounds, seconds),
    exports: () => exportsBench(report, Math.min(rounds, 3), seconds),
    segments: () => segmentsBench(report, rounds, seconds, Number(options.contacts)),
    workflows: () => workflowBench(report, rounds, seconds),
    data: () => dataBench(stage, report, rounds, Number(options.imported)),
  };
  // This part runs only on request, because it fills two tables with a million rows.
  if (options.only === 'indexes') await indexes(stage, report, rounds, seconds);
  const wanted =
    options.only === 'automation' ? ['segments', 'workflows'] : options.only ? [options.only] : Object.keys(parts);
  for (const [name, run] of Object.entries(parts)) if (wanted.includes(name)) await run();
  const resident = residentMegabytes(stage.pid);
  report('memory after all this, every model loaded', `${resident.toFixed(0)} MB`, '≤ 160 MB', resident <= 160);
} finally {
  await stage.close();
}
console.log('');
console.table(
  rows.map(({ what, measured, target, holds }) => ({ what, measured, target, holds: holds ? 'yes' : 'NO' })),
);
