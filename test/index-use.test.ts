import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import type { Field } from '#core/fields/field.ts';
import { snakeCase } from '#core/fields/labels.ts';
import type { Model } from '#core/models/model.ts';
import { pointsTo } from '#core/operations/statements.ts';
import { tableAs, tenantRows } from '#core/query/rows.ts';
import { prepareDatabase } from '#db/prepare.ts';
import { adminPassword, type Cluster, ownedDatabase, startCluster } from './cluster.ts';
import { coveringModels } from './covering-models.ts';
import { type Json, startApp, type TestApp } from './harness.ts';
import { explain, listStatement, type Statement, statementsOf } from './list-statements.ts';
import { long } from './long.ts';

const given = process.env.ATRIUM_TEST_CLUSTER;
const cluster: Cluster = given ? { admin: JSON.parse(given), stop: async () => {} } : await startCluster();
process.env.ATRIUM_TEST_CLUSTER = JSON.stringify(cluster.admin);
after(() => cluster.stop());

/** At this number of rows, the planner chooses an index by cost. */
const rowsPerTable = 1000;
const targetRow = 700;
const idOf = (n: string) => `('01930000-0000-7000-8000-' || lpad((${n})::text, 12, '0'))::uuid`;

/** SQL of the n-th value of a column. All values differ, except that every boolean is false. */
const values: Record<string, string> = {
  uuid: idOf('n'),
  text: `'value' || n`,
  numeric: 'n + 0.5',
  bigint: 'n',
  boolean: 'false',
  date: `date '2026-01-01' + n`,
  'timestamptz(3)': `timestamptz '2026-01-01T00:00:00Z' + n * interval '1 minute'`,
  'text[]': `array['value' || n]`,
  'uuid[]': `array[${idOf('n')}]`,
  jsonb: `'{}'`,
};

/** The query value that finds the target row. */
const queryValues: Record<string, string> = {
  uuid: `01930000-0000-7000-8000-${String(targetRow).padStart(12, '0')}`,
  text: `value${targetRow}`,
  numeric: String(targetRow + 0.5),
  bigint: String(targetRow),
  boolean: 'true',
  date: new Date(Date.UTC(2026, 0, 1 + targetRow)).toISOString().slice(0, 10),
  'timestamptz(3)': new Date(Date.UTC(2026, 0, 1, 0, targetRow)).toISOString(),
};
queryValues['text[]'] = queryValues.text as string;
queryValues['uuid[]'] = queryValues.uuid as string;

async function fill({ sql }: TestApp, models: readonly Model[]): Promise<void> {
  const statements = models.map(({ table, stored }) => {
    const columns = stored.filter(({ column }) => column !== null);
    return `insert into ${table} (tenant_id, id, created_at, ${columns.map(({ column }) => `"${column}"`).join(', ')})
      select 1, ${idOf('n')}, now() - n * interval '1 minute', ${columns.map(({ type }) => values[type.column]).join(', ')}
      from generate_series(1, ${rowsPerTable}) n;`;
  });
  // This disables the foreign key triggers, because the references have no targets.
  await sql(`begin; set local session_replication_role = replica; ${statements.join('\n')} commit`);
}

const planner =
  (started: TestApp) =>
  async (path: string, query: string): Promise<string> =>
    explain(started, await listStatement(started, () => started.admin.get(`${path}?${query}`)));

const conditions = (plan: string): string[] => plan.split('\n').filter((line) => line.includes('Index Cond:'));
const usesIndex = (plan: string, column: string): boolean =>
  conditions(plan).some((line) => new RegExp(`\\b${column}\\b`).test(line));

/**
 * True when the plan uses the index of the user. Lists of personal records begin with the user, so few rows are left
 * and an index of another field saves nothing.
 */
const usesIndexOfUser = ({ personal, audience, fields }: Model, plan: string): boolean =>
  [personal?.user, ...(audience?.users ?? [])].some((key) => {
    const column = key === undefined ? undefined : fields.get(key)?.column;
    // A filter on another user is a contradiction, so nothing is read.
    return typeof column === 'string' && (usesIndex(plan, column) || plan.includes('One-Time Filter: false'));
  });

