import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type pg from 'pg';
import { bindField } from '#core/fields/bind-field.ts';
import { integer, reference, text } from '#core/fields/index.ts';
import { defineModel } from '#core/models/declaration.ts';
import { extendModel } from '#core/models/model.ts';
import { Registry } from '#core/models/registry.ts';
import { defineModule } from '#core/modules/module.ts';
import type { Queryable } from '#db/database.ts';
import { isHandWritten, migrate, migrationsFolder } from '#db/migrator.ts';
import { asAdmin, type Cluster, cloneDatabase, dropDatabase, startCluster } from '#test/cluster.ts';
import { appForFile } from '#test/harness.ts';
import { migrationPlan } from '../../../scripts/migration-plan.ts';
import { createRegistry } from '../../app.ts';
import { createStatements, tableDefinitions } from './ddl.ts';
import { introspect, type SchemaSnapshot } from './introspect.ts';
import { planMigration } from './migration.ts';

const given = process.env.ATRIUM_TEST_CLUSTER;
const cluster: Cluster = given ? { admin: JSON.parse(given), stop: async () => {} } : await startCluster();
process.env.ATRIUM_TEST_CLUSTER = JSON.stringify(cluster.admin);
after(() => cluster.stop());
const { app, admin, tenant, sql } = await appForFile();

const appRole = 'atrium_app';
const names = async (text: string): Promise<string[]> => (await sql<{ name: string }>(text)).map(({ name }) => name);

/** Every table with a tenant_id, including partitions. `tenant` is the number of that column. */
const tenantTables = `(select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, a.attnum as tenant
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
  where n.nspname = 'public' and c.relkind in ('r', 'p') and a.attname = 'tenant_id' and not a.attisdropped) c`;

const views = ['webhook_delivery_log'];

const anyPrivilege = (table: string, privileges: string) =>
  `has_table_privilege('${appRole}', ${table}, '${privileges}')`;

