import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { newId } from '#lib/ids.ts';
import { Samples } from './conformance-samples.ts';
import { eventually } from './eventually.ts';
import { refused } from './expect.ts';
import { appForFile, Client, type Json, type Reply } from './harness.ts';

const { app, url, sql, tenant, anonymous } = await appForFile();
const { db } = app.services;
const { models } = app.registry;
const contacts = '/api/sales/contacts';

/** A text that only records of the first tenant contain. No answer to the second tenant may contain it. */
const marker = 'zqxalpha';

/** A client that fails when an answer contains the marker of the first tenant. */
class LeakCheckingClient extends Client {
  override async request(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply> {
    const reply = await super.request(method, path, body, headers);
    const answer = `${reply.text} ${[...reply.headers].join()}`.toLowerCase();
    assert.ok(!answer.includes(marker), `${method} ${path} leaks ${answer.slice(0, 500)}`);
    return reply;
  }
}

const a = await tenant('tenant-a');
const plainB = await tenant('tenant-b');
const b = new LeakCheckingClient(url, plainB.token, plainB.userId, plainB.accountKey);
const tenantId = async (key: string) => (await sql('select id::text from tenants where account_key = $1', [key]))[0].id;
const [idOfA, idOfB]: [string, string] = [await tenantId('tenant-a'), await tenantId('tenant-b')];

/** True for texts that do not accept the marker. The text of a status would contradict `statusId`. */
const isChecked = ({ rule, furtherRules, status }: Field['declared']): boolean =>
  rule !== undefined || furtherRules === true || status?.part === 'key';

/** The record with the marker in every text field that accepts it. */
function withMarker(model: Model, values: Json): Json {
  const texts: Record<string, (n: string) => Json> = {
    text: (n) => `${marker} ${n}`,
    longText: () => marker,
    choice: () => marker,
    email: (n) => `${marker}${n}@example.com`,
    url: () => `https://example.com/${marker}`,
    list: () => [marker],
    json: () => undefined,
  };
  const result = { ...values };
  for (const { key, type, declared, maxLength = 100 } of model.writable) {
    const text = texts[type.name]?.(newId().slice(-4));
    const { strict, of } = declared;
    if (isChecked(declared)) continue;
    if (text !== undefined && !strict && !of && maxLength >= 30) result[key] = text;
    if (type.name === 'json') result[key] = declared.shape === 'array' ? [{ note: marker }] : { note: marker };
  }
  return result;
}

const sampleA = new Samples(app.registry, a);
const sampleB = new Samples(app.registry, plainB);
/** Create one record of every model in each tenant. */
const ofA = new Map<string, string>();
const ofB = new Map<string, string>();
for (const model of models) {
  if (model.readOnly) {
    const user = model.personal?.user ?? model.audience?.users?.[0];
    const fields = [...model.fields.values()].filter(
      ({ key, required }) => required || key === model.titleField || key === user,
    );
    for (const [id, records, title, userId] of [
      [idOfA, ofA, marker, a.userId],
      [idOfB, ofB, 'of B', b.userId],
    ] as const) {
      records.set(model.name, newId());
      const given = fields.map(({ key, type, declared: { to } }) => {
        if (key === user) return userId;
        const value = to === undefined ? (type.numeric ? 1 : title) : records.get(to);
        return type.array ? [value] : value;
      });
      const columns = ['tenant_id', 'id', ...fields.map(({ column }) => `"${column}"`)];
      const places = columns.map((_, n) => `$${n + 1}`);
      await sql(`insert into ${model.table} (${columns}) values (${places})`, [id, records.get(model.name), ...given]);
    }
    continue;
  }
  ofA.set(model.name, (await a.create(model.path, withMarker(model, await sampleA.full(model))))._id);
  ofB.set(model.name, (await b.create(model.path, (await sampleB.full(model)) as Json))._id);
}
const idIn = (records: Map<string, string>, name: string): string => records.get(name) as string;

const customOfA = '/api/sales/starships';
await a.create('/api/data/models', {
  moduleKey: 'sales',
  slug: 'starships',
  label: `${marker} ship`,
  fields: [{ key: 'name', type: 'text' }],
});
await a.create('/api/data/models/sales/contacts/fields', { key: 'rank', type: 'text', label: `${marker} rank` });
await a.create('/api/data/models/sales/leads/rules', {
  name: marker,
  when: { lastName: 'Nobody' },
  require: ['email'],
  message: marker,
});
const shipOfA = await a.create(customOfA, { name: marker });
await a.create(contacts, { firstName: marker, rank: marker });
// Delete a model and a field, which the other tenant must not restore.
await a.create('/api/data/models', { moduleKey: 'sales', slug: 'wrecks', fields: [{ key: 'name', type: 'text' }] });
await a.create('/api/data/models/sales/leads/fields', { key: 'oldRank', type: 'text', label: `${marker} old rank` });
await a.create('/api/sales/leads', { lastName: 'L', oldRank: marker });
for (const path of ['sales/wrecks', 'sales/leads/fields/oldRank']) await a.delete(`/api/data/models/${path}`);

const fileOfA = new FormData();
fileOfA.append('file', new Blob([marker]), 'a.txt');
const uploaded = await fetch(`${a.url}/api/communications/file-upload`, {
  method: 'POST',
  headers: { authorization: `Bearer ${a.token}` },
  body: fileOfA,
});
assert.equal(uploaded.status, 201);

// The samples of emailTransports would retry the mails to the users above again and again. Replace them by rows that no
// background work changes.
await sql('delete from mail_outbox');
const batchOfA = idIn(ofA, 'communications.emailSnapshots');
const mailOfA = idIn(ofA, 'communications.emails');
const mailboxOfA = idIn(ofA, 'communications.mailboxConnections');
const socialOfA = idIn(ofA, 'marketing.socialConnections');
const folderOfA = newId();
for (const [columns, values] of [
  ['mailbox_changes (tenant_id, connection_id, id, kind, email_id)', [mailboxOfA, newId(), 'seen', mailOfA]],
  ['mailbox_leases (tenant_id, connection_id, next_at)', [mailboxOfA, 'infinity']],
  [
    'social_outbox (tenant_id, post_id, connection_id, next_at)',
    [idIn(ofA, 'marketing.socialPosts'), socialOfA, '2100-01-01'],
  ],
  ['social_accounts (tenant_id, connection_id, inbox_at, metrics_at)', [socialOfA, '2100-01-01', '2100-01-01']],
  [
    'social_messages (tenant_id, connection_id, external_id, thread_id, conversation_id, email_id, reply_to)',
    [socialOfA, marker, marker, idIn(ofA, 'communications.conversations'), mailOfA, '{}'],
  ],
  ['mailbox_nodes (tenant_id, node, alive_until)', [newId(), '2100-01-01']],
  [
    'mailbox_folders (tenant_id, connection_id, id, path, role, uid_validity, uid_next)',
    [mailboxOfA, folderOfA, marker, 'inbox', 1, 1],
  ],
  [
    'mailbox_locations (tenant_id, connection_id, folder_id, uid, key, email_id, seen)',
    [mailboxOfA, folderOfA, 1, Buffer.from('key'), mailOfA, false],
  ],
  ['mail_batches (tenant_id, id, status, source, content)', [batchOfA, 'paused', '{}', '{}']],
  ['mail_recipients (tenant_id, batch_id, recipients)', [batchOfA, JSON.stringify([marker])]],
  ['mail_outbox (tenant_id, email_id, batch_id, next_at)', [mailOfA, batchOfA, '2100-01-01']],
  ['mail_facts (tenant_id, email_id, batch_id)', [mailOfA, batchOfA]],
  ['mail_uncounted (tenant_id, email_id, kind, id, at)', [mailOfA, 'sent', newId(), '2100-01-01']],
  ['mail_transport_use (tenant_id, transport_id)', [newId()]],
  [
    'conversation_presence (tenant_id, conversation_id, user_id)',
    [idIn(ofA, 'communications.conversations'), a.userId],
  ],
  [
    'mailbox_changes (tenant_id, id, connection_id, kind, email_id)',
    [newId(), idIn(ofA, 'communications.mailboxConnections'), 'seen', mailOfA],
  ],
  ['ai_running (tenant_id, log_id, alive_until)', [newId(), '2100-01-01']],
  ['ai_daily_use (tenant_id, day, user_id, requests, tokens)', ['2100-01-01', newId(), 1, 1]],
  ['mailbox_messages (tenant_id, key, email_id)', [Buffer.from(marker), newId()]],
  ['mailbox_threads (tenant_id, key)', [Buffer.from(marker)]],
  [
    'mailbox_subjects (tenant_id, subject, sent_at, email_id, is_reply, sender, participants)',
    [Buffer.from(marker), '2100-01-01', newId(), false, marker, []],
  ],
  ['mailbox_copies (tenant_id, email_id, connection_id, sharing)', [newId(), newId(), 'nothing']],
  ['mailbox_unlinked (tenant_id, address, email_id)', [marker, newId()]],
  [
    'site_releases (tenant_id, website_id, id, number, manifest, use_ids, pages, files, bytes)',
    [idIn(ofA, 'marketing.websites'), newId(), 1, JSON.stringify({ marker }), [], 1, 1, 1],
  ],
  [
    'site_publications (tenant_id, id, job_id, website_id, kind, error)',
    [newId(), newId(), idIn(ofA, 'marketing.websites'), 'publish', marker],
  ],
  [
    'site_visits (tenant_id, website_id, day, page_id, referrer, utm_source, utm_medium, utm_campaign, views, visitors, counted_views)',
    [idIn(ofA, 'marketing.websites'), '2100-01-01', newId(), marker, '', '', '', 1, 1, 1],
  ],
  ['site_visitors (tenant_id, day, page_id, visitor)', ['2100-01-01', newId(), Buffer.from(marker)]],
  ['duplicate_dismissals (tenant_id, low_id, high_id)', [newId(), newId()]],
  ['finance_invoice_counters (tenant_id, year, value)', [2026, 7]],
  ['lead_conversions (tenant_id, lead_id, request_id, done)', [idIn(ofA, 'sales.leads'), marker, '{}']],
  ['lead_routing_turns (tenant_id, rule_id)', [idIn(ofA, 'sales.leadRoutingRules')]],
  ['merge_moves (tenant_id, merge_id, n, moved)', [newId(), 1, '[]']],
  ['import_mappings (tenant_id, model, titles, mapping)', ['sales.contacts', marker, '{}']],
  ['import_rejections (tenant_id, import_id, n, line, cells, reason)', [idIn(ofA, 'data.imports'), 1, 2, '[]', marker]],
  ['sales_quote_links (tenant_id, token_hash, quote_id)', [Buffer.from(marker), idIn(ofA, 'sales.quotes')]],
  ['score_decays (tenant_id, model_key, record_id, due_at)', ['leads', newId(), '2100-01-01']],
  ['mail_dkim_keys (tenant_id, domain, selector, public_key, private_key)', ['a.example', marker, marker, marker]],
] as const) {
  const places = values.map((_, n) => `$${n + 2}`);
  await sql(`insert into ${columns} values ($1, ${places.join(', ')})`, [idOfA, ...values]);
}

const tables: string[] = (
  await sql<{ name: string }>(
    `select c.relname::text as name from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
).map(({ name }) => name);
/** Columns that background work does not change, for tables that it does change. */
const stableColumns: Readonly<Record<string, string>> = {
  sessions: 'id, user_id, revoked_at',
  webhook_endpoints: 'webhook_id, previous_secret, sends_from',
  webhook_deliveries: 'webhook_id, event_id, type',
  duplicate_scans: 'tenant_id',
  // Segments are evaluated in the background, at any time.
  event_followers: 'follower',
  marketing_segments: 'id, name, definition, contact_ids, excluded_contact_ids, active, version, updated_at',
};
const digests = tables
  .map(
    (name) =>
      `select '${name}' as name, count(*)::int as rows, md5(string_agg(t::text, ' ' order by t::text)) as digest
       from (select ${stableColumns[name] ?? '*'} from "${name}" where tenant_id = $1) t`,
  )
  .join(' union all ');
/** A digest of all rows of a tenant in every table, including events. */
const digestOf = (id: string): Promise<Json[]> => sql(digests, [id]);
// The rules of the samples are not active, so leads are followed no longer. Segments have seen all that was written.
await eventually(async () =>
  assert.deepEqual(
    await sql(
      `select f.follower, f.tenant_id from event_followers f where f.follower not in ('segments', 'workflows')
         or exists (select from segment_states s where s.tenant_id = f.tenant_id and s.cursor_id is not null)
         or exists (select from events e where e.tenant_id = f.tenant_id and (e.xid, e.seq) > (f.xid, f.seq))`,
    ),
    [],
  ),
);
const before = await digestOf(idOfA);
const eventsOfB = async () =>
  await sql('select type, model from events where tenant_id = $1 order by xid, seq', [idOfB]);

type Check = readonly [what: string, run: () => Promise<unknown>];

/**
 * Runs all checks before it fails. Asserts that no row of the first tenant changed and that the second tenant got no
 * event.
 */
async function changesNothing(checks: readonly Check[]): Promise<void> {
  const failures: string[] = [];
  const events = await eventsOfB();
  const waiting = checks.values();
  const worker = async () => {
    for (const [what, run] of waiting) {
      await run().catch((error: Error) => failures.push(`${what}: ${error.message.slice(0, 300)}`));
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
  assert.deepEqual(failures, []);
  assert.deepEqual((await eventsOfB()).slice(events.length), []);
  assert.deepEqual(await digestOf(idOfA), before);
}

const isNotFound = async (reply: Promise<Reply>) => refused(await reply, 404, 'not_found');
const references = (model: Model): Field[] =>
  [...model.fields.values()].filter((field) => field.declared.to !== undefined);
const targetOf = (records: Map<string, string>, field: Field) => idIn(records, app.registry.target(field).name);

describe('the id of another tenant’s record', () => {
  it('is tested for every model of the registry', () => {
    assert.ok(models.length > 150);
    assert.deepEqual(
      models.map(({ name }) => name).filter((name) => !ofA.has(name) || !ofB.has(name)),
      [],
    );
    const empty = before.filter(({ rows }) => rows === 0).map(({ name }) => name);
    assert.deepEqual(
      empty.filter(
        (name) =>
          !/^(idempotency_keys|derived_positions|formula_indexes|formula_values|duplicate_pairs|segment_members|segment_windows|workflow_intakes|workflow_parked|workflow_queue|workflow_states|workflow_step_runs|workflow_totals|workflow_turns|workflow_versions|custom_uniques|jobs|webhook_deliveries|webhook_parcels|sign_in_attempts|oauth_states|user_identities|account_mails|rate_windows|file_uploads|mail_mailbox_leases|mailbox_changes|campaign_touches|campaign_runs|sms_messages|sms_opt_outs|sms_pauses|sms_replies|sms_threads|communications_emails_shown)$/.test(
            name,
          ),
      ),
      [],
    );
  });

  it('is detectable: every record of the first tenant with a text field contains the marker', async () => {
    for (const model of models) {
      const path = `${model.path}/${idIn(ofA, model.name)}`;
      const hasText = model.writable.some(
        ({ type, declared, maxLength = 0 }) =>
          !isChecked(declared) && (type.name === 'longText' || (maxLength >= 100 && !declared.strict)),
      );
      if (hasText) assert.match((await a.get(path)).text, new RegExp(marker), model.name);
    }
    await assert.rejects(new LeakCheckingClient(url, a.token).get(`${contacts}?limit=1`), /leaks/);
  });

  it('is not found in the path of any model, with any method', () =>
    changesNothing(
      models.flatMap(({ name, path, readOnly }): Check[] => {
        const recordPath = `${path}/${idIn(ofA, name)}`;
        const read: Check = [`GET ${name}`, () => isNotFound(b.get(recordPath))];
        if (readOnly) return [read];
        return [
          read,
          [`PUT ${name}`, () => isNotFound(b.put(recordPath, {}))],
          [`PATCH ${name}`, () => isNotFound(b.patch(recordPath, { version: 1 }, { 'if-match': '"1"' }))],
          [`PATCH as a dry run ${name}`, () => isNotFound(b.patch(`${recordPath}?dryRun=true`, {}))],
          [`DELETE ${name}`, () => isNotFound(b.delete(recordPath.toUpperCase().replace(path.toUpperCase(), path)))],
          [`DELETE as a dry run ${name}`, () => isNotFound(b.delete(`${recordPath}?dryRun=true`))],
          [`GET content of ${name}`, () => isNotFound(b.get(`${recordPath}/content`))],
          [`POST share of ${name}`, () => isNotFound(b.post(`${recordPath}/share`, {}))],
        ];
      }),
    ));

  it('is not found as the target of bulk operations, alone or among others', () =>
    changesNothing(
      models
        .filter(({ readOnly }) => !readOnly)
        .map(({ name, path }): Check => {
          const _id = idIn(ofA, name);
          const operations = [
            { op: 'update', _id, record: {} },
            { op: 'delete', _id },
            { op: 'upsert', _id, record: {} },
          ];
          const run = async () => {
            const each = await b.post(`${path}/bulk`, { operations, atomic: false });
            assert.deepEqual(
              each.body.results?.map(({ status }: Json) => status),
              [404, 404, 404],
              each.text,
            );
            for (const operation of operations) {
              const reply = await b.post(`${path}/bulk`, { operations: [operation] });
              assert.equal(reply.status, 404, reply.text);
              assert.equal(reply.body.error.code, 'not_found');
            }
          };
          return [name, run];
        }),
    ));

  it('is refused as a reference in every field of every model, in POST and PATCH', async () => {
    const checks: Check[] = [];
    for (const model of models.filter(({ readOnly }) => !readOnly)) {
      for (const field of references(model).filter(({ readOnly }) => !readOnly)) {
        const foreign = targetOf(ofA, field);
        const values = field.type.array ? [[foreign], [targetOf(ofB, field), foreign]] : [foreign];
        const full = await sampleB.full(model);
        // A pipeline is also refused because the stage of the sample belongs to another one.
        const codes = ['reference_not_found', ...(field.key === 'pipelineId' ? ['contradiction'] : [])];
        if (field.declared.createOnly) codes.push('read_only');
        for (const value of values) {
          const expectRefusal = async (reply: Promise<Reply>) => {
            const [detail] = refused(await reply, 422, 'validation_failed', field.key);
            assert.ok(detail && codes.includes(detail.code), detail?.code);
          };
          const at = `${model.path}/${idIn(ofB, model.name)}`;
          checks.push([
            `POST ${model.name}.${field.key}`,
            () => expectRefusal(b.post(model.path, { ...full, [field.key]: value })),
          ]);
          checks.push([`PATCH ${model.name}.${field.key}`, () => expectRefusal(b.patch(at, { [field.key]: value }))]);
        }
      }
    }
    assert.ok(checks.length > 500);
    await changesNothing(checks);
  });

  it('is refused as a reference in a dry run, in bulk and in a custom field', async () => {
    const accountId = idIn(ofA, 'sales.accounts');
    const own = { type: 'reference', reference: { moduleKey: 'sales', slug: 'accounts' } };
    await b.create('/api/data/models/sales/contacts/fields', { key: 'partnerId', ...own });
    await b.create('/api/data/models/sales/contacts/fields', { key: 'partnerIds', ...own, type: 'references' });
    const bulk = (atomic: boolean) =>
      b.post(`${contacts}/bulk`, { atomic, operations: [{ op: 'create', record: { firstName: 'A', accountId } }] });
    const at = `${contacts}/${idIn(ofB, 'sales.contacts')}`;
    await changesNothing([
      [
        'dryRun',
        async () =>
          refused(
            await b.post(`${contacts}?dryRun=true`, { firstName: 'A', accountId }),
            422,
            'validation_failed',
            'accountId',
          ),
      ],
      ['bulk', async () => assert.equal((await bulk(true)).status, 422)],
      ['bulk, each', async () => assert.equal((await bulk(false)).body.results[0].status, 422)],
      [
        'custom field',
        async () =>
          refused(
            await b.post(contacts, { firstName: 'A', partnerId: accountId }),
            422,
            'validation_failed',
            'partnerId',
          ),
      ],
      [
        'custom list',
        async () =>
          refused(
            await b.post(contacts, { firstName: 'A', partnerIds: [accountId] }),
            422,
            'validation_failed',
            'partnerIds',
          ),
      ],
      [
        'custom field, changed',
        async () => refused(await b.patch(at, { partnerId: accountId }), 422, 'validation_failed', 'partnerId'),
      ],
    ]);
  });

  it('finds nothing in filters, searches, counts and included records of any model', () =>
    changesNothing(
      models.map((model): Check => {
        const own = new Set<string>();
        const run = async () => {
          for (const { id } of await sql(`select id from ${model.table} where tenant_id = $1`, [idOfB])) own.add(id);
          const onlyOwn = (reply: Reply, total?: number) => {
            assert.equal(reply.status, 200, reply.text);
            assert.ok(
              reply.body.data.every(({ _id }: Json) => own.has(_id)),
              reply.text.slice(0, 300),
            );
            if (total !== undefined) assert.equal(reply.body.meta.total, total, reply.text.slice(0, 300));
          };
          const foreign = idIn(ofA, model.name);
          const include = references(model)
            .map(({ key }) => key)
            .join(',');
          onlyOwn(await b.get(`${model.path}?limit=200&include=${include}`), own.size);
          onlyOwn(await b.get(`${model.path}?filter[_id]=${foreign}`), 0);
          onlyOwn(await b.get(`${model.path}?q=${marker}`), 0);
          onlyOwn(
            await b.post(`${model.path}/search`, { filter: { or: [{ _id: foreign }, { _id: { in: [foreign] } }] } }),
            0,
          );
          for (const field of references(model)) {
            onlyOwn(await b.get(`${model.path}?filter[${field.key}]=${targetOf(ofA, field)}`), 0);
          }
          const counted = await b.get(`${model.path}/aggregate?count=true`);
          assert.equal(counted.body.data[0].count, own.size, counted.text);
          const none = await b.get(`${model.path}/aggregate?count=true&filter[_id]=${foreign}`);
          assert.equal(none.body.data[0]?.count ?? 0, 0, none.text);
        };
        return [model.name, run];
      }),
    ));

  it('is not reached through a reference, a group or a measure', async () => {
    const ask = async (path: string) => (await b.get(path)).body.data;
    await changesNothing([
      [
        'through a reference',
        async () => assert.deepEqual(await ask(`${contacts}?filter[accountId.name][contains]=${marker}`), []),
      ],
      [
        'through an array',
        async () =>
          assert.deepEqual(await ask(`/api/marketing/segments?filter[contactIds.firstName][contains]=${marker}`), []),
      ],
      ['owner', async () => assert.deepEqual(await ask(`${contacts}?filter[ownerId.email][startsWith]=${marker}`), [])],
      [
        'groups',
        async () => void (await ask('/api/sales/opportunities/aggregate?groupBy=stage,name,ownerId&count=true')),
      ],
      [
        'measures',
        async () => void (await ask(`${contacts}/aggregate?min=firstName,email&max=firstName,email&count=true`)),
      ],
    ]);
  });
});

describe('used by another tenant,', () => {
  it('a cursor gives only records of that other tenant', async () => {
    for (const sort of ['-createdAt', 'firstName', '-score,firstName']) {
      const { nextCursor } = (await a.get(`${contacts}?limit=1&sort=${sort}`)).body.meta;
      assert.ok(nextCursor);
      const reply = await b.get(`${contacts}?limit=200&sort=${sort}&cursor=${nextCursor}`);
      assert.equal(reply.status, 200);
      const foreign = await sql('select id from sales_contacts where tenant_id = $1 and id = any($2)', [
        idOfA,
        reply.body.data.map(({ _id }: Json) => _id),
      ]);
      assert.deepEqual(foreign, []);
    }
    assert.deepEqual(await digestOf(idOfA), before);
  });

  it('a unique value is free, and finds the record of that other tenant', async () => {
    const record = { name: 'Only one' };
    const { _id } = await a.create('/api/sales/industries', record);
    const other = await b.post('/api/sales/industries', record);
    assert.equal(other.status, 201, other.text);
    const upsert = await b.post('/api/sales/industries/bulk', {
      operations: [{ op: 'upsert', by: 'name', record: { ...record, description: 'of B' } }],
    });
    assert.equal(upsert.body.results[0].record._id, other.body._id);
    const unchanged = (await a.get(`/api/sales/industries/${_id}`)).body;
    assert.deepEqual([unchanged.version, unchanged.description], [1, null]);
    await a.delete(`/api/sales/industries/${_id}`);
  });

  it('the email of a record finds nothing in a bulk operation with by', async () => {
    const [{ email }] = await sql(
      'select email from sales_contacts where tenant_id = $1 and email is not null limit 1',
      [idOfA],
    );
    for (const op of ['update', 'delete']) {
      const reply = await plainB.post(`${contacts}/bulk`, { operations: [{ op, by: 'email', record: { email } }] });
      assert.equal(reply.status, 404, reply.text);
    }
  });

  it('an Idempotency-Key is a new key, even for a user with the same id', async () => {
    await sql(
      `insert into identity_users (tenant_id, id, email, roles, active) select $1, id, 'twin@example.com', roles, active
       from identity_users where tenant_id = $2 and id = $3`,
      [idOfB, idOfA, a.userId],
    );
    const sessionId = newId();
    await sql(
      `insert into sessions (tenant_id, id, user_id, method, expires_at) values ($1, $2, $3, 'test', now() + interval '1 hour')`,
      [idOfB, sessionId, a.userId],
    );
    const twin = new LeakCheckingClient(
      url,
      app.services.tokens.issue({ userId: a.userId, tenantId: idOfB, sessionId }),
      a.userId,
    );
    const key = { 'idempotency-key': 'the same key' };
    const first = await a.post(contacts, { firstName: marker }, key);
    const second = await twin.post(contacts, { firstName: 'of B' }, key);
    assert.deepEqual([first.status, second.status, second.body.firstName], [201, 201, 'of B']);
    assert.equal(second.headers.get('idempotent-replayed'), null);
    const same = await a.post(contacts, { firstName: marker }, key);
    assert.deepEqual([same.body._id, same.headers.get('idempotent-replayed')], [first.body._id, 'true']);
  });
});

describe('models, fields and roles of another tenant', () => {
  it('do not exist', async () => {
    const at = `${customOfA}/${shipOfA._id}`;
    const registry = '/api/data/models/sales/starships';
    const target = { moduleKey: 'sales', slug: 'starships' };
    const untouched = await digestOf(idOfA);
    for (const reply of [
      b.get(customOfA),
      b.post(customOfA, { name: 'x' }),
      b.post(`${customOfA}/search`, {}),
      b.get(`${customOfA}/aggregate`),
      b.post(`${customOfA}/bulk`, { operations: [{ op: 'delete', _id: shipOfA._id }] }),
      b.get(at),
      b.put(at, {}),
      b.patch(at, {}),
      b.delete(at),
      b.get(registry),
      b.patch(registry, { label: 'mine' }),
      b.delete(registry),
      b.post(`${registry}/fields`, { key: 'x', type: 'text' }),
      b.delete(`${registry}/fields/name`),
      b.patch('/api/data/models/sales/contacts/fields/rank', { label: 'mine' }),
      b.delete('/api/data/models/sales/contacts/fields/rank'),
      b.post('/api/data/models/sales/wrecks/restore', {}),
      b.post('/api/data/models/sales/leads/fields/oldRank/restore', {}),
    ]) {
      await isNotFound(reply);
    }
    assert.deepEqual((await b.get('/api/data/models?deleted=true')).body.data, []);
    refused(await b.post(contacts, { rank: 'x' }), 422, 'validation_failed', 'rank');
    refused(await b.get(`${contacts}?filter[rank]=x`), 400, 'bad_request');
    refused(await b.get(`${contacts}?sort=rank`), 400, 'bad_request', 'sort');
    const field = { key: 'shipId', type: 'reference', reference: target };
    refused(await b.post('/api/data/models/sales/contacts/fields', field), 422, 'validation_failed', 'reference');
    refused(
      await b.post('/api/ui/screens', { name: 'x', modelKey: 'starships' }),
      422,
      'validation_failed',
      'modelKey',
    );
    assert.deepEqual(await digestOf(idOfA), untouched);
  });

  it('are neither in the registry nor in the OpenAPI document', async () => {
    for (const path of ['/api/data/models', '/openapi.json']) {
      assert.match((await a.get(path)).text, /starships/);
      assert.doesNotMatch((await b.get(path)).text, /starship|"rank"/);
      assert.doesNotMatch((await anonymous.get(path)).text, /starship|"rank"/);
    }
  });

  it('can be created with the same names, and stay separate', async () => {
    await b.create('/api/data/models', {
      moduleKey: 'sales',
      slug: 'starships',
      fields: [{ key: 'name', type: 'text' }],
    });
    const mine = await b.create(customOfA, { name: 'of B' });
    assert.deepEqual(
      (await b.get(customOfA)).body.data.map(({ _id }: Json) => _id),
      [mine._id],
    );
    await isNotFound(b.get(`${customOfA}/${shipOfA._id}`));
    await isNotFound(b.delete(`${customOfA}/${shipOfA._id}`));
    assert.equal((await b.delete('/api/data/models/sales/starships?withRecords=true')).status, 204);
    assert.equal((await a.get(`${customOfA}/${shipOfA._id}`)).body.name, marker);
  });

  it('give no rights: a user cannot have a role of another tenant', async () => {
    await a.create('/api/identity/roles', { name: 'captain', permissions: ['*'] });
    refused(
      await b.post('/api/identity/users', { email: 'x@example.com', roles: ['captain'] }),
      422,
      'validation_failed',
      'roles',
    );
  });
});

describe('a token', () => {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [head = '', claims = '', signature = ''] = (b.token ?? '').split('.');
  const altered = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), tenant: idOfA };
  const denied = async (token: string) => {
    const reply = await new LeakCheckingClient(url, token).get(contacts);
    refused(reply, 401, 'unauthenticated');
  };

  it('with a changed tenant is refused', async () => {
    await denied(`${head}.${part(altered)}.${signature}`);
    await denied(`${part({ alg: 'none', typ: 'JWT' })}.${part(altered)}.`);
    const forged = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(altered)}`;
    await denied(`${forged}.${createHmac('sha256', 'not the secret').update(forged).digest('base64url')}`);
    await denied(`${forged}.${createHmac('sha256', '').update(forged).digest('base64url')}`);
  });

