import { performance } from 'node:perf_hooks';
import { compare, type Target } from './load.ts';
import type { Report } from './report.ts';
import type { Stage } from './stage.ts';

const rows = 1_000_000;
/** Rows per value. The number is the same for every filter, so that only the index differs. */
const perValue = 20;
const valueCount = rows / perValue;
const requestsEach = 600;
const deletes = 200;

const idOf = (n: string, kind: number) => `('0193000${kind}-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;
const id = (n: number, kind: number) => `0193000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`;
const headersOf = (stage: Stage) => ({ authorization: `Bearer ${stage.token}`, 'content-type': 'application/json' });

/**
 * Compares filters with a GIN index to a typed column with a B-tree, for the same number of results among a million
 * rows.
 */
export async function indexes(stage: Stage, report: Report, rounds: number, seconds: number): Promise<void> {
  const fields = await createFields(stage);
  await fill(stage, fields);
  await reads(stage, report);
  await deletions(stage, report);
  await writes(stage, report, rounds, seconds);
}

async function ask(stage: Stage, method: string, path: string, body?: unknown): Promise<unknown> {
  const reply = await fetch(`${stage.url}${path}`, {
    method,
    headers: headersOf(stage),
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await reply.text();
  if (!reply.ok) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

interface Fields {
  readonly code: string;
  readonly mail: string;
  readonly friend: string;
}

async function createFields(stage: Stage): Promise<Fields> {
  const field = async (slug: string, definition: unknown): Promise<void> => {
    await ask(stage, 'POST', `/api/data/models/sales/${slug}/fields`, definition);
  };
  for (const slug of ['contacts', 'leads']) {
    await field(slug, { key: 'code', type: 'text', searchable: true });
    await field(slug, { key: 'mail', type: 'email' });
  }
  await field('contacts', { key: 'friend', type: 'reference', reference: { moduleKey: 'sales', slug: 'contacts' } });
  const found = await stage.sql(`select key, id from custom_fields where slug = 'contacts'`);
  const idOfField = (key: string) => String(found.find((row) => row.key === key)?.id);
  return { code: idOfField('code'), mail: idOfField('mail'), friend: idOfField('friend') };
}

async function fill(stage: Stage, { code, mail, friend }: Fields): Promise<void> {
  const startedAt = performance.now();
  // Disables foreign keys, because the accounts and most contacts of segments do not exist.
  await stage.sql('set session_replication_role = replica');
  await stage.sql(`set maintenance_work_mem = '1GB'`);
  const tables = ['sales_contacts', 'marketing_segments'];
  // The indexes are created again at the end, which takes a tenth of the time.
  const definitions = await stage.sql(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as text from pg_index
     where not indisunique and indrelid = any($1::text[]::regclass[])`,
    [tables],
  );
  await stage.sql(`drop index ${definitions.map(({ name }) => name).join(', ')}`);
  await stage.sql(
    `insert into sales_contacts (tenant_id, id, first_name, last_name, email, account_id, tags, custom, created_at)
     select 1, ${idOf('n', 1)}, 'First' || n % 5000, 'Last' || n % 70000, 'p' || n || '@example.com',
       ${idOf(`n * 7 % ${valueCount}`, 2)}, array['tag' || n * 11 % ${valueCount}, 'all'],
       jsonb_build_object('${code}', 'code' || n * 13 % ${valueCount}, '${mail}', 'Q' || n * 17 % ${valueCount} || '@example.com',
         '${friend}', ${idOf('n + 1', 1)}),
       now() - n * interval '1 second'
     from generate_series(1, ${rows}) n`,
  );
  await stage.sql(
    `insert into marketing_segments (tenant_id, id, name, contact_ids, excluded_contact_ids, created_at)
     select 1, ${idOf('n', 3)}, 'Segment ' || n, array[${idOf(`n * 7 % ${valueCount}`, 4)}], array[${idOf('n', 1)}],
       now() - n * interval '1 second'
     from generate_series(1, ${rows}) n`,
  );
  await stage.sql('set session_replication_role = origin');
  for (const { text } of definitions) await stage.sql(String(text));
  for (const table of tables) await stage.sql(`vacuum analyze ${table}`);
  console.log(`filled 2 tables with ${rows} rows in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
  const sizes = await stage.sql(
    `select i.indexrelid::regclass::text as name, pg_size_pretty(pg_relation_size(i.indexrelid)) as size
     from pg_index i where i.indrelid in ('sales_contacts'::regclass, 'marketing_segments'::regclass)
     union all select c::text, pg_size_pretty(pg_table_size(c)) from unnest(array['sales_contacts'::regclass, 'marketing_segments']) c
     order by 1`,
  );
  for (const { name, size } of sizes) console.log(`  ${name}: ${size}`);
}

const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * part)] ?? Number.NaN;

async function reads(stage: Stage, report: Report): Promise<void> {
  const contacts = '/api/sales/contacts?';
  const some = (n: number) => (n * 7919) % valueCount;
  const cases: Record<string, (n: number) => string> = {
    'by a typed column': (n) => `${contacts}filter[accountId]=${id(some(n), 2)}`,
    'by email': (n) => `${contacts}filter[email]=P${some(n) + 1}@Example.com`,
    'by tag': (n) => `${contacts}filter[tags]=tag${some(n)}`,
    'by custom field': (n) => `${contacts}filter[code]=code${some(n)}`,
    'by custom email': (n) => `${contacts}filter[mail]=q${some(n)}@example.com`,
    'by references': (n) => `/api/marketing/segments?filter[contactIds]=${id(some(n), 4)}`,
    // All codes have the same length, because a shorter code would be a prefix of others and match more.
    'q with a custom searchable field': (n) => `${contacts}q=code${10_000 + (some(n) % (valueCount - 10_000))}`,
  };
  const times: Record<string, number[]> = {};
  // Alternate the filters, so that a disturbance of the machine affects all of them.
  for (let n = -20; n < requestsEach; n += 1) {
    for (const [name, path] of Object.entries(cases)) {
      const startedAt = performance.now();
      await ask(stage, 'GET', path(n + 20));
      if (n >= 0) times[name] = [...(times[name] ?? []), performance.now() - startedAt];
    }
  }
  const typed = times['by a typed column'] as number[];
  for (const [name, measured] of Object.entries(times)) {
    const [p50, p99, base] = [quantile(measured, 0.5), quantile(measured, 0.99), quantile(typed, 0.99)];
    report(
      `${name} among ${rows.toLocaleString('en')} rows, p99 against a typed column`,
      `${(p99 / base).toFixed(2)} (p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms; typed p99 ${base.toFixed(1)} ms)`,
      '≤ 2.00',
      p99 / base <= 2,
    );
  }
}

/**
 * Measures deletions. Each contact is excluded by one segment and is the friend of one contact: both are updated, with
 * events.
 */
async function deletions(stage: Stage, report: Report): Promise<void> {
  const times: number[] = [];
  for (let n = 0; n < deletes + 10; n += 1) {
    const startedAt = performance.now();
    await ask(stage, 'DELETE', `/api/sales/contacts/${id(1000 + n * 97, 1)}`);
    if (n >= 10) times.push(performance.now() - startedAt);
  }
  const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
  report(
    `delete of a contact among ${rows.toLocaleString('en')}, p99`,
    `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
    '≤ 50 ms',
    p99 <= 50,
  );
}

