import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { customFieldsBehave, fieldsOf, keys, models, schemaEvents } from '#test/custom-fields.ts';
import { assertNoWrites, ids, invalid, nobody, refused, types } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile();
const { admin, events, sql, tenant, user } = app;
describe('the registry', () => {
  it('lists every model with its fields', async () => {
    const { body, status } = await admin.get(models);
    assert.equal(status, 200);
    assert.equal(body.meta.total, body.data.length);
    assert.ok(body.data.length > 100);
    assert.equal(new Set(body.data.map(({ modelKey }: Json) => modelKey)).size, body.data.length);
    const simple = ['text', 'longText', 'email', 'phone', 'url', 'number', 'integer', 'boolean', 'date', 'datetime'];
    const fieldTypes = new Set([...simple, 'choice', 'reference', 'references', 'list', 'json', 'secret']);
    for (const model of body.data) {
      assert.equal(model.path, `/api/${model.moduleKey}/${model.slug}`);
      assert.ok(keys(model).includes(model.titleField), `${model.path} has no ${model.titleField}`);
      for (const field of model.fields) assert.ok(fieldTypes.has(field.type), `${model.path} ${field.key}`);
    }
  });

  it('describes a model with its labels, path, scopes and fields', async () => {
    const { fields, ...model } = (await admin.get(`${models}/sales/opportunities`)).body;
    assert.deepEqual(model, {
      moduleKey: 'sales',
      slug: 'opportunities',
      modelKey: 'opportunity',
      label: 'Opportunity',
      labelPlural: 'Opportunities',
      path: '/api/sales/opportunities',
      titleField: 'name',
      parent: null,
      scopes: { read: 'sales:read', write: 'sales:write' },
      custom: false,
      openToForms: true,
    });
    const field = (key: string) => fields.find((one: Json) => one.key === key);
    const common = { required: false, unique: false, readOnly: false, default: null, filterable: true, sortable: true };
    const limits = { min: -99_999_999_999_999_980_000, max: 99_999_999_999_999_980_000 };
    assert.deepEqual(field('value'), {
      key: 'value',
      type: 'number',
      label: 'Value',
      ...common,
      ...limits,
      money: true,
      searchable: false,
    });
    assert.deepEqual(field('accountId').reference, { moduleKey: 'sales', slug: 'accounts' });
    assert.deepEqual([field('name').required, field('name').maxLength, field('name').searchable], [true, 255, true]);
    assert.equal(field('stage').default, 'prospecting');
    assert.ok(field('stage').options.every((option: Json) => option.value && option.label));
    for (const key of ['_id', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'version']) {
      assert.equal(field(key).readOnly, true);
    }
    const note = (await admin.get(`${models}/sales/contactNotes`)).body;
    assert.deepEqual([note.parent.moduleKey, note.parent.slug], ['sales', 'contacts']);
    assert.equal((await admin.get(`${models}/identity/users`)).body.scopes.write, 'identity:admin');
  });

  it('filters by module, slug and model key', async () => {
    const found = async (query: string) =>
      (await admin.get(`${models}?${query}`)).body.data.map((model: Json) => `${model.moduleKey}.${model.slug}`);
    const sales = await found('filter[moduleKey]=sales');
    assert.ok(sales.includes('sales.contacts') && sales.every((name: string) => name.startsWith('sales.')));
    assert.deepEqual((await found('filter[slug]=campaigns')).sort(), [
      'communications.campaigns',
      'marketing.campaigns',
      'sales.campaigns',
    ]);
    const named = { campaign: 'marketing', communicationsCampaign: 'communications', salesCampaign: 'sales' };
    for (const [key, module] of Object.entries(named)) {
      assert.deepEqual(await found(`filter[modelKey]=${key}`), [`${module}.campaigns`]);
    }
    assert.deepEqual(await found('filter[modelKey]=industry&filter[moduleKey]=sales'), ['sales.industries']);
    assert.deepEqual(await found('filter[modelKey]=contact&filter[moduleKey]=marketing'), []);
    assert.deepEqual((await found('limit=2&page=2')).length, 2);
  });

  it('refuses unknown parameters, filters and models', async () => {
    refused(await admin.get(`${models}?nothing=1`), 400, 'bad_request', 'nothing');
    refused(await admin.get(`${models}?filter[nothing]=1`), 400, 'bad_request');
    refused(await admin.get(`${models}?limit=0`), 400, 'bad_request', 'limit');
    refused(await admin.get(`${models}/sales/nothing`), 404, 'not_found');
    refused(await app.anonymous.get(models), 401, 'unauthenticated');
  });
});

