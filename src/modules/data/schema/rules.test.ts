import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fieldsOf, models } from '#test/custom-fields.ts';
import { assertNoWrites, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json, type Reply } from '#test/harness.ts';

const app = await appForFile();
const { sql, tenant, user } = app;
const deals = '/api/sales/opportunities';
const ofDeals = `${models}/sales/opportunities`;
const rules = `${ofDeals}/rules`;

const reason = 'A lost deal needs a next step: what do we learn from it?';
const lostNeedsNextStep = { name: 'Lost deals', when: { stage: 'lost' }, require: ['nextStep'], message: reason };
const big = { name: 'Big deals', when: { value: { gt: 1000 } }, forbid: true, message: 'Ask for a second signature.' };

const deal = (more: Json = {}) => ({ name: 'Deal', ...more });

function violates(reply: Reply, message: string, fields: readonly (string | undefined)[] = []): void {
  assert.equal(reply.status, 422, reply.text);
  const { error } = reply.body;
  assert.deepEqual([error.code, error.message], ['rule_violated', message]);
  assert.deepEqual(
    error.details.map(({ field }: Json) => field),
    fields.length === 0 ? [undefined] : fields,
  );
}

async function owned(...declared: readonly Json[]): Promise<Client> {
  const owner = await tenant();
  for (const rule of declared) await owner.create(rules, rule);
  return owner;
}

describe('a rule that requires a field', () => {
  let owner: Client;

  before(async () => {
    owner = await owned(lostNeedsNextStep);
  });

  it('refuses a create with its message, and names the field', async () => {
    await assertNoWrites(app, ['sales_opportunities', 'events'], async () =>
      violates(await owner.post(deals, deal({ stage: 'lost' })), reason, ['nextStep']),
    );
    assert.equal((await owner.post(deals, deal({ stage: 'lost', nextStep: 'Call again' }))).status, 201);
    assert.equal((await owner.post(deals, deal({ stage: 'open' }))).status, 201);
  });

  it('accepts no blank text as a value', async () =>
    violates(await owner.post(deals, deal({ stage: 'lost', nextStep: ' \n ' })), reason, ['nextStep']));

  it('refuses updates and replacements with it, and checks the whole record', async () => {
    const { _id } = await owner.create(deals, deal({ stage: 'open' }));
    violates(await owner.patch(`${deals}/${_id}`, { stage: 'lost' }), reason, ['nextStep']);
    violates(await owner.put(`${deals}/${_id}`, deal({ stage: 'lost' })), reason, ['nextStep']);
    assert.equal((await owner.patch(`${deals}/${_id}`, { stage: 'lost', nextStep: 'Learn' })).status, 200);
    violates(await owner.patch(`${deals}/${_id}`, { nextStep: null }), reason, ['nextStep']);
    const { version, nextStep } = (await owner.get(`${deals}/${_id}`)).body;
    assert.deepEqual([version, nextStep], [2, 'Learn']);
  });

  it('refuses the whole bulk request, and names the record', async () => {
    const operations = [
      { op: 'create', record: deal() },
      { op: 'create', record: deal({ stage: 'lost' }) },
    ];
    await assertNoWrites(app, ['sales_opportunities'], async () => {
      const reply = await owner.post(`${deals}/bulk`, { operations });
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.error.code, 'rule_violated');
      assert.equal(reply.body.error.message, `Operation 1: ${reason} Nothing was written.`);
      assert.equal(reply.body.error.details[0].field, 'operations[1].record.nextStep');
    });
  });

  it('refuses single records of a bulk request that is not atomic, and of an import', async () => {
    const operations = [
      { op: 'create', record: deal({ stage: 'lost' }) },
      { op: 'create', record: deal() },
    ];
    for (const isImport of [false, true]) {
      const { body } = await owner.post(`${deals}/bulk`, { operations, atomic: false, import: isImport });
      assert.deepEqual(
        body.results.map(({ status, error }: Json) => [status, error?.code]),
        [
          [422, 'rule_violated'],
          [201, undefined],
        ],
      );
    }
  });

  it('refuses a dry run', async () =>
    violates(await owner.post(`${deals}?dryRun=true`, deal({ stage: 'lost' })), reason, ['nextStep']));

  it('does not apply to other tenants', async () => {
    const other = await tenant();
    assert.equal((await other.post(deals, deal({ stage: 'lost' }))).status, 201);
  });

  it('keeps a record of the trash restorable, and old records readable', async () => {
    const later = await tenant();
    const { _id } = await later.create(deals, deal({ stage: 'lost' }));
    assert.equal((await later.delete(`${deals}/${_id}`)).status, 204);
    await later.create(rules, lostNeedsNextStep);
    const restored = await later.post(`${deals}/${_id}/restore`, {});
    assert.equal(restored.status, 200, restored.text);
    violates(await later.patch(`${deals}/${_id}`, { name: 'Other' }), reason, ['nextStep']);
  });

  it('does not refuse an update that changes nothing', async () => {
    const later = await tenant();
    const { _id } = await later.create(deals, deal({ stage: 'lost' }));
    await later.create(rules, lostNeedsNextStep);
    const reply = await later.patch(`${deals}/${_id}`, { stage: 'lost' });
    assert.deepEqual([reply.status, reply.body.version], [200, 1]);
  });

  it('applies to revert, which is a write', async () => {
    const later = await tenant();
    const { _id } = await later.create(deals, deal({ stage: 'lost' }));
    await later.patch(`${deals}/${_id}`, { stage: 'open' });
    await later.create(rules, lostNeedsNextStep);
    violates(await later.post(`${deals}/${_id}/revert`, { version: 1 }), reason, ['nextStep']);
  });
});