describe('every tenant table', () => {
  it('exists for every model', async () => {
    const there = new Set(await names(`select relname as name from ${tenantTables}`));
    const missing = app.registry.models.filter(({ table }) => !there.has(table));
    assert.deepEqual(missing, []);
    for (const name of ['events', 'custom_records', 'custom_models', 'idempotency_keys']) assert.ok(there.has(name));
  });

  it('is the only kind of table, except tenants, their hosts, migrations, cluster identity, job names, secret fingerprints and addresses of forms', async () => {
    const others = await names(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm')
       and oid not in (select c.oid from ${tenantTables}) order by 1`,
    );
    assert.deepEqual(others, [
      'cluster_identity',
      'form_addresses',
      'job_names',
      'migrations',
      'secret_fingerprints',
      'site_hosts',
      'tenants',
      ...views,
    ]);
  });

  it('is read by views with the privileges of the caller', async () => {
    const withInvoker = await names(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'v'
       and 'security_invoker=true' = any(reloptions)`,
    );
    assert.deepEqual(withInvoker, views);
  });

  it('has row security enabled and forced', async () => {
    const open = `select relname as name from ${tenantTables} where not (relrowsecurity and relforcerowsecurity)`;
    assert.deepEqual(await names(open), []);
  });

  it('has a tenant policy when the application role has a privilege on it', async () => {
    const policy = `tenant_id = (nullif(current_setting('app.tenant'::text, true), ''::text))::bigint`;
    const open = await sql(
      `select c.relname as name, coalesce(pg_get_expr(p.polqual, p.polrelid), 'none') as policy
       from ${tenantTables} left join pg_policy p on p.polrelid = c.oid and p.polname <> 'platform'
       where ${anyPrivilege('c.oid', 'select, insert, update, delete')}
         and lower(pg_get_expr(p.polqual, p.polrelid)) is distinct from $1`,
      [`(${policy})`],
    );
    assert.deepEqual(open, []);
  });

  it('has only policies that apply to all roles, for reading and writing', async () => {
    const narrow = await names(
      `select c.relname || ' ' || p.polname as name from ${tenantTables} join pg_policy p on p.polrelid = c.oid
       where p.polname <> 'platform' and (p.polcmd <> '*' or p.polroles <> '{0}' or p.polwithcheck is not null)`,
    );
    assert.deepEqual(narrow, []);
  });

  it('is open to the platform only when its work spans tenants, and read-only when that is enough', async () => {
    const open = await sql(
      `select c.relname as name, p.polcmd as command, pg_get_expr(p.polqual, p.polrelid) as policy
       from ${tenantTables} join pg_policy p on p.polrelid = c.oid where p.polname = 'platform' order by 1`,
    );
    assert.deepEqual(
      open.map(({ name, command }) => `${name} ${command}`),
      [
        'account_mails *',
        'ai_running r',
        'campaign_runs r',
        'communications_emails_words r',
        'deleted_fields r',
        'deleted_models r',
        'derived_positions r',
        'event_followers r',
        'events r',
        'file_contents r',
        'file_uploads r',
        'file_uses r',
        'formula_indexes r',
        'idempotency_keys *',
        'integrations_webhooks r',
        'jobs *',
        'mail_batches r',
        'mail_outbox r',
        'mail_uncounted r',
        'mailbox_changes r',
        'mailbox_leases *',
        'mailbox_unlinked r',
        'oauth_states *',
        'one_time_tokens *',
        'rate_windows *',
        'sessions *',
        'sign_in_attempts *',
        'site_visitors *',
        'site_visits r',
        'sms_messages r',
        'sms_pauses r',
        'social_accounts *',
        'social_outbox r',
        'webhook_deliveries *',
        'webhook_endpoints *',
        'webhook_parcels *',
        'workflow_queue r',
        'workflow_states r',
      ],
    );
    for (const { policy } of open) assert.equal(policy, 'is_platform()');
  });

  it('has indexes that begin with the tenant, except the job queue, which nodes read for all tenants', async () => {
    const stray = await names(
      `select x.indexrelid::regclass::text as name from ${tenantTables} join pg_index x on x.indrelid = c.oid
       where x.indkey[0] <> c.tenant order by 1`,
    );
    assert.deepEqual(stray, ['jobs_due_idx', 'jobs_finished_idx']);
  });

  it('has unique constraints within a tenant only', async () => {
    const wide = await names(
      `select x.indexrelid::regclass::text as name from ${tenantTables} join pg_index x on x.indrelid = c.oid
       where x.indisunique and not c.tenant = any(x.indkey)
       union all
       select k.conname from ${tenantTables} join pg_constraint k on k.conrelid = c.oid
       where k.contype in ('p', 'u', 'x') and not c.tenant = any(k.conkey)`,
    );
    assert.deepEqual(wide, []);
  });

  it('has foreign keys that begin with the tenant on both sides', async () => {
    const wide = await names(
      `select k.conname as name from ${tenantTables} join pg_constraint k on k.conrelid = c.oid
       left join pg_attribute a on a.attrelid = k.confrelid and a.attnum = k.confkey[1]
       where k.contype = 'f' and (k.conkey[1] <> c.tenant or a.attname is distinct from 'tenant_id')`,
    );
    assert.deepEqual(wide, []);
  });

  it('has a foreign key for every reference', async () => {
    const there = new Set(await names(`select conname as name from pg_constraint where contype = 'f'`));
    const references = app.registry.models.flatMap((model) =>
      model.stored.filter(({ type }) => type.name === 'reference').map(({ column }) => ({ model, column })),
    );
    const [row] = await sql(
      `select count(*)::int as n from pg_constraint where contype = 'f' and conrelid::regclass::text = any($1)`,
      [app.registry.models.map(({ table }) => table)],
    );
    assert.equal(row.n, references.length);
    assert.ok(there.has('sales_opportunities_account_id_fkey'));
  });
});