customFieldsBehave(app, 'a custom field of a built-in model', 'sales/leads');
customFieldsBehave(app, 'a field of a custom model', 'sales/projects');

describe('a custom model', () => {
  let owner: Client;
  const fields = [
    { key: 'name', type: 'text', required: true },
    { key: 'parentId', type: 'reference', reference: { moduleKey: 'marketing', slug: 'prizes' } },
  ];
  const prizes = '/api/marketing/prizes';

  before(async () => {
    owner = await tenant();
  });

  it('is created with its event, and its records have the usual paths', async () => {
    const reply = await owner.post(models, { moduleKey: 'marketing', slug: 'prizes', label: 'Prize', fields });
    assert.equal(reply.status, 201, reply.text);
    const { fields: shownFields, ...model } = reply.body;
    assert.deepEqual(model, {
      moduleKey: 'marketing',
      slug: 'prizes',
      modelKey: 'prize',
      label: 'Prize',
      labelPlural: 'Prizes',
      path: prizes,
      titleField: 'name',
      parent: null,
      scopes: { read: 'marketing:read', write: 'marketing:write' },
      custom: true,
      openToForms: true,
    });
    const own = ['name', 'parentId', 'ownerId', '_id', 'createdAt', 'updatedAt', 'createdBy', 'updatedBy', 'version'];
    assert.deepEqual(keys({ fields: shownFields }).sort(), own.sort());
    const event = (await schemaEvents(app)).at(-1);
    assert.deepEqual([event?.type, event?.previous, event?.actor_id], ['model.created', null, owner.userId]);
    assert.deepEqual(event?.record, reply.body);
    const created = await owner.post(prizes, { name: 'Cup' });
    assert.deepEqual([created.status, created.body.ownerId, created.body.version], [201, owner.userId, 1]);
    assert.equal(created.headers.get('location'), `${prizes}/${created.body._id}`);
    const path = `${prizes}/${created.body._id}`;
    const put = await owner.put(path, { name: 'Medal' }, { 'if-match': '"1"' });
    assert.deepEqual([put.status, put.body.name, put.headers.get('etag')], [200, 'Medal', '"2"']);
    refused(await owner.patch(path, {}, { 'if-match': '"1"' }), 412, 'version_mismatch');
    const child = await owner.create(prizes, { name: 'Small cup', parentId: created.body._id });
    assert.equal((await owner.delete(path)).status, 204);
    refused(await owner.get(path), 404, 'not_found');
    assert.equal((await owner.get(`${prizes}/${child._id}`)).body.parentId, null);
    const written = await events(created.body._id);
    assert.deepEqual(types(written), ['prize.created', 'prize.updated', 'prize.deleted']);
    assert.deepEqual([written[0]?.model, written[2]?.previous], ['marketing.prizes', put.body]);
    assert.equal((await owner.create('/api/ui/screens', { name: 'S', modelKey: 'prizes' })).modelKey, 'prizes');
    assert.equal((await owner.create('/api/forms/forms', { name: 'F', modelKey: 'prize' })).modelKey, 'prize');
  });

  it('respects scopes, also :own', async () => {
    await owner.create(prizes, { name: 'Of the owner' });
    const narrow = await user({ permissions: ['marketing:read:own', 'marketing:write:own'] }, owner);
    const mine = await narrow.create(prizes, { name: 'Mine' });
    assert.deepEqual(ids(await narrow.get(prizes)), [mine._id]);
    refused(await narrow.post(prizes, { name: 'X', ownerId: owner.userId }), 403, 'forbidden', 'ownerId');
    const seller = await user({ permissions: ['sales:*'] }, owner);
    refused(await seller.get(prizes), 403, 'forbidden', 'marketing:read');
  });

  it('belongs to its tenant: another tenant does not see it and may use the same name', async () => {
    const stranger = await tenant();
    refused(await stranger.get(prizes), 404, 'not_found');
    refused(await stranger.get(`${models}/marketing/prizes`), 404, 'not_found');
    assert.deepEqual((await stranger.get(`${models}?filter[slug]=prizes`)).body.data, []);
    refused(await stranger.post('/api/ui/screens', { name: 'S', modelKey: 'prizes' }), 422, 'validation_failed');
    const mine = { moduleKey: 'marketing', slug: 'prizes', fields: [{ key: 'name', type: 'integer' }] };
    await stranger.create(models, mine);
    assert.equal((await stranger.create(prizes, { name: 7 })).name, 7);
    assert.ok((await owner.get(prizes)).body.data.every((record: Json) => typeof record.name === 'string'));
    const field = { key: 'size', type: 'text' };
    await owner.create(fieldsOf('sales/products'), field);
    await stranger.create(fieldsOf('sales/products'), { ...field, type: 'number' });
    assert.equal((await owner.create('/api/sales/products', { name: 'P', size: 'XL' })).size, 'XL');
    assert.equal((await stranger.create('/api/sales/products', { name: 'P', size: 4 })).size, 4);
    invalid(await admin.post('/api/sales/products', { name: 'P', size: 4 }), { size: 'unknown_field' });
  });

  it('can be renamed', async () => {
    const change = { label: 'Award', labelPlural: 'Awards', titleField: 'parentId' };
    const before = (await owner.get(`${models}/marketing/prizes`)).body;
    const reply = await owner.patch(`${models}/marketing/prizes`, change);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(reply.body, { ...before, ...change });
    const event = (await schemaEvents(app)).at(-1);
    assert.deepEqual([event?.type, event?.previous, event?.record], ['model.updated', before, reply.body]);
    await assertNoWrites(app, [], async () => {
      refused(
        await owner.patch(`${models}/marketing/prizes`, { titleField: 'x' }),
        422,
        'validation_failed',
        'titleField',
      );
      refused(await owner.patch(`${models}/marketing/prizes`, { label: '' }), 422, 'validation_failed', 'label');
      refused(await owner.patch(`${models}/marketing/prizes`, { modelKey: 'x' }), 422, 'validation_failed', 'modelKey');
      refused(await owner.patch(`${models}/marketing/nothing`, { label: 'X' }), 404, 'not_found');
      refused(await owner.patch(`${models}/sales/contacts`, { label: 'X' }), 409, 'conflict');
      refused(await owner.delete(`${models}/sales/contacts`), 409, 'conflict');
    });
  });

  it('is deleted with its records, each with its event, unless another model refers to it', async () => {
    const reference = { moduleKey: 'marketing', slug: 'prizes' };
    await owner.create(fieldsOf('sales/contacts'), { key: 'prizeId', type: 'reference', reference });
    await assertNoWrites(app, ['custom_models', 'custom_records'], async () => {
      refused(await owner.delete(`${models}/marketing/prizes`), 409, 'still_referenced');
    });
    assert.equal((await owner.delete(`${fieldsOf('sales/contacts')}/prizeId`)).status, 204);
    const { data } = (await owner.get(prizes)).body;
    const view = (await owner.get(`${models}/marketing/prizes`)).body;
    assert.ok(data.length > 1);
    const reply = await owner.delete(`${models}/marketing/prizes?withRecords=true`, { 'x-request-id': 'delete-model' });
    assert.deepEqual([reply.status, reply.text], [204, '']);
    const written = (await events()).filter((event) => event.request_id === 'delete-model');
    assert.deepEqual(types(written), [...data.map(() => 'prize.deleted'), 'model.deleted']);
    assert.deepEqual([written.at(-1)?.record, written.at(-1)?.previous], [null, view]);
    refused(await owner.get(prizes), 404, 'not_found');
    await owner.create(models, { moduleKey: 'marketing', slug: 'prizes', fields: [{ key: 'name', type: 'integer' }] });
    assert.deepEqual((await owner.get(prizes)).body.data, []);
  });
});

