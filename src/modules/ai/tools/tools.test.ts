import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { assistantForFile, outcomes } from '#test/ai/assistant.ts';
import { allFamilies } from '#test/ai/fake-provider.ts';
import type { Client, Json } from '#test/harness.ts';
import { toolNames } from '../configuration/tool-names.ts';

const { app, provider, calls } = await assistantForFile();
const { admin } = app;
const call = (name: string, args: Json) => ({ name, args });
const one = async (name: string, args: Json, client: Client = admin) =>
  (await calls([call(name, args)], { client })).toolCalls[0];
/** Names of the tools in the last request to the provider, in the format of OpenAI. */
const offered = (): string[] => (provider.asked.at(-1)?.body.tools ?? []).map(({ function: { name } }: Json) => name);

/** A new tenant with this value of the setting `ai.tools`. */
async function tenantWith(value: Json): Promise<Client> {
  const client = await app.tenant();
  await client.create('/api/ui/settings', { key: 'ai.tools', value });
  return client;
}

for (const family of allFamilies) {
  it(`${family} accepts the schemas of all tools and gets their results`, async () => {
    const body = await calls(
      [call('describeModel', { model: 'contacts' }), call('aggregateRecords', { model: 'contacts' })],
      { family },
    );
    assert.deepEqual(
      body.toolCalls.map(({ error }: Json) => error),
      [undefined, undefined],
    );
    assert.ok(JSON.stringify(provider.asked[0]?.body).includes('searchRecords'));
  });
}

it('says to the model which calls of an answer were not run', async () => {
  const names = Array.from({ length: 17 }, (_, n) => `Bounded ${n}`);
  await calls(names.map((name) => call('createRecord', { model: 'accounts', record: { name } })));
  const results = provider.asked.at(-1)?.body.messages.filter(({ role }: Json) => role === 'tool');
  assert.equal(results.length, 17, 'every call has a result');
  assert.match(results[15].content, /Bounded 15/);
  assert.match(results[16].content, /It was not run: only the first 16 tool calls .* Call it again/);
  const { body } = await admin.get('/api/sales/accounts?filter[name][contains]=Bounded&count=exact&limit=1');
  assert.equal(body.meta.total, 16);
});

describe('aggregateRecords', () => {
  before(async () => {
    for (const [stage, value] of [
      ['won', 100],
      ['won', 50],
      ['lost', 7],
    ] as const)
      await admin.create('/api/sales/opportunities', { name: `${stage} ${value}`, description: stage, value });
  });

  it('computes figures in groups, by filter and in order', async () => {
    const { output } = await one('aggregateRecords', {
      model: 'opportunities',
      groupBy: ['name'],
      sum: ['value'],
      sort: '-sum.value',
      limit: 2,
      filter: { value: { gte: 1 } },
    });
    assert.deepEqual(
      output.groups.map(({ name, sum }: Json) => [name, sum.value]),
      [
        ['won 100', 100],
        ['won 50', 50],
      ],
    );
    assert.match(output.note, /Only the first 2 groups/);
  });

  it('says what is wrong with a field', async () => {
    const { error } = await one('aggregateRecords', { model: 'opportunities', sum: ['name'] });
    assert.match(error.message, /name is not a field of opportunities that has a sum/);
  });
});

describe('searchRecords', () => {
  it('finds records of all models and of one', async () => {
    const account = await admin.create('/api/sales/accounts', { name: 'Zanzibar Trading' });
    await admin.create('/api/sales/contacts', { lastName: 'Zanzibar' });
    const { output } = await one('searchRecords', { query: 'zanzi' });
    assert.deepEqual(output.records.map(({ model }: Json) => model).sort(), ['sales.accounts', 'sales.contacts']);
    const { output: accounts } = await one('searchRecords', { query: 'zanzi', model: 'accounts' });
    assert.deepEqual(accounts.records, [{ model: 'sales.accounts', id: account._id, title: 'Zanzibar Trading' }]);
  });
});

describe('describeModel', () => {
  it('lists the models that the caller may read, and shows the fields of one', async () => {
    const reader = await app.user({
      permissions: ['ai:write', 'sales:read'],
      hiddenFields: { 'sales.contacts': ['phone'] },
    });
    const { output: list } = await one('describeModel', {}, reader);
    const names = list.models.map(({ model }: Json) => model);
    assert.ok(names.includes('sales.contacts') && !names.includes('identity.users'));
    // Only the user's own conversations are writable, because users may rename them.
    const writable = list.models.filter((model: Json) => model.writable).map(({ model }: Json) => model);
    assert.deepEqual(writable, ['ai.aiConversations']);
    const { output } = await one('describeModel', { model: 'contacts' }, reader);
    const keys = output.fields.map(({ key }: Json) => key);
    assert.ok(keys.includes('email') && !keys.includes('phone'));
    assert.equal(output.fields.find(({ key }: Json) => key === 'accountId').reference, 'sales.accounts');
    assert.equal(output.writable, false);
    assert.equal((await one('describeModel', { model: 'identity.users' }, reader)).error.code, 'forbidden');
  });
});