  it('with a tenant that does not have the user is refused, even if it is signed', async () => {
    for (const tenant of [idOfA, '0', '999999', '-1']) {
      await denied(app.services.tokens.issue({ userId: b.userId, tenantId: tenant, sessionId: newId() }));
    }
  });

  it('determines the tenant; other headers and parameters do not', async () => {
    const headers = {
      'x-tenant-id': idOfA,
      'x-account-key': 'tenant-a',
      'x-forwarded-host': 'tenant-a.example.com',
      host: 'tenant-a.localhost',
      cookie: `platform_access=${a.token}`,
    };
    const at = `${contacts}/${idIn(ofA, 'sales.contacts')}`;
    await isNotFound(b.get(at, headers));
    refused(await b.get(`${contacts}?accountKey=tenant-a`), 400, 'bad_request', 'accountKey');
    refused(await b.post(contacts, { tenantId: idOfA }), 422, 'validation_failed', 'tenantId');
    refused(await b.post(contacts, { tenant_id: idOfA }), 422, 'validation_failed', 'tenant_id');
    const created = await b.post(contacts, { firstName: 'of B' }, headers);
    assert.equal(
      (await sql('select tenant_id::text from sales_contacts where id = $1', [created.body._id]))[0].tenant_id,
      idOfB,
    );
  });
});