describe('changing a custom field', () => {
  const fieldsPath = fieldsOf('inventory/equipment');
  const equipment = '/api/inventory/equipment';

  it('takes effect at once, for all but its key, type, uniqueness and target', async () => {
    await admin.create(fieldsPath, { key: 'shelf', type: 'choice', options: [{ value: 'a', label: 'A' }] });
    const before = (await admin.get(`${models}/inventory/equipment`)).body;
    const change = { label: 'Where', strict: true, required: true, default: 'a' };
    const reply = await admin.patch(`${fieldsPath}/shelf`, change);
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual([reply.body.label, reply.body.required, reply.body.default], ['Where', true, 'a']);
    const event = (await schemaEvents(app)).at(-1);
    assert.deepEqual([event?.type, event?.previous], ['model.updated', before]);
    assert.deepEqual(event?.record, (await admin.get(`${models}/inventory/equipment`)).body);
    assert.equal((await admin.create(equipment, { name: 'E' })).shelf, 'a');
    invalid(await admin.post(equipment, { name: 'E', shelf: 'b' }), { shelf: 'not_an_option' });
    await assertNoWrites(app, [], async () => {
      const fixed = { key: 'rack', type: 'text', unique: true, reference: { moduleKey: 'sales', slug: 'contacts' } };
      for (const [key, value] of Object.entries(fixed)) {
        refused(await admin.patch(`${fieldsPath}/shelf`, { [key]: value }), 422, 'validation_failed', key);
      }
      refused(await admin.patch(`${fieldsPath}/shelf`, { default: 'b' }), 422, 'validation_failed', 'default');
      refused(await admin.patch(`${fieldsPath}/shelf`, { options: [] }), 422, 'validation_failed', 'options');
      refused(await admin.patch(`${fieldsPath}/name`, { label: 'X' }), 404, 'not_found');
      refused(await admin.delete(`${fieldsPath}/name`), 404, 'not_found');
      refused(await admin.delete(`${fieldsPath}/nothing`), 404, 'not_found');
    });
  });

  it('accepts options as plain values, and derives their labels', async () => {
    const options = ['low', { value: 'h', label: 'Very high' }];
    const created = await admin.post(fieldsPath, { key: 'risk', type: 'choice', strict: true, options });
    assert.equal(created.status, 201, created.text);
    const expected = [
      { value: 'low', label: 'Low' },
      { value: 'h', label: 'Very high' },
    ];
    assert.deepEqual(created.body.options, expected);
    assert.equal((await admin.create(equipment, { name: 'E', shelf: 'a', risk: 'low' })).risk, 'low');
    refused(await admin.post(equipment, { name: 'E', shelf: 'a', risk: 'Low' }), 422, 'validation_failed', 'risk');
    const changed = await admin.patch(`${fieldsPath}/risk`, { options: ['inBetween'] });
    assert.deepEqual(changed.body.options, [{ value: 'inBetween', label: 'In between' }]);
    for (const wrong of [
      ['a', 'a'],
      ['a', { value: 'a', label: 'A' }],
      [''],
      [5],
      ['x'.repeat(101)],
      [{ value: 'a' }],
    ]) {
      const { error } = (await admin.patch(`${fieldsPath}/risk`, { options: wrong })).body;
      assert.equal(error.code, 'validation_failed');
      assert.match(error.details[0].field, /^options/);
    }
    await admin.delete(`${fieldsPath}/risk`);
  });

  it('by deleting it and creating it again with another type starts with no values', async () => {
    await admin.create(fieldsPath, { key: 'weight', type: 'text', unique: true });
    const record = await admin.create(equipment, { name: 'W', weight: 'heavy', shelf: 'a' });
    const path = `${equipment}/${record._id}`;
    assert.equal((await admin.delete(`${fieldsPath}/weight`)).status, 204);
    assert.equal((await schemaEvents(app)).at(-1)?.type, 'model.updated');
    assert.ok(!('weight' in (await admin.get(path)).body));
    invalid(await admin.patch(path, { weight: 'x' }), { weight: 'unknown_field' });
    refused(await admin.get(`${equipment}?sort=weight`), 400, 'bad_request', 'sort');
    await admin.create(fieldsPath, { key: 'weight', type: 'number', unique: true });
    assert.equal((await admin.get(path)).body.weight, null);
    assert.deepEqual(ids(await admin.get(`${equipment}?filter[weight][null]=false`)), []);
    assert.equal((await admin.patch(path, { weight: 5 })).body.weight, 5);
    assert.deepEqual((await admin.get(`${equipment}/aggregate?sum=weight&count=true&filter[weight]=5`)).body.data, [
      { count: 1, sum: { weight: 5 } },
    ]);
  });

  it('by deleting it gives the model another titleField when it was the titleField', async () => {
    const fields = [{ key: 'headline', type: 'text' }];
    await admin.create(models, { moduleKey: 'support', slug: 'bulletins', titleField: 'headline', fields });
    const reply = await admin.delete(`${fieldsOf('support/bulletins')}/headline`);
    const model = (await admin.get(`${models}/support/bulletins`)).body;
    assert.ok(keys(model).includes(model.titleField), `${reply.status}, titleField ${model.titleField}`);
  });
});