describe('the rules of a model', () => {
  it('are shown by describeModel, and refuse what a tool writes with their message', async () => {
    const owner = await app.tenant();
    const { _id, ...rule } = await owner.create('/api/data/models/sales/contacts/rules', {
      name: 'Reachable',
      when: { title: 'Director' },
      require: ['phone'],
      message: 'A director has a phone.',
    });
    const { output } = await one('describeModel', { model: 'contacts' }, owner);
    assert.deepEqual(output.rules, [rule]);
    const record = { lastName: 'Lovelace', title: 'Director' };
    const { error } = await one('createRecord', { model: 'contacts', record }, owner);
    assert.deepEqual([error.code, error.message], ['rule_violated', rule.message]);
  });
});

describe('createTask', () => {
  it('makes a task for the user who asks, about a record', async () => {
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Busy' });
    const { written, output } = await one('createTask', {
      title: 'Call back',
      dueDate: '2026-12-01',
      about: { model: 'contacts', id: contact._id },
    });
    assert.deepEqual([written.model, written.change], ['sales.tasks', 'created']);
    assert.deepEqual(
      [output.title, output.contactId, output.assignedUserId, output.dueDate],
      ['Call back', contact._id, admin.userId, '2026-12-01'],
    );
  });

  it('uses the tasks that belong to a record of another module', async () => {
    const plan = await admin.create('/api/customerSuccess/successPlans', { name: 'Onboarding' });
    const about = { model: 'successPlans', id: plan._id };
    const { written, output, error } = await one('createTask', { title: 'Mend', about });
    assert.deepEqual(
      [error, written?.model, output?.successPlanId],
      [undefined, 'customerSuccess.successPlanTasks', plan._id],
    );
  });

  it('says so when a model has no tasks', async () => {
    const { error } = await one('createTask', { title: 'x', about: { model: 'ui.settings', id: admin.userId } });
    assert.match(error.message, /there are no tasks about settings/);
  });
});

describe('sendEmail', () => {
  const mail = { to: ['ada@example.com'], subject: 'Hello', text: 'Dear Ada' };

  it('saves a draft', async () => {
    const { written, output } = await one('sendEmail', mail);
    const { body } = await admin.get(`/api/communications/emails/${written.id}`);
    assert.deepEqual([body.status, body.to, body.subject, body.text], ['draft', mail.to, 'Hello', 'Dear Ada']);
    assert.match(output.note, /not sent/);
    assert.deepEqual(await app.sql('select 1 from mail_outbox where email_id = $1', [written.id]), []);
  });

  it('sends when the account allows it', async () => {
    const client = await tenantWith({ allow: ['sendEmail'] });
    const { written, output } = await one('sendEmail', mail, client);
    assert.match(output.note, /on its way/);
    const { body } = await client.get(`/api/communications/emails/${written.id}`);
    assert.notEqual(body.status, 'draft');
    const [created] = await app.events(written.id);
    assert.equal((created as Json).via, 'ai');
  });

  it('needs communications:write', async () => {
    const seller = await app.user({ permissions: ['ai:write', 'sales:write', 'sales:read'] });
    assert.equal((await one('sendEmail', mail, seller)).error.code, 'forbidden');
    assert.ok(!offered().includes('sendEmail') && offered().includes('createRecord'));
  });
});

describe('a write', () => {
  it('that conflicts with another record says so', async () => {
    await admin.create('/api/ui/settings', { key: 'x.twice', value: 1 });
    const conflict = await one('createRecord', { model: 'ui.settings', record: { key: 'x.twice', value: 2 } });
    assert.equal(conflict.error.code, 'unique_violation');
  });

  it('never takes a secret', async () => {
    const { error } = await one('createRecord', {
      model: 'ui.settings',
      record: { key: 'ai.openai', secretValue: 's' },
    });
    assert.deepEqual([error.code, error.details[0].field], ['validation_failed', 'secretValue']);
  });

  it('of a large record is answered without its texts', async () => {
    const record = { lastName: 'Large', description: 'long '.repeat(10_000) };
    const { output, written } = await one('createRecord', { model: 'contacts', record });
    assert.deepEqual([output._id, output.description], [written.id, undefined]);
    assert.match(output.note, /too large to be shown/);
  });
});

describe('findDuplicates', () => {
  it('returns groups of records that the caller may read, with what agrees', async () => {
    const client = await app.tenant();
    const [first, second] = [
      await client.create('/api/sales/contacts', { email: 'twice@example.com' }),
      await client.create('/api/sales/contacts', { email: 'Twice@example.com' }),
    ];
    const { output } = await one('findDuplicates', { model: 'contacts' }, client);
    assert.deepEqual(output.groups, [{ ids: [first._id, second._id], reason: 'The same email', score: 0.95 }]);
  });
});