describe('a rule that forbids records', () => {
  it('refuses them with its message, and names the field when it names one', async () => {
    const owner = await owned(big);
    violates(await owner.post(deals, deal({ value: 1000.5 })), big.message, ['value']);
    assert.equal((await owner.post(deals, deal({ value: 1000 }))).status, 201);
  });

  it('may combine fields, and then names none', async () => {
    const when = { stage: { in: ['won', 'lost'] }, or: [{ value: { null: true } }, { value: 0 }] };
    const owner = await owned({ name: 'Closed', when, forbid: true, message: 'A closed deal has a value.' });
    violates(await owner.post(deals, deal({ stage: 'won' })), 'A closed deal has a value.');
    violates(await owner.post(deals, deal({ stage: 'lost', value: 0 })), 'A closed deal has a value.');
    assert.equal((await owner.post(deals, deal({ stage: 'lost', value: 5 }))).status, 201);
    assert.equal((await owner.post(deals, deal({ stage: 'open' }))).status, 201);
  });

  it('is reported together with the others that the record violates', async () => {
    const owner = await owned(big, lostNeedsNextStep);
    const reply = await owner.post(deals, deal({ stage: 'lost', value: 5000 }));
    violates(reply, `${big.message} ${reason}`, ['value', 'nextStep']);
  });

  it('may depend on the current day', async () => {
    const past = { name: 'Past', when: { closeDate: { lt: 'today' } }, forbid: true, message: 'Close it later.' };
    const owner = await owned(past);
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    violates(await owner.post(deals, deal({ closeDate: day(-1) })), past.message, ['closeDate']);
    assert.equal((await owner.post(deals, deal({ closeDate: day(1) }))).status, 201);
  });

  it('may depend on a formula, a rollup and custom fields', async () => {
    const owner = await tenant();
    const fields = [
      { key: 'discount', type: 'number' },
      { key: 'net', type: 'formula', formula: 'value - discount' },
      { key: 'region', type: 'text' },
    ];
    for (const field of fields) await owner.create(fieldsOf('sales/opportunities'), field);
    await owner.create(rules, { name: 'Net', when: { net: { lt: 0 } }, forbid: true, message: 'Too much discount.' });
    await owner.create(rules, {
      name: 'North',
      when: { region: 'North’s "best"' },
      require: ['discount'],
      message: 'North needs a discount.',
    });
    violates(await owner.post(deals, deal({ value: 10, discount: 11 })), 'Too much discount.');
    const found = await owner.create(deals, deal({ value: 10, discount: 9 }));
    violates(await owner.patch(`${deals}/${found._id}`, { value: 8 }), 'Too much discount.');
    violates(await owner.post(deals, deal({ region: 'North’s "best"' })), 'North needs a discount.', ['discount']);
    await owner.create(fieldsOf('sales/accounts'), {
      key: 'dealCount',
      type: 'rollup',
      rollup: { model: 'sales.opportunities', by: 'accountId', function: 'count' },
    });
    await owner.create(`${models}/sales/accounts/rules`, {
      name: 'Busy',
      when: { dealCount: { gt: 0 }, website: { null: true } },
      forbid: true,
      message: 'A customer has a website.',
    });
    const account = await owner.create('/api/sales/accounts', { name: 'Jason' });
    await owner.create(deals, deal({ accountId: account._id }));
    violates(await owner.patch(`/api/sales/accounts/${account._id}`, { name: 'J' }), 'A customer has a website.');
  });

  it('does not refuse writes of the platform itself', async () => {
    const owner = await tenant();
    const account = await owner.create('/api/sales/accounts', { name: 'Jason' });
    const { _id } = await owner.create(deals, deal({ accountId: account._id, value: 5 }));
    await owner.create(rules, { name: 'No', when: { value: 5 }, forbid: true, message: 'No.' });
    // The deletion clears the reference of the deal.
    assert.equal((await owner.delete(`/api/sales/accounts/${account._id}`)).status, 204);
    assert.equal((await owner.get(`${deals}/${_id}`)).body.accountId, null);
  });
});