describe('the place of a custom field', () => {
  const path = `${models}/sales/opportunities`;
  const customOf = async (client: Client) =>
    (await client.get(path)).body.fields.filter(({ custom }: Json) => custom) as Json[];

  it('is its order and its group, in the registry and in records', async () => {
    const client = await tenant();
    for (const [key, place] of Object.entries({ late: {}, second: { order: 20 }, first: { order: 10, group: 'Deal' } }))
      await client.create(`${path}/fields`, { key, type: 'text', ...place });
    assert.deepEqual(
      (await customOf(client)).map(({ key, order, group }) => [key, order, group]),
      [
        ['first', 10, 'Deal'],
        ['second', 20, undefined],
        ['late', undefined, undefined],
      ],
    );
    const change = (key: string, place: Json) => client.patch(`${path}/fields/${key}`, place);
    const moved = await change('late', { order: 0, group: 'Deal' });
    assert.deepEqual([moved.status, moved.body.order, moved.body.group], [200, 0, 'Deal']);
    const loosened = await change('first', { order: null, group: null });
    assert.deepEqual([loosened.body.order, loosened.body.group], [undefined, undefined]);
    assert.deepEqual(
      (await customOf(client)).map(({ key }) => key),
      ['late', 'second', 'first'],
    );
    const deal = await client.create('/api/sales/opportunities', { name: 'x', first: '1', second: '2', late: '0' });
    assert.deepEqual(
      Object.keys(deal).filter((key) => ['first', 'second', 'late'].includes(key)),
      ['late', 'second', 'first'],
    );
  });

  it('is refused when it is no place', async () => {
    const field = { key: 'wrongPlace', type: 'text' };
    for (const [part, value] of [
      ['order', -1],
      ['order', 1.5],
      ['order', 'first'],
      ['group', ''],
      ['group', '  '],
      ['group', 'x'.repeat(101)],
    ] as const)
      await assertNoWrites(app, ['custom_fields'], async () => {
        const reply = await admin.post(`${path}/fields`, { ...field, [part]: value });
        assert.equal(reply.status, 422, reply.text);
        assert.deepEqual(
          reply.body.error.details.map((detail: Json) => detail.field),
          [part],
        );
      });
  });
});