describe('the role of the application', () => {
  it('is the role of the server’s connections', async () => {
    const rows = await app.services.db.query<{ name: string }>('select current_user as name');
    assert.equal(rows[0]?.name, appRole);
  });

  it('is not a superuser, cannot bypass row security and is no member of another role', async () => {
    const [role] = await sql(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolreplication,
        (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships
       from pg_roles r where rolname = $1`,
      [appRole],
    );
    assert.deepEqual(role, {
      rolsuper: false,
      rolbypassrls: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      memberships: 0,
    });
  });

  it('owns nothing and creates nothing', async () => {
    assert.deepEqual(await names(`select relname as name from pg_class where relowner = '${appRole}'::regrole`), []);
    const [may] = await sql(`select has_schema_privilege('${appRole}', 'public', 'create') as make`);
    assert.equal(may.make, false);
    const powers = 'truncate, references, trigger';
    const strong = `select relname as name from ${tenantTables} where ${anyPrivilege('c.oid', powers)}`;
    assert.deepEqual(await names(strong), []);
  });

  it('can insert and read events, but not change them', async () => {
    const able = (privileges: string) =>
      names(
        `select relname as name from ${tenantTables} where relname ~ '^events' and ${anyPrivilege('c.oid', privileges)}`,
      );
    assert.deepEqual(await able('update, delete, truncate'), []);
    assert.ok((await able('select')).includes('events'));
    assert.ok((await able('insert')).includes('events'));
    await assert.rejects(app.services.db.query(`update events set type = 'x.y'`), /permission denied/);
    await assert.rejects(app.services.db.query('delete from events'), /permission denied/);
  });

  it('has no privilege on the table of migrations', async () => {
    const [may] = await sql(`select ${anyPrivilege(`'migrations'`, 'select, insert, update, delete')} as touch`);
    assert.equal(may.touch, false);
  });
});

/** Inserts a row for each tenant into every table, with all required columns. Partitions get theirs through events. */
async function fillEveryTable(tenants: readonly string[]): Promise<void> {
  const columns = await sql<{ table: string; columns: string[]; types: string[] }>(
    `select c.relname as table, array_agg(a.attname::text) as columns, array_agg(format_type(a.atttypid, null)) as types
     from ${tenantTables} join pg_attribute a on a.attrelid = c.oid
     where a.attnum > 0 and not a.attisdropped and a.attnotnull and not a.atthasdef and a.attname <> 'tenant_id'
       and not (select relispartition from pg_class where oid = c.oid)
     group by 1`,
  );
  const value: Record<string, string> = {
    uuid: 'gen_random_uuid()',
    text: 'gen_random_uuid()::text',
    json: `'[]'`,
    jsonb: `'{}'`,
    bytea: `sha256(random()::text::bytea)`,
    xid8: `'1'`,
    boolean: 'false',
    date: 'current_date',
    // The time is in the future, because expired rows may be deleted at any moment.
    'timestamp with time zone': `now() + interval '1 hour'`,
  };
  const inserts = columns.flatMap(({ table, columns: keys, types }) =>
    tenants.map(
      (id) => `insert into ${table} (tenant_id, ${keys.map((key) => `"${key}"`).join(', ')})
        values (${id}, ${types.map((type) => value[type] ?? (type.endsWith('[]') ? "'{}'" : '1')).join(', ')});`,
    ),
  );
  // Foreign key triggers are off, because the references have no targets. The mails do not exist, so the outbox must
  // not claim them.
  const later = `update mail_outbox set next_at = now() + interval '1 hour';`;
  await sql(`begin; set local session_replication_role = replica; ${inserts.join('\n')} ${later} commit`);
}

describe('row security', async () => {
  const other = await tenant();
  const idOf = async (accountKey: string): Promise<string> =>
    (await sql('select id from tenants where account_key = $1', [accountKey]))[0].id;
  const mine = await idOf(admin.accountKey);
  const theirs = await idOf(other.accountKey);
  await fillEveryTable([mine, theirs]);
  const tables = await names(
    `select c.relname as name from ${tenantTables} where ${anyPrivilege('c.oid', 'select')} order by 1`,
  );
  const filled = tables.filter((name) => !/^events_/.test(name));
  const counts = [...tables, ...views].map(
    (name) => `select '${name}' as name, count(*) filter (where tenant_id = ${mine})::int as mine,
      count(*) filter (where tenant_id <> ${mine})::int as others from ${name}`,
  );
  const count = counts.join(' union all ');
  interface Count {
    readonly name: string;
    readonly mine: number;
    readonly others: number;
  }

  it('has rows of both tenants in every table', async () => {
    const rows = await sql<Count>(count);
    const empty = rows.filter(({ name, mine, others }) => filled.includes(name) && (mine === 0 || others === 0));
    assert.deepEqual(empty, []);
    assert.ok(filled.length > app.registry.models.length);
  });

  it('shows nothing to a connection without a tenant', async () => {
    const seen = (await app.services.db.query<Count>(count)).filter(({ mine, others }) => mine + others > 0);
    assert.deepEqual(seen, []);
  });

  it('shows a tenant its own rows and no others', async () => {
    const rows = await app.services.db.transaction(mine, (tx) => tx.query<Count>(count));
    assert.deepEqual(
      rows.filter(({ others }) => others > 0),
      [],
    );
    assert.deepEqual(
      rows.filter(({ name, mine }) => filled.includes(name) && mine === 0),
      [],
    );
  });

  it('shows nothing to a tenant that does not exist', async () => {
    const rows = await app.services.db.transaction('999999999', (tx) => tx.query<Count>(count));
    assert.ok(rows.every(({ mine, others }) => mine + others === 0));
  });

  it('resets the tenant when the transaction ends', async () => {
    for (let n = 0; n < 20; n += 1) {
      await app.services.db.transaction(mine, (tx) => tx.query('select 1'));
      const [row] = await app.services.db.query<{ n: number }>('select count(*)::int as n from identity_users');
      assert.equal(row?.n, 0);
    }
  });

  it('prevents moving a row to another tenant or inserting one there', async () => {
    const changeable = filled.filter((name) => name !== 'events');
    for (const name of changeable) {
      await assert.rejects(
        app.services.db.transaction(mine, (tx) => tx.query(`update ${name} set tenant_id = ${theirs}`)),
        /row-level security/,
        name,
      );
    }
    const event = `insert into events (tenant_id, id, type, model) values (${theirs}, gen_random_uuid(), 'a.b', 'x')`;
    await assert.rejects(
      app.services.db.transaction(mine, (tx) => tx.query(event)),
      /row-level security/,
    );
  });

  it('prevents changing or deleting a row of another tenant', async () => {
    for (const name of filled.filter((table) => table !== 'events')) {
      const touched = await app.services.db.transaction(mine, async (tx) => [
        ...(await tx.query(`update ${name} set tenant_id = tenant_id where tenant_id = ${theirs} returning 1`)),
        ...(await tx.query(`delete from ${name} where tenant_id = ${theirs} returning 1`)),
      ]);
      assert.deepEqual(touched, [], name);
    }
  });
});

/** The models with an added module, a removed module, and added fields and indexes. */
function otherRegistry(): Registry {
  const base = createRegistry();
  const toys = defineModule({
    key: 'toys',
    label: 'Toys',
    models: [
      defineModel({
        slug: 'kites',
        owned: false,
        children: ['notes'],
        fields: { name: text({ required: true, unique: true }), regionId: reference('sales.regions') },
      }),
    ],
  });
  const added = [bindField('nickname', text({ index: true })), bindField('agility', integer())];
  const models = base.models.flatMap((model) => {
    if (model.moduleKey === 'customerSuccess') return [];
    if (model.name === 'sales.contacts') return [extendModel(model, added)];
    if (model.name === 'sales.regions') return [{ ...model, indexes: [...model.indexes, ['name', 'createdAt']] }];
    return [model];
  });
  return new Registry([...base.modules, toys], [...models, ...toys.models]);
}

const scratch = `test_plan_${process.pid}`;

/** The schema of a scratch database after `build`. */
async function inDatabase(
  create: () => Promise<unknown>,
  build: (client: pg.Client) => Promise<unknown>,
): Promise<SchemaSnapshot> {
  await create();
  try {
    return await asAdmin({ ...cluster.admin, database: scratch }, async (client) => {
      await build(client);
      return introspect({ query: async (text, values = []) => (await client.query(text, [...values])).rows });
    });
  } finally {
    await dropDatabase(cluster, scratch);
  }
}

const lines = (sql: string): string[] => sql.trim().split(/\n\s*/);

const expectedPlan = lines(`
  alter table sales_contacts add column "nickname" text, add column "agility" bigint
  create index sales_contacts_nickname_idx on sales_contacts using btree (tenant_id, "nickname", id)
  create index sales_regions_name_created_at_idx on sales_regions using btree (tenant_id, "name", "created_at")
  create index toys_kites_created_at_idx on toys_kites using btree (tenant_id, created_at desc, id)
  create unique index toys_kites_name_key on toys_kites using btree (tenant_id, "name_folded")
  create index toys_kites_gin_idx on toys_kites using gin (tenant_id, custom_search, custom jsonb_path_ops)
  create index toys_kites_region_id_idx on toys_kites using btree (tenant_id, "region_id")
  create index toys_kite_notes_created_at_idx on toys_kite_notes using btree (tenant_id, created_at desc, id)
  create index toys_kite_notes_kite_id_idx on toys_kite_notes using btree (tenant_id, "kite_id", "created_at", id)
  create index toys_kite_notes_owner_id_idx on toys_kite_notes using btree (tenant_id, "owner_id")
  create index toys_kite_notes_gin_idx on toys_kite_notes using gin (tenant_id, search, custom_search, custom jsonb_path_ops)
  alter table toys_kites enable row level security
  alter table toys_kites force row level security
  create policy tenant on toys_kites using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint)
  alter table toys_kite_notes enable row level security
  alter table toys_kite_notes force row level security
  create policy tenant on toys_kite_notes using (tenant_id = nullif(current_setting('app.tenant', true), '')::bigint)
  alter table toys_kites add constraint toys_kites_region_id_fkey foreign key (tenant_id, "region_id") references sales_regions (tenant_id, id)
  alter table toys_kite_notes add constraint toys_kite_notes_kite_id_fkey foreign key (tenant_id, "kite_id") references toys_kites (tenant_id, id)
  alter table toys_kite_notes add constraint toys_kite_notes_owner_id_fkey foreign key (tenant_id, "owner_id") references identity_users (tenant_id, id)
`);

describe('a migration', () => {
  it('sets the creator as owner of webhooks that had none', async () => {
    const empty = () => asAdmin(cluster.admin, (client) => client.query(`create database ${scratch}`));
    await inDatabase(empty, async (client) => {
      await migrate(client, migrationsFolder, (file) => file < '0009');
      await client.query(`
        insert into tenants (account_key) values ('old');
        insert into identity_users (tenant_id, id, email) select id, gen_random_uuid(), 'old@example.com' from tenants;
        insert into integrations_webhooks (tenant_id, id, url, events, created_by)
          select tenant_id, gen_random_uuid(), 'https://example.com', '{a.b}', id from identity_users;
        insert into integrations_webhooks (tenant_id, id, url, events)
          select id, gen_random_uuid(), 'https://example.org', '{a.b}' from tenants`);
      await migrate(client, migrationsFolder);
      const { rows } = await client.query(
        `select w.url, u.email from integrations_webhooks w left join identity_users u on u.id = w.owner_id order by 1`,
      );
      assert.deepEqual(rows, [
        { url: 'https://example.com', email: 'old@example.com' },
        { url: 'https://example.org', email: null },
      ]);
      const forced = await client.query(
        `select relforcerowsecurity as forced from pg_class where relname = 'integrations_webhooks'`,
      );
      assert.deepEqual(forced.rows, [{ forced: true }]);
    });
  });
});

describe('models and migrations', () => {
  it('agree', async () => {
    assert.deepEqual(await migrationPlan(cluster.admin, createRegistry()), []);
  });

  describe('when they differ', () => {
    const tables = tableDefinitions(otherRegistry());
    let target: SchemaSnapshot;
    let plan: string[] = [];
    const statementsStartingWith = (words: string) => plan.filter((statement) => statement.startsWith(words));
    before(async () => {
      const empty = () => asAdmin(cluster.admin, (client) => client.query(`create database ${scratch}`));
      target = await inDatabase(empty, async (client) => {
        await migrate(client, migrationsFolder, (file) => file.startsWith('0001-'));
        await client.query(createStatements(tables).join(';\n'));
        await migrate(client, migrationsFolder, (file) => isHandWritten(file));
      });
      plan = planMigration(await introspect({ query: sql as Queryable['query'] }), target, tables);
    });

    it('give a plan that creates missing tables', () => {
      const creates = statementsStartingWith('create table');
      assert.deepEqual(
        creates.map((statement) => statement.split(' ')[2]),
        ['toys_kites', 'toys_kite_notes'],
      );
      assert.match(creates[0] ?? '', /"name" text not null,\n {2}"region_id" uuid,\n/);
      assert.match(creates[0] ?? '', /constraint toys_kites_pkey primary key \(tenant_id, id\)/);
    });

    it('give a plan that drops removed tables', () => {
      const removed = app.registry.models.filter(({ moduleKey }) => moduleKey === 'customerSuccess');
      const dropped = statementsStartingWith('drop table').flatMap((statement) =>
        statement.slice('drop table '.length).split(', '),
      );
      assert.deepEqual(dropped.sort(), removed.map(({ table }) => table).sort());
    });

    it('give a plan with every column, index, foreign key and policy', () => {
      const rest = plan.filter((statement) => !/^create table|customer_success_/.test(statement));
      const plain = rest.map((statement) => statement.replace(/ deferrable.*$/, ''));
      assert.deepEqual(plain.sort(), expectedPlan.toSorted());
    });

    it('agree after the plan has run', async () => {
      const clone = () => cloneDatabase(cluster, scratch);
      const migrated = await inDatabase(clone, (client) => client.query(plan.join(';\n')));
      assert.deepEqual(planMigration(migrated, target, tables), []);
    });
  });
});