describe('row-level security, in case a statement does not name the tenant,', () => {
  const rollback = new Error('rollback');
  /** Runs in a transaction of the tenant and rolls it back. */
  const rolledBack = (id: string | null, run: Parameters<typeof db.transaction>[1]) =>
    assert.rejects(
      db.transaction(id, async (tx) => {
        await run(tx);
        throw rollback;
      }),
      rollback,
    );

  it('applies to the application’s role in every table with a tenant', async () => {
    const [role] = await db.query<Json>(
      'select rolsuper, rolbypassrls, rolcreaterole from pg_roles where rolname = current_user',
    );
    assert.deepEqual(role, { rolsuper: false, rolbypassrls: false, rolcreaterole: false });
    const open = await sql(
      `select c.relname from pg_class c join pg_attribute t on t.attrelid = c.oid and t.attname = 'tenant_id'
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
         and not (c.relrowsecurity and c.relforcerowsecurity
           and (c.relispartition or exists (select from pg_policy p where p.polrelid = c.oid and p.polwithcheck is null)))`,
    );
    assert.deepEqual(open, []);
    const [{ owner }] = await sql('select current_user as owner');
    for (const text of [
      'truncate sales_contacts',
      'alter table sales_contacts disable row level security',
      'alter table sales_contacts no force row level security',
      'drop policy tenant on sales_contacts',
      `set role "${owner}"`,
      'delete from events',
      `update events set type = 'x'`,
      'select * from migrations',
      `copy sales_contacts to program 'cat'`,
    ]) {
      await assert.rejects(db.query(text), { code: '42501' }, text);
    }
  });

  it('shows and changes nothing outside a tenant', async () => {
    const rows = await digestOf(idOfA);
    for (const table of tables) {
      assert.deepEqual(await db.query(`select 1 from "${table}"`), [], table);
      if (table === 'events') continue;
      assert.deepEqual(await db.query(`update "${table}" set tenant_id = tenant_id returning 1`), [], table);
      assert.deepEqual(await db.query(`delete from "${table}" returning 1`), [], table);
    }
    assert.deepEqual(await digestOf(idOfA), rows);
    await rolledBack(null, async (tx) => assert.deepEqual(await tx.query('select 1 from sales_contacts'), []));
  });

  it('shows and changes only the tenant’s own rows inside one', async () => {
    const rows = await digestOf(idOfA);
    await rolledBack(idOfB, async (tx) => {
      for (const table of tables) {
        const seen = await tx.query<Json>(`select distinct tenant_id::text as id from "${table}"`);
        assert.ok(
          seen.every(({ id }) => id === idOfB),
          table,
        );
      }
      const changed = await tx.query<Json>(
        `update sales_contacts set title = 'changed' returning tenant_id::text as id`,
      );
      assert.ok(changed.length > 0 && changed.every(({ id }) => id === idOfB));
      assert.deepEqual(
        await tx.query('delete from sales_contacts where tenant_id = $1::bigint returning 1', [idOfA]),
        [],
      );
      const deleted = await tx.query<Json>('delete from sales_notes returning tenant_id::text as id');
      assert.ok(deleted.length > 0 && deleted.every(({ id }) => id === idOfB));
    });
    assert.deepEqual(await digestOf(idOfA), rows);
  });

  it('prevents inserting or moving a row into another tenant', async () => {
    const violation = { code: '42501' };
    const attempts = [
      `insert into sales_contacts (tenant_id, id) values (${idOfA}, gen_random_uuid())`,
      `insert into events (tenant_id, id, type, model) values (${idOfA}, gen_random_uuid(), 'x.created', 'x')`,
      `insert into custom_models (tenant_id, id, module_key, slug, definition) values (${idOfA}, gen_random_uuid(), 'a', 'b', '{}')`,
      `insert into events_later (tenant_id, id, type, model) values (${idOfB}, gen_random_uuid(), 'x.created', 'x')`,
    ];
    for (const text of attempts) {
      await assert.rejects(
        db.transaction(idOfB, (tx) => tx.query(text)),
        violation,
        text,
      );
      await assert.rejects(db.query(text), violation, text);
    }
    const move = `update sales_notes set tenant_id = ${idOfA}`;
    await assert.rejects(
      db.transaction(idOfB, (tx) => tx.query(move)),
      violation,
    );
    await assert.rejects(
      db.transaction(`${idOfB}'; set app.tenant = '${idOfA}`, async () => {}),
      /not a tenant/,
    );
  });

  it('hides the monthly partitions of the events from direct reads', async () => {
    const months = await sql(
      `select relname::text as name from pg_class where relispartition and relname like 'events\\_%' and relkind = 'r'`,
    );
    assert.ok(months.length > 1);
    for (const { name } of months) {
      const seen = await db
        .transaction(idOfB, (tx) => tx.query(`select 1 from "${name}"`))
        .catch(({ code }) => (code === '42501' ? [] : [code]));
      assert.deepEqual(seen, [], name);
    }
  });

  it('resets the tenant with the transaction, also when statements of many tenants interleave and fail', async () => {
    const leaks: string[] = [];
    const outside = async () => {
      const [row] = await db.query<Json>(
        `select coalesce(current_setting('app.tenant', true), '') as tenant, (select count(*)::int from sales_contacts) as seen`,
      );
      if (row.tenant !== '' || row.seen !== 0) leaks.push(JSON.stringify(row));
    };
    const inside = (id: string, fails: boolean) =>
      db
        .transaction(id, async (tx) => {
          const seen = await tx.query<Json>('select distinct tenant_id::text as id from sales_contacts');
          if (seen.length !== 1 || seen[0].id !== id) leaks.push(`${id} saw ${JSON.stringify(seen)}`);
          if (fails) await tx.query('select 1 / 0');
        })
        .catch((error) => assert.equal(error.code, '22012'));
    const overHttp = async (client: Client, id: string) => {
      const { body } = await client.get(`${contacts}?limit=200&fields=_id`);
      const found = await sql('select distinct tenant_id::text as id from sales_contacts where id = any($1)', [
        body.data.map(({ _id }: Json) => _id),
      ]);
      if (found.length !== 1 || found[0].id !== id) leaks.push(`over HTTP ${id} saw ${JSON.stringify(found)}`);
    };
    const round = (n: number) => [
      outside(),
      inside(idOfA, n % 3 === 0),
      outside(),
      inside(idOfB, n % 4 === 0),
      overHttp(a, idOfA),
      outside(),
      overHttp(b, idOfB),
    ];
    for (let n = 0; n < 10; n += 1) await Promise.all(Array.from({ length: 6 }, (_, m) => round(n + m)).flat());
    assert.deepEqual(leaks, []);
  });
});