describe('a change of the custom schema', () => {
  it('changes no table of the database', async () => {
    const catalog = () =>
      sql(`select c.relname, c.relkind, c.relfilenode, c.relnatts, (select count(*) from pg_attribute a
             where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
           from pg_class c where c.relnamespace = 'public'::regnamespace order by c.relname`);
    const before = await catalog();
    await admin.create(models, { moduleKey: 'sales', slug: 'gadgets', fields: [{ key: 'name', type: 'text' }] });
    await admin.create(fieldsOf('sales/gadgets'), { key: 'price', type: 'number', unique: true });
    await admin.create(fieldsOf('sales/contacts'), { key: 'nickname', type: 'text', searchable: true });
    await admin.create('/api/sales/gadgets', { name: 'G', price: 1 });
    await admin.delete(`${fieldsOf('sales/contacts')}/nickname`);
    await admin.delete(`${models}/sales/gadgets?withRecords=true`);
    await admin.post(`${models}/sales/gadgets/restore`, {});
    assert.deepEqual(await catalog(), before);
  });

  it('needs data:admin', async () => {
    const caller = await user({ permissions: ['*:read', '*:write', 'sales:admin'] });
    await admin.create(models, { moduleKey: 'sales', slug: 'guarded' });
    await admin.create(fieldsOf('sales/guarded'), { key: 'a', type: 'text' });
    await assertNoWrites(app, ['custom_models', 'custom_fields'], async () => {
      const model = `${models}/sales/guarded`;
      const replies = [
        await caller.post(models, { moduleKey: 'sales', slug: 'more' }),
        await caller.patch(model, { label: 'X' }),
        await caller.delete(model),
        await caller.post(`${model}/fields`, { key: 'b', type: 'text' }),
        await caller.patch(`${model}/fields/a`, { label: 'X' }),
        await caller.delete(`${model}/fields/a`),
      ];
      for (const reply of replies) refused(reply, 403, 'forbidden', 'data:admin');
      assert.equal((await caller.get(model)).status, 200);
      assert.equal((await admin.post(`${models}?dryRun=true`, { moduleKey: 'sales', slug: 'dry' })).status, 201);
      assert.equal((await admin.delete(`${model}?dryRun=true`)).status, 204);
    });
    refused(await admin.get('/api/sales/dry'), 404, 'not_found');
  });

  it('is safe when several happen at once', async () => {
    await admin.create(models, { moduleKey: 'sales', slug: 'crowded' });
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => admin.post(fieldsOf('sales/crowded'), { key: `f${n % 6}`, type: 'text' })),
    );
    assert.deepEqual(replies.map(({ status }) => status).sort(), [...Array(6).fill(201), 409, 409]);
    const found = keys((await admin.get(`${models}/sales/crowded`)).body).filter((key) => /^f\d$/.test(key));
    assert.deepEqual(found.sort(), ['f0', 'f1', 'f2', 'f3', 'f4', 'f5']);
  });

  const wrongFields: [string, Json][] = [
    ['key', { key: 'Upper' }],
    ['key', { key: 'with space' }],
    ['key', { key: '' }],
    ['key', { key: undefined }],
    ['type', { type: 'money' }],
    ['type', { type: undefined }],
    ['label', { label: '' }],
    ['required', { required: 'yes' }],
    ['unknown', { unknown: 1 }],
    ['reference', { type: 'reference' }],
    ['reference', { reference: { moduleKey: 'sales', slug: 'contacts' } }],
    ['reference', { type: 'references', reference: { moduleKey: 'sales', slug: 'nothing' } }],
    ['options', { type: 'choice', strict: true }],
    ['options', { options: [{ value: 'a', label: 'A' }] }],
    [
      'options',
      {
        type: 'choice',
        options: [
          { value: 'a', label: 'A' },
          { value: 'a', label: 'B' },
        ],
      },
    ],
    ['unique', { type: 'json', unique: true }],
    ['min', { min: 1 }],
    ['max', { max: 1 }],
    ['min', { type: 'number', min: 5, max: 3 }],
    ['maxLength', { maxLength: 0 }],
    ['maxLength', { type: 'boolean', maxLength: 5 }],
    ['searchable', { type: 'number', searchable: true }],
    ['default', { default: 5 }],
    ['default', { type: 'integer', max: 3, default: 5 }],
    ['default', { type: 'reference', reference: { moduleKey: 'sales', slug: 'contacts' }, default: nobody }],
    ['default', { type: 'secret', default: 'x' }],
  ];
  it('is refused when the definition is invalid, and the error names the wrong part', async () => {
    await assertNoWrites(app, ['custom_models', 'custom_fields'], async () => {
      const accepted: string[] = [];
      for (const [part, change] of wrongFields) {
        const field = { key: 'wrong', type: 'text', ...change };
        const reply = await admin.post(`${fieldsOf('sales/contacts')}?dryRun=true`, field);
        const named = reply.body.error?.details.map((detail: Json) => detail.field) ?? [];
        if (reply.status !== 422 || !named.includes(part)) {
          accepted.push(`${JSON.stringify(change)}: ${reply.status} ${named}`);
        }
      }
      assert.deepEqual(accepted, []);
      const wrongModels: [string, Json][] = [
        ['moduleKey', { moduleKey: 'nothing' }],
        ['slug', { slug: 'Upper' }],
        ['slug', { slug: undefined }],
        ['modelKey', { modelKey: 'a b' }],
        ['titleField', { titleField: 'nothing' }],
        ['unknown', { unknown: 1 }],
        ['fields[0].reference', { fields: [{ key: 'a', type: 'reference' }] }],
      ];
      for (const [part, change] of wrongModels) {
        const reply = await admin.post(models, { moduleKey: 'sales', slug: 'wrongs', ...change });
        refused(reply, 422, 'validation_failed', part);
      }
    });
  });

  it('is refused when a name is taken', async () => {
    await assertNoWrites(app, ['custom_models', 'custom_fields'], async () => {
      const contacts = fieldsOf('sales/contacts');
      for (const key of ['email', 'createdAt', 'ownerId', 'version']) {
        refused(await admin.post(contacts, { key, type: 'text' }), 409, 'unique_violation', 'key');
      }
      const model = (body: Json) => admin.post(models, { moduleKey: 'sales', slug: 'taken', ...body });
      refused(await model({ slug: 'contacts' }), 409, 'unique_violation', 'slug');
      refused(await model({ modelKey: 'contact' }), 409, 'unique_violation', 'modelKey');
      refused(await model({ moduleKey: 'marketing', slug: 'contacts' }), 409, 'unique_violation', 'modelKey');
      const twice = [1, 2].map(() => ({ key: 'a', type: 'text' }));
      refused(await model({ fields: twice }), 409, 'unique_violation', 'fields[1].key');
      refused(await admin.post(fieldsOf('sales/nothing'), { key: 'a', type: 'text' }), 404, 'not_found');
    });
  });

  it('is refused for a model with an unreachable path, or with the event types of the schema', async () => {
    await assertNoWrites(app, ['custom_models'], async () => {
      const unreachable = { moduleKey: 'data', slug: 'models', modelKey: 'dataModel' };
      const ambiguous = { moduleKey: 'sales', slug: 'models' };
      for (const body of [unreachable, ambiguous]) {
        const reply = await admin.post(`${models}?dryRun=true`, body);
        assert.ok([409, 422].includes(reply.status), reply.text);
      }
    });
  });
});