describe('a rule for records that a form creates', () => {
  it('fails the submission, which keeps the reason', async () => {
    const owner = await tenant();
    await owner.create(`${models}/sales/contacts/rules`, {
      name: 'Title',
      when: { email: { endsWith: '@example.com' } },
      require: ['title'],
      message: 'A contact of ours has a title.',
    });
    const form = await owner.create('/api/forms/forms', {
      name: 'Contact',
      status: 'published',
      modelKey: 'sales.contacts',
      fields: ['email', 'title'],
      submitAction: 'createRecord',
    });
    const submit = (data: Json) => app.anonymous.post(`/api/forms/forms/${form._id}/submit`, { data });
    await submit({ email: 'ada@example.com' });
    await submit({ email: 'ada@example.com', title: 'Countess' });
    const { data } = (await owner.get('/api/forms/formSubmissions?sort=createdAt')).body;
    assert.deepEqual(
      data.map(({ status, error }: Json) => [status, error?.message ?? null]),
      [
        ['failed', 'A contact of ours has a title.'],
        ['processed', null],
      ],
    );
    assert.equal((await owner.get('/api/sales/contacts')).body.meta.total, 1);
  });
});

describe('the rules of a model', () => {
  it('are shown by their own path and by the registry, and each change has an event', async () => {
    const owner = await tenant();
    const created = await owner.post(rules, lostNeedsNextStep);
    assert.equal(created.status, 201, created.text);
    const { _id, ...rest } = created.body;
    assert.deepEqual(rest, lostNeedsNextStep);
    assert.deepEqual((await owner.get(`${rules}/${_id}`)).body, created.body);
    const { data, meta } = (await owner.get(rules)).body;
    assert.deepEqual([data, meta.total], [[created.body], 1]);
    assert.deepEqual((await owner.get(ofDeals)).body.rules, [created.body]);
    assert.equal((await owner.get(`${models}/sales/contacts`)).body.rules, undefined);
    const changed = await owner.patch(`${rules}/${_id}`, { forbid: true, message: 'No.' });
    assert.deepEqual(changed.body, { _id, name: 'Lost deals', when: { stage: 'lost' }, forbid: true, message: 'No.' });
    violates(await owner.post(deals, deal({ stage: 'lost', nextStep: 'x' })), 'No.', ['stage']);
    assert.equal((await owner.delete(`${rules}/${_id}`)).status, 204);
    assert.equal((await owner.get(`${rules}/${_id}`)).status, 404);
    assert.equal((await owner.post(deals, deal({ stage: 'lost' }))).status, 201);
    const [{ id }] = await sql('select id::text from tenants where account_key = $1', [owner.accountKey]);
    const written = await sql(
      `select type, record->'rules' as rules from events where tenant_id = $1 and model = 'data.models' order by seq`,
      [id],
    );
    assert.deepEqual(
      written.map(({ type, rules: shown }: Json) => [type, shown?.length ?? 0]),
      [
        ['model.updated', 1],
        ['model.updated', 1],
        ['model.updated', 0],
      ],
    );
  });

  it('are changed with data:admin, and read by everybody who reads the registry', async () => {
    const owner = await owned(big);
    const reader = await user({ permissions: ['sales:*', 'data:read'] }, owner);
    const [{ _id }] = (await reader.get(rules)).body.data;
    refused(await reader.post(rules, lostNeedsNextStep), 403, 'forbidden', 'data:admin');
    refused(await reader.patch(`${rules}/${_id}`, { message: 'x' }), 403, 'forbidden', 'data:admin');
    refused(await reader.delete(`${rules}/${_id}`), 403, 'forbidden', 'data:admin');
    violates(await reader.post(deals, deal({ value: 5000 })), big.message, ['value']);
    const other = await tenant();
    assert.equal((await other.delete(`${rules}/${_id}`)).status, 404);
  });

  it('are hidden from callers from whom a role hides one of their fields, and errors do not name it', async () => {
    const owner = await owned(lostNeedsNextStep);
    const blind = await user(
      { permissions: ['sales:*', 'data:*'], hiddenFields: { 'sales.opportunities': ['nextStep'] } },
      owner,
    );
    assert.deepEqual((await blind.get(rules)).body.data, []);
    assert.equal((await blind.get(ofDeals)).body.rules, undefined);
    violates(await blind.post(deals, deal({ stage: 'lost' })), reason);
    const guess = { name: 'Guess', when: { nextStep: 'secret' }, forbid: true, message: 'Found.' };
    refused(await blind.post(rules, guess), 422, 'validation_failed', 'when');
  });

  it('keep the fields that they use: deleting one names the rule', async () => {
    const owner = await tenant();
    await owner.create(fieldsOf('sales/opportunities'), { key: 'reason', type: 'text' });
    const { _id } = await owner.create(rules, { ...lostNeedsNextStep, require: ['reason'] });
    const reply = await owner.delete(`${ofDeals}/fields/reason`);
    refused(reply, 409, 'still_referenced');
    assert.match(reply.body.error.message, /The rule "Lost deals" of sales\.opportunities .* reason/);
    await owner.patch(`${rules}/${_id}`, { require: ['nextStep'] });
    assert.equal((await owner.delete(`${ofDeals}/fields/reason`)).status, 204);
  });

  it('belong to a custom model and not to a later one of its name, and return when it is restored', async () => {
    const owner = await tenant();
    const boats = { moduleKey: 'sales', slug: 'boats', fields: [{ key: 'called', type: 'text' }] };
    const ofBoats = `${models}/sales/boats`;
    await owner.create(models, boats);
    await owner.create(`${ofBoats}/rules`, { name: 'Name', require: ['called'], message: 'A boat has a name.' });
    violates(await owner.post('/api/sales/boats', {}), 'A boat has a name.', ['called']);
    assert.equal((await owner.delete(ofBoats)).status, 204);
    assert.equal((await owner.post(`${ofBoats}/restore`, {})).status, 200);
    violates(await owner.post('/api/sales/boats', {}), 'A boat has a name.', ['called']);
    assert.equal((await owner.delete(ofBoats)).status, 204);
    await owner.create(models, boats);
    assert.deepEqual((await owner.get(`${ofBoats}/rules`)).body.data, []);
    assert.equal((await owner.post('/api/sales/boats', {})).status, 201);
  });
});