/** Measures creates of leads with tags and two custom fields, with the current indexes and with the former ones. */
async function writes(stage: Stage, report: Report, rounds: number, seconds: number): Promise<void> {
  const index = 'sales_leads_gin_idx';
  const [current] = await stage.sql(`select pg_get_indexdef('${index}'::regclass) as text`);
  const generated = `alter table sales_leads add column if not exists custom_search tsvector generated always as (custom_words(nullif(custom, '{}'))) stored`;
  const currentIndexes = [
    `truncate sales_leads cascade`,
    `drop index if exists sales_leads_search_idx`,
    generated,
    String(current?.text).replace('INDEX', 'INDEX IF NOT EXISTS'),
  ];
  const formerIndexes = [
    'truncate sales_leads cascade',
    'alter table sales_leads drop column if exists custom_search',
    'create index if not exists sales_leads_search_idx on sales_leads using gin (tenant_id, search)',
  ];
  const runAll = (statements: readonly string[]) => async () => {
    for (const statement of statements) await stage.sql(statement);
  };
  await runAll(formerIndexes)();
  for (const withCustom of [true, false]) {
    let n = 0;
    const next: Target['next'] = () => {
      n += 1;
      const record = {
        lastName: `Lead ${n}`,
        email: `lead${n}@example.com`,
        ...(withCustom && { tags: [`tag${n % 1000}`, 'all'] }),
      };
      const body = JSON.stringify({ ...record, ...(withCustom && { code: `code ${n}`, mail: `m${n}@example.com` }) });
      return { method: 'POST', path: '/api/sales/leads', headers: headersOf(stage), body };
    };
    const { ours, theirs } = await compare(
      { name: 'create', url: stage.url, next, before: runAll(currentIndexes) },
      { name: 'create without the indexes', url: stage.url, next, before: runAll(formerIndexes) },
      rounds,
      seconds,
    );
    const ratio = ours.perSecond / theirs.perSecond;
    report(
      `create of a lead ${withCustom ? 'with tags and custom fields' : 'without'}, against the indexes as they were`,
      `${ratio.toFixed(2)} (${ours.perSecond.toFixed(0)}/s p99 ${ours.p99} ms; ${theirs.perSecond.toFixed(0)}/s p99 ${theirs.p99} ms)`,
      'none',
      true,
    );
  }
}