describe('the tools that are offered', () => {
  it('are those that the caller can use for something', async () => {
    const reader = await app.user({ permissions: ['ai:write', 'sales:read'] });
    await calls([], { client: reader });
    const reading = [
      'queryRecords',
      'getRecord',
      'aggregateRecords',
      'searchRecords',
      'describeModel',
      'findDuplicates',
    ];
    assert.deepEqual(offered(), reading);
    await calls([]);
    assert.deepEqual(offered(), toolNames);
  });

  it('are not those that the account has switched off, which are refused as well', async () => {
    const client = await tenantWith({ disabled: ['createRecord', 'deleteRecord'] });
    const [refused] = outcomes(
      await calls([call('createRecord', { model: 'contacts', record: { lastName: 'x' } })], { client }),
    );
    assert.equal(refused, 'forbidden');
    assert.ok(!offered().includes('createRecord') && !offered().includes('deleteRecord'));
  });
});

describe('models that the account keeps from tools', () => {
  it('are unknown to every tool', async () => {
    const client = await tenantWith({ hiddenModels: ['accounts'] });
    const account = await client.create('/api/sales/accounts', { name: 'Hidden Harbour' });
    const contact = await client.create('/api/sales/contacts', { lastName: 'Hidden Person', accountId: account._id });
    const model = 'sales.accounts';
    const results = await calls(
      [
        call('queryRecords', { model }),
        call('getRecord', { model, id: account._id }),
        call('aggregateRecords', { model }),
        call('describeModel', { model }),
        call('searchRecords', { model, query: 'hidden' }),
        call('createRecord', { model, record: { name: 'x' } }),
        call('updateRecord', { model, id: account._id, changes: { name: 'x' } }),
        call('deleteRecord', { model, id: account._id }),
        call('createTask', { title: 'x', about: { model, id: account._id } }),
      ],
      { client },
    );
    assert.deepEqual(new Set(outcomes(results)), new Set(['not_found']));
    const indirect = await calls(
      [
        call('searchRecords', { query: 'hidden' }),
        call('describeModel', {}),
        call('describeModel', { model: 'contacts' }),
        call('queryRecords', { model: 'contacts', filter: { 'accountId.name': 'Hidden Harbour' } }),
        call('aggregateRecords', { model: 'contacts', groupBy: ['accountId.name'] }),
      ],
      { client },
    );
    const [search, list, contacts, filtered, grouped] = outcomes(indirect) as Json[];
    assert.deepEqual(
      search.records.map(({ id }: Json) => id),
      [contact._id],
    );
    assert.ok(!JSON.stringify(list).includes('"sales.accounts"'));
    assert.ok(!JSON.stringify(contacts).includes('sales.accounts'));
    assert.deepEqual([filtered, grouped], ['forbidden', 'forbidden']);
  });

  it('are all but the listed ones, when there is a list', async () => {
    const client = await tenantWith({ models: ['contacts', 'sales.leads'] });
    await client.create('/api/sales/accounts', { name: 'Listed Ltd' });
    await client.create('/api/sales/leads', { lastName: 'Listed' });
    const body = await calls(
      [
        call('describeModel', {}),
        call('searchRecords', { query: 'listed' }),
        call('queryRecords', { model: 'accounts' }),
      ],
      { client },
    );
    const [list, found, accounts] = outcomes(body) as Json[];
    assert.deepEqual(list.models.map(({ model }: Json) => model).sort(), ['sales.contacts', 'sales.leads']);
    assert.deepEqual(
      found.records.map(({ model }: Json) => model),
      ['sales.leads'],
    );
    assert.equal(accounts, 'not_found');
    assert.ok(!offered().includes('sendEmail') && !offered().includes('createTask'));
  });
});

it('a wrong setting is refused with its name', async () => {
  for (const [value, problem] of [
    [{ disabled: ['dropTable'] }, /value of ai.tools must be an object with disabled, .*; disabled.0 must be/],
    [{ unknown: 1 }, /value of ai.tools must be an object with disabled, models, hiddenModels/],
  ] as const) {
    const { status, body } = await admin.post('/api/ui/settings', { key: 'ai.tools', value });
    assert.deepEqual([status, body.error.details[0].field], [422, 'value']);
    assert.match(body.error.message, problem);
  }
});

it('a setting that names a model which does not exist stops completions', async () => {
  const client = await tenantWith({ hiddenModels: ['nothings'] });
  const { status, body } = await client.post('/api/ai/text-completion/complete', {
    model: 'gpt-4o',
    messages: [{ role: 'user', content: 'x' }],
  });
  assert.deepEqual([status, body.error.code, body.error.details[0].field], [409, 'ai_not_configured', 'ai.tools']);
  assert.match(body.error.message, /names the model nothings, which does not exist/);
});