describe('a rule is refused', () => {
  let owner: Client;
  const message = 'No.';

  before(async () => {
    owner = await tenant();
  });

  const cases: readonly [string, Json, string][] = [
    ['without a consequence', { name: 'A', when: { stage: 'won' }, message }, 'require'],
    ['with both consequences', { name: 'A', when: {}, require: ['value'], forbid: true, message }, 'forbid'],
    ['that forbids every record', { name: 'A', forbid: true, message }, 'when'],
    ['over an unknown field', { name: 'A', when: { nothing: 1 }, forbid: true, message }, 'when'],
    ['over another record', { name: 'A', when: { 'accountId.name': 'x' }, forbid: true, message }, 'when'],
    [
      'with an operator that the field does not have',
      { name: 'A', when: { stage: { like: 1 } }, forbid: true, message },
      'when',
    ],
    ['that depends on the user', { name: 'A', when: { ownerId: 'me' }, forbid: true, message }, 'when'],
    ['that requires an unknown field', { name: 'A', require: ['nothing'], message }, 'require'],
    ['that requires a field which nobody writes', { name: 'A', require: ['createdAt'], message }, 'require'],
    ['without a message', { name: 'A', require: ['value'], message: ' ' }, 'message'],
    ['with a long message', { name: 'A', require: ['value'], message: 'x'.repeat(501) }, 'message'],
    ['with a long name', { name: 'x'.repeat(101), require: ['value'], message }, 'name'],
    ['with unknown parts', { name: 'A', require: ['value'], message, severity: 1 }, 'severity'],
  ];
  for (const [what, rule, field] of cases)
    it(what, async () => {
      refused(await owner.post(rules, rule), 422, 'validation_failed', field);
    });

  it('with a filter that is nested or long', async () => {
    const nested = { or: [{ or: [{ or: [{ or: [{ stage: 'won' }] }] }] }] };
    refused(
      await owner.post(rules, { name: 'A', when: nested, forbid: true, message }),
      422,
      'validation_failed',
      'when',
    );
    let deep: Json = { stage: 'won' };
    for (let n = 0; n < 1000; n += 1) deep = { not: deep };
    const bottomless = await owner.post(rules, { name: 'A', when: deep, forbid: true, message });
    assert.ok(bottomless.status === 400 || bottomless.status === 422, bottomless.text);
    const many = { or: Array.from({ length: 51 }, (_, n) => ({ stage: `s${n}` })) };
    refused(
      await owner.post(rules, { name: 'A', when: many, forbid: true, message }),
      422,
      'validation_failed',
      'when',
    );
    const long = { stage: { in: Array.from({ length: 1000 }, (_, n) => `${n}`.padStart(90, 'x')) } };
    refused(
      await owner.post(rules, { name: 'A', when: long, forbid: true, message }),
      422,
      'validation_failed',
      'when',
    );
  });

  it('when the rules of a model together are too large for its statements', async () => {
    const values = (n: number) => Array.from({ length: 160 }, (_, i) => `${n}-${i}`.padStart(60, 'x'));
    const one = (n: number) => ({ name: `R${n}`, when: { name: { in: values(n) } }, forbid: true, message });
    const replies: Reply[] = [];
    for (let n = 0; n < 4; n += 1) replies.push(await owner.post(`${models}/sales/products/rules`, one(n)));
    const last = replies.at(-1) as Reply;
    refused(last, 422, 'validation_failed', 'when');
    assert.match(last.body.error.message, /too large together/);
    assert.equal(replies[0]?.status, 201, replies[0]?.text);
  });

  it('when the model has 50 of them', async () => {
    const full = await tenant();
    for (let n = 0; n < 50; n += 1) await full.create(rules, { name: `Rule ${n}`, require: ['name'], message });
    const reply = await full.post(rules, { name: 'Rule 50', require: ['name'], message });
    refused(reply, 409, 'conflict');
    assert.match(reply.body.error.message, /at most 50 rules/);
  });

  it('with the name of another rule of the model', async () => {
    await owner.create(rules, { name: 'Same', require: ['name'], message });
    refused(await owner.post(rules, { name: 'same', require: ['name'], message }), 409, 'unique_violation', 'name');
  });

  it('for a model that only the platform writes', async () => {
    refused(
      await owner.post(`${models}/ai/aiMessages/rules`, { name: 'A', require: ['text'], message }),
      409,
      'conflict',
    );
  });
});
