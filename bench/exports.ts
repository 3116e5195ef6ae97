import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { p95, provision } from './neighbours.ts';
import { median, type Report } from './report.ts';
import { fill, residentMegabytes, type Stage, startStage } from './stage.ts';

const contactCount = 100_000;

/** Contacts with an account and an owner, so that names are looked up. */
const fillContacts = `insert into sales_contacts (tenant_id, id, first_name, last_name, title, score, email, status, mailing_city, account_id, owner_id, created_at)
  select 1, gen_random_uuid(), 'First ' || n % 1000, 'Last ' || n, 'Title ' || n % 50, n % 101, 'contact' || n || '@example.com',
    'customer', 'City ' || n % 200, a.ids[1 + n % 1000], u.id, now() - n * interval '1 minute'
  from generate_series(1, $1::int) n,
    (select array_agg(id) as ids from sales_accounts where tenant_id = 1) a,
    (select id from identity_users where tenant_id = 1 limit 1) u`;

const columns = ['name', 'email', 'title', 'accountId', 'ownerId', 'status', 'score', 'mailingCity', 'createdAt'];

/** Measures how fast exports are, what memory they take, and how much they slow other tenants down. */
export async function exportsBench(report: Report, rounds: number, seconds: number): Promise<void> {
  const stage = await startStage();
  try {
    console.log(`filling ${contactCount.toLocaleString('en')} contacts`);
    await stage.sql(
      `insert into sales_accounts (tenant_id, id, name) select 1, gen_random_uuid(), 'Account ' || n from generate_series(1, 1000) n`,
    );
    await stage.sql(fillContacts, [contactCount]);
    await stage.sql('vacuum analyze sales_contacts, sales_accounts');
    const token = await provision(stage);
    const [neighbour] = await stage.sql(`select id from tenants where account_key = 'bench-neighbour'`);
    await fill(stage, [String(neighbour?.id)], 1000);
    const read = () =>
      fetch(`${stage.url}/api/sales/opportunities?filter[stage]=proposal&sort=-value`, {
        headers: { authorization: `Bearer ${token}` },
      });
    await p95(read, 8);
    await sleep(2000);
    const idle = residentMegabytes(stage.pid);
    for (const format of ['csv', 'xlsx', 'jsonl']) await speed(report, stage, format, idle);
    await besides(report, stage, read, rounds, seconds);
  } finally {
    await stage.close();
  }
}

async function speed(report: Report, stage: Stage, format: string, idle: number): Promise<void> {
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(stage.pid));
  }, 50);
  const { ms } = await exported(stage, format);
  clearInterval(watch);
  const perSecond = (contactCount * 1000) / ms;
  const target = format === 'csv' ? '≥ 20,000/s' : '';
  report(
    `export of ${contactCount.toLocaleString('en')} contacts as ${format}`,
    `${Math.round(perSecond).toLocaleString('en')} rows/s`,
    target,
    format !== 'csv' || perSecond >= 20_000,
  );
  report(`its memory above idle`, `${Math.round(most - idle)} MB`, '≤ 80 MB', most - idle <= 80);
}

/** The time of the file, from the start to the end of the export as its record has them. */
async function exported(stage: Stage, format: string): Promise<{ ms: number }> {
  const headers = { authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ model: 'contacts', format, fields: columns });
  const reply = await fetch(`${stage.url}/api/data/exports`, { method: 'POST', headers, body });
  const text = await reply.text();
  if (reply.status !== 202) throw new Error(`an export was answered ${reply.status}: ${text}`);
  const { _id } = JSON.parse(text) as { _id: string };
  for (;;) {
    await sleep(200);
    const record = (await (await fetch(`${stage.url}/api/data/exports/${_id}`, { headers })).json()) as {
      status: string;
      startedAt: string;
      finishedAt: string;
      error: string | null;
    };
    if (record.status === 'completed') return { ms: Date.parse(record.finishedAt) - Date.parse(record.startedAt) };
    if (record.status === 'failed') throw new Error(`an export failed: ${record.error}`);
  }
}

/** In turns, so that other work of the machine disturbs both. */
async function besides(
  report: Report,
  stage: Stage,
  read: () => Promise<Response>,
  rounds: number,
  seconds: number,
): Promise<void> {
  const alone: number[] = [];
  const beside: number[] = [];
  for (let n = 0; n < rounds; n += 1) {
    alone.push(await p95(read, seconds));
    const end = performance.now() + (seconds + 1) * 1000;
    const exporting = (async () => {
      while (performance.now() < end) await exported(stage, 'csv');
    })();
    await sleep(1000);
    beside.push(await p95(read, seconds));
    await exporting;
  }
  const [withExport, usual] = [median(beside), median(alone)];
  const ratio = withExport / usual;
  report(
    'p95 of a list beside an export of another tenant, against its usual one',
    `${ratio.toFixed(2)} (${withExport.toFixed(1)} ms; ${usual.toFixed(1)} ms)`,
    '≤ 1.50',
    ratio <= 1.5,
  );
}
