import { setTimeout as sleep } from 'node:timers/promises';
import { compare, type Target } from './load.ts';
import type { Report } from './report.ts';
import { type Stage, startStage } from './stage.ts';

const contacts = '/api/sales/contacts';
const segmentCount = 100;
const changes = 40;

/** Contacts with few and many equal values, of whom a tenth has an account. */
const fillContacts = `insert into sales_contacts (tenant_id, id, first_name, last_name, title, score, email, status, mailing_city, created_at)
  select 1, gen_random_uuid(), 'First ' || n % 1000, 'Last ' || n, 'Title ' || n % 50, n % 101, 'contact' || n || '@example.com',
    'customer', 'City ' || n % 200, now() - (n % 700) * interval '1 day'
  from generate_series(1, $1::int) n`;

/** Definitions as people write them: values, ranges, groups, events and days. */
const definitions: readonly ((n: number) => object)[] = [
  (n) => ({ title: `Title ${n % 50}` }),
  (n) => ({ score: { gte: 90 + (n % 10) } }),
  (n) => ({ mailingCity: `City ${n}`, score: { lt: 20 } }),
  (n) => ({ or: [{ title: `Title ${n % 50}` }, { mailingCity: `City ${n}` }], not: { status: 'churned' } }),
  (n) => ({ event: { type: 'activity.created', within: `${n + 1}d` } }),
];

/** Measures how soon segments follow a change, and what they cost other writes. */
export async function segmentsBench(
  report: Report,
  rounds: number,
  seconds: number,
  contactCount: number,
): Promise<void> {
  const stage = await startStage();
  const plain = await startStage();
  try {
    await fillMany(stage, contactCount);
    await fillMany(plain, contactCount);
    await evaluation(report, stage, contactCount);
    await changesToMembers(report, stage);
    await creates(report, stage, plain, rounds, seconds);
  } finally {
    await plain.close();
    await stage.close();
  }
}

async function fillMany(stage: Stage, count: number): Promise<void> {
  console.log(`filling ${count.toLocaleString('en')} contacts`);
  await stage.sql(fillContacts, [count]);
  await stage.sql('analyze sales_contacts');
}

/** How long it takes to compare all contacts with all segments for the first time. */
async function evaluation(report: Report, stage: Stage, contactCount: number): Promise<void> {
  const startedAt = performance.now();
  for (let n = 0; n < segmentCount; n += 1) {
    const definition = definitions[n % definitions.length]?.(n);
    await send(stage, 'POST', '/api/marketing/segments', { name: `Segment ${n}`, definition });
  }
  for (;;) {
    const [row] = await stage.sql(
      `select count(*)::int as count from segment_states where fingerprint is not null and cursor_id is null`,
    );
    if (row?.count === segmentCount) break;
    await sleep(200);
  }
  const each = (performance.now() - startedAt) / segmentCount;
  report(
    `first evaluation of a segment over ${contactCount.toLocaleString('en')} contacts, of ${segmentCount} in a row`,
    `${(each / 1000).toFixed(2)} s`,
    '',
    true,
  );
}

/** The time from a change of a contact to its membership, which is read from the table. */
async function changesToMembers(report: Report, stage: Stage): Promise<void> {
  const ids = (await stage.sql(`select id from sales_contacts where title <> 'Title 0' limit $1`, [changes])).map(
    ({ id }) => id,
  );
  const [segment] = await stage.sql(`select id from marketing_segments where definition = '{"title": "Title 0"}'`);
  const took: number[] = [];
  for (const id of ids) {
    const startedAt = performance.now();
    await send(stage, 'PATCH', `${contacts}/${id}`, { title: 'Title 0' });
    for (;;) {
      const rows = await stage.sql(
        'select 1 from segment_members where tenant_id = 1 and segment_id = $1 and record_id = $2 and left_at is null',
        [segment?.id, id],
      );
      if (rows.length > 0) break;
      await sleep(5);
    }
    took.push(performance.now() - startedAt);
  }
  took.sort((a, b) => a - b);
  const at = (share: number) => Math.round(took[Math.floor(took.length * share)] ?? 0);
  report(
    `change of a contact to membership, ${segmentCount} segments`,
    `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms`,
    'p95 ≤ 5000 ms',
    at(0.95) <= 5000,
  );
}

async function creates(report: Report, stage: Stage, plain: Stage, rounds: number, seconds: number): Promise<void> {
  const target = (name: string, of: Stage): Target => {
    let n = 0;
    return {
      name,
      url: of.url,
      next: () => {
        n += 1;
        const body = JSON.stringify({
          firstName: 'New',
          lastName: `Contact ${n}`,
          title: `Title ${n % 50}`,
          score: n % 101,
        });
        return { method: 'POST', path: contacts, headers: headersOf(of), body };
      },
    };
  };
  const { ours, theirs } = await compare(target('with segments', stage), target('without', plain), rounds, seconds);
  const ratio = ours.perSecond / theirs.perSecond;
  report(
    `create with ${segmentCount} segments, against one without`,
    `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)}/s; ${theirs.perSecond.toFixed(0)}/s)`,
    '≥ 0.80',
    ratio >= 0.8,
  );
}

const headersOf = ({ token }: Stage) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });

async function send(stage: Stage, method: string, path: string, body: object): Promise<void> {
  const reply = await fetch(stage.url + path, { method, headers: headersOf(stage), body: JSON.stringify(body) });
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${await reply.text()}`);
}