/** Fields with an index, or first in a multi-column index, and the column of the index. */
function indexedFields(model: Model): { field: Field; column: string }[] {
  const leading = new Set([...model.indexes, ...model.uniqueTogether].map(([first]) => first));
  return [...model.fields.values()].flatMap((field) => {
    const { column, companion, declared, key, readOnly, type, unique } = field;
    if (column === null || !field.filterable || (readOnly && declared.to !== undefined)) return [];
    const hasIndex = unique || declared.index || declared.to !== undefined || type.array || leading.has(key);
    return hasIndex || key === '_id' ? [{ field, column: companion?.name ?? column }] : [];
  });
}

/** A custom field of every filterable type. */
const customTypes: Record<string, { more?: Json; column: string; sql: string; value: string }> = {
  text: { column: 'custom', sql: `to_jsonb('value' || n)`, value: `value${targetRow}` },
  longText: { column: 'custom', sql: `to_jsonb('value' || n)`, value: `value${targetRow}` },
  url: { column: 'custom', sql: `to_jsonb('https://x.example/' || n)`, value: `https://x.example/${targetRow}` },
  phone: { column: 'custom', sql: `to_jsonb('+1 202 ' || 1000 + n)`, value: `%2B1 202 ${1000 + targetRow}` },
  choice: { column: 'custom', sql: `to_jsonb('value' || n)`, value: `value${targetRow}` },
  email: { column: 'custom_search', sql: `to_jsonb('P' || n || '@example.com')`, value: `p${targetRow}@EXAMPLE.com` },
  number: { column: 'custom', sql: 'to_jsonb(n + 0.5)', value: `${targetRow}.50` },
  integer: { column: 'custom', sql: 'to_jsonb(n)', value: String(targetRow) },
  boolean: { column: 'custom', sql: `to_jsonb(n = ${targetRow})`, value: 'true' },
  date: { column: 'custom', sql: `to_jsonb(date '2026-01-01' + n)`, value: queryValues.date as string },
  list: { column: 'custom', sql: `to_jsonb(array['value' || n, 'all'])`, value: `value${targetRow}` },
  reference: {
    more: { reference: { moduleKey: 'sales', slug: 'accounts' } },
    column: 'custom',
    sql: `to_jsonb(${idOf('n')})`,
    value: queryValues.uuid as string,
  },
  references: {
    more: { reference: { moduleKey: 'sales', slug: 'accounts' } },
    column: 'custom',
    sql: `to_jsonb(array[${idOf('n')}])`,
    value: queryValues.uuid as string,
  },
};

async function createCustomFields({ admin, app, sql }: TestApp): Promise<void> {
  const definition = (type: string) => ({ key: `x${type}`, type, ...customTypes[type]?.more });
  const fields = Object.keys(customTypes).map((type) => ({
    ...definition(type),
    ...(type === 'text' && { searchable: true }),
  }));
  for (const field of fields) await admin.create('/api/data/models/sales/contacts/fields', field);
  await admin.create('/api/data/models', { moduleKey: 'sales', slug: 'kites', fields });
  await admin.create('/api/data/models/sales/contacts/fields', { key: 'xcode', type: 'text', unique: true });
  await admin.create('/api/sales/contacts', { lastName: 'Coded', xcode: 'code' });
  const idsOf = (slug: string) =>
    `(select jsonb_object_agg(f.id, case f.key ${Object.entries(customTypes)
      .map(([type, own]) => `when 'x${type}' then ${own.sql}`)
      .join(' ')} end) from custom_fields f where f.tenant_id = 1 and f.slug = '${slug}')`;
  await sql(
    `update sales_contacts t set custom = ${idsOf('contacts')} from generate_series(1, ${rowsPerTable}) n where t.id = ${idOf('n')}`,
  );
  await sql(
    `insert into custom_records (tenant_id, id, model_id, created_at, custom)
     select 1, ${idOf('n')}, m.id, now() - n * interval '1 minute', ${idsOf('kites')}
     from custom_models m, generate_series(1, ${rowsPerTable}) n`,
  );
  // Vacuum also empties the pending list of GIN, which every scan of the index would read. One statement per table stays below the
  // statement timeout of 30 seconds.
  for (const { table } of [{ table: 'custom_records' }, ...app.registry.models]) await sql(`vacuum analyze ${table}`);
}

/** Columns that need a scan unless a superuser marked functions leakproof: no operator of GIN is leakproof by default. */
const needsMark = (column: string, field?: Field): boolean =>
  column.startsWith('custom') || column === 'search' || (field?.type.array ?? false);

for (const owner of ['a superuser', 'an ordinary role']) {
  const marked = owner === 'a superuser';
  describe(`on a database prepared by ${owner}`, marked ? {} : long, async () => {
    const started = await startApp({}, [], ...(marked ? [] : [ownedDatabase]));
    after(() => started.close());
    const { app, sql } = started;
    await fill(started, app.registry.models);
    await createCustomFields(started);
    const planOf = planner(started);

    it('a filter on an indexed field of any model uses the index', async () => {
      const scans: string[] = [];
      const unmarked: string[] = [];
      for (const model of coveringModels(app.registry.models)) {
        for (const { field, column } of indexedFields(model)) {
          const name = `${model.name}.${field.key}`;
          if (!marked && needsMark(column, field)) {
            unmarked.push(name);
            continue;
          }
          const plan = await planOf(model.path, `filter[${field.key}]=${queryValues[field.type.column]}`);
          if (!usesIndex(plan, column) && !usesIndexOfUser(model, plan)) scans.push(`${name}\n${plan}`);
        }
      }
      assert.equal(scans.length, 0, scans.slice(0, 3).join('\n\n'));
      assert.ok(marked || unmarked.length > 0);
    });

    it('a filter with several values uses the index', async () => {
      for (const [path, key, column] of [
        ['/api/sales/contacts', 'email', 'email_folded'],
        ['/api/sales/industries', 'name', 'name_folded'],
        ['/api/sales/opportunities', 'value', 'value_approx'],
      ] as const) {
        const several = key === 'value' ? '700.5,701.5' : 'value700,value701';
        const plan = await planOf(path, `filter[${key}][in]=${several}`);
        assert.ok(usesIndex(plan, column), plan);
      }
    });

    it('a range of numbers and a page after a cursor use the index', async () => {
      const path = '/api/sales/opportunities';
      const range = await planOf(path, 'filter[value][gt]=990&sort=value');
      assert.ok(usesIndex(range, 'value_approx'), range);
      for (const sort of ['value', '-value']) {
        const { body } = await started.admin.get(`${path}?sort=${sort}&limit=20&page=5`);
        const plan = await planOf(path, `sort=${sort}&cursor=${body.meta.nextCursor}`);
        assert.ok(
          conditions(plan).some((line) => /value_approx [<>]=/.test(line)),
          plan,
        );
      }
    });

    it(`a search for words ${marked ? 'uses' : 'works without'} the index`, async () => {
      for (const model of app.registry.models.filter(({ searchable }) => searchable.length > 0)) {
        const query = `q=value${targetRow}`;
        const plan = await planOf(model.path, query);
        if (!usesIndexOfUser(model, plan)) assert.equal(usesIndex(plan, 'search'), marked, `${model.name}\n${plan}`);
      }
    });

    it(`a filter on a custom field ${marked ? 'uses' : 'works without'} the index`, async () => {
      for (const path of ['/api/sales/contacts', '/api/sales/kites']) {
        for (const [type, { column, value }] of Object.entries(customTypes)) {
          for (const query of [`filter[x${type}]=${value}`, `filter[x${type}][in]=${value},${value}`]) {
            const plan = await planOf(path, query);
            assert.equal(usesIndex(plan, column), marked, `${path}?${query}\n${plan}`);
            const { body } = await started.admin.get(`${path}?${query}`);
            assert.equal(body.meta.total, 1, `${path}?${query}`);
          }
        }
        const plan = await planOf(path, `q=value${targetRow}`);
        assert.equal(usesIndex(plan, 'custom_search'), marked, plan);
        assert.equal((await started.admin.get(`${path}?q=value${targetRow}`)).body.meta.total, 1);
      }
    });

    it('a bulk operation with by uses the index', async () => {
      for (const [path, by, record, column] of [
        ['/api/sales/contacts', 'email', { email: `VALUE${targetRow}@Example.com` }, 'email_folded'],
        ['/api/sales/industries', 'name', { name: `VALUE${targetRow}` }, 'name_folded'],
        ['/api/sales/contacts', 'xcode', { xcode: `CODE` }, 'record_id|id'],
      ] as const) {
        const ask = () =>
          started.admin.post(`${path}/bulk?dryRun=true`, { atomic: false, operations: [{ op: 'update', by, record }] });
        const found = (await statementsOf(started, ask)).find(([text]) => / limit 2\)/.test(text));
        const plan = await explain(started, found as Statement);
        assert.ok(usesIndex(plan, column), plan);
        assert.doesNotMatch(plan, /Filter: .*lower/);
      }
    });

    it('a login uses the index on email', async () => {
      const login = () =>
        started.anonymous.post('/api/identity/auth/login', { email: 'ADMIN@example.com', password: adminPassword });
      const found = (await statementsOf(started, login)).find(([text]) => text.includes('u.password'));
      const plan = await explain(started, found as Statement);
      assert.ok(usesIndex(plan, 'email_folded'), plan);
    });

    it('a delete finds references to the record with an index', async () => {
      const registry = await app.services.directory.registry('1');
      for (const target of registry.models) {
        for (const inbound of registry.inbound(target)) {
          const { model, field } = inbound;
          const statement = `select 1 from ${tableAs(model, 't')} where ${tenantRows(model, 't')} and ${pointsTo(inbound, 't', '$2::uuid[]')}`;
          const plan = await explain(started, [statement, ['1', [queryValues.uuid]]]);
          const column = field.customId ? 'custom' : (field.column as string);
          if (marked || !needsMark(column, field))
            assert.ok(usesIndex(plan, column), `${model.name}.${field.key}\n${plan}`);
        }
      }
    });

    it('no index is on an expression, or on a column without leakproof comparison unless a companion column comes first', async () => {
      const rows = await sql(
        `select i.indexrelid::regclass::text as name, coalesce(string_agg(a.attname, ', ') filter (where not p.proleakproof), '') as leaky,
          i.indexprs is not null as expressions
         from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
         join pg_am m on m.oid = x.relam and m.amname = 'btree'
         cross join lateral unnest(i.indkey::int[], i.indclass::oid[]) with ordinality k(attnum, opclass, n)
         left join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum
         join pg_opclass c on c.oid = k.opclass
         join pg_amop o on o.amopfamily = c.opcfamily and o.amopstrategy = 3 and o.amoplefttype = c.opcintype and o.amoprighttype = c.opcintype
         join pg_proc p on p.oid = (select oprcode from pg_operator where oid = o.amopopr)
         where t.relnamespace = 'public'::regnamespace and not t.relispartition and t.relname <> 'migrations'
         group by 1, 3, i.indkey, t.oid
         having i.indexprs is not null or bool_or(not p.proleakproof)`,
      );
      const numbers = app.registry.models.flatMap(({ table, fields, indexes }) =>
        [...fields.values()].flatMap(({ companion, column, key }) => {
          const several = indexes.filter((keys) => keys.includes(key)).map((keys) => keys.map(snakeCase).join('_'));
          return companion?.ordered ? [column, ...several].map((name) => `${table}_${name}_idx ${column}`) : [];
        }),
      );
      const found = rows.map(({ name, leaky, expressions }) => `${name} ${expressions ? 'expression' : leaky}`);
      assert.deepEqual(found.sort(), marked ? [] : numbers.sort());
    });

    it('the log names the statements with which a superuser enables the other indexes, and they work', {
      skip: marked,
    }, async () => {
      const warnings: string[] = [];
      const prepare = () =>
        prepareDatabase({ admin: started.connection, onWarning: (message) => warnings.push(message) });
      await prepare();
      assert.equal(warnings.length, 1);
      const statements = /: (alter function .*)$/.exec(warnings[0] as string)?.[1] as string;
      const path = '/api/sales/contacts';
      assert.equal(usesIndex(await planOf(path, `filter[xtext]=value${targetRow}`), 'custom'), false);
      await sql(statements);
      await prepare();
      assert.equal(warnings.length, 1);
      for (const [query, column] of [
        [`filter[xtext]=value${targetRow}`, 'custom'],
        [`filter[tags]=value${targetRow}`, 'tags'],
        [`q=value${targetRow}`, 'custom_search'],
      ] as const) {
        const plan = await planOf(path, query);
        assert.ok(usesIndex(plan, column), plan);
      }
    });
  });
}
