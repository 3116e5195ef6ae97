import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectMcp } from '#test/ai/mcp-client.ts';
import { assertNoWrites, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile({ LOG_LEVEL: 'silent' });
const { admin, user, url } = app;
const settings = '/api/ui/settings';

const member = await user({ permissions: ['*:read', '*:write'] });
const aiAdmin = await user({ permissions: ['ui:read', 'ai:admin'] });
const uiAdmin = await user({ permissions: ['ui:admin'] });

let count = 0;
/** Returns the key of a setting that no module declares. */
const newKey = () => {
  count += 1;
  return `own.key${count}`;
};

const deny = (client: Client, method: string, path: string, body?: Json) =>
  assertNoWrites(app, ['ui_settings'], async () => {
    const reply = await client.request(method, path, body);
    refused(reply, 403, 'forbidden', 'ui:admin');
  });

describe('somebody with *:write', () => {
  it('creates no setting, neither a declared nor an unknown one', async () => {
    for (const key of [
      'ai.openai',
      'ai.limits',
      'ai.approval',
      'marketing.sms',
      'forms.redirectHosts',
      'FORMS.captcha',
      'a.b',
    ])
      await deny(member, 'POST', settings, { key, value: {}, secretValue: 'x' });
    await deny(member, 'POST', `${settings}?dryRun=true`, { key: 'ai.openai', secretValue: 'x' });
  });

  it('changes, replaces, deletes, restores and reverts none', async () => {
    const setting = await admin.create(settings, { key: newKey(), value: 1 });
    const path = `${settings}/${setting._id}`;
    await admin.patch(path, { value: 2 });
    await deny(member, 'PATCH', path, { value: 3 });
    await deny(member, 'PATCH', `${path}?dryRun=true`, { active: false });
    await deny(member, 'PUT', path, { value: 3 });
    await deny(member, 'POST', `${path}/revert`, { version: 1 });
    await deny(member, 'DELETE', path);
    await deny(member, 'DELETE', `${path}?async=true`);
    assert.equal((await admin.delete(path)).status, 204);
    await deny(member, 'POST', `${path}/restore`);
    await deny(member, 'POST', `${path}/restore?async=true`);
    assert.equal((await admin.post(`${path}/restore`, {})).status, 200);
  });

  it('writes none by bulk and upsert', async () => {
    const setting = await admin.create(settings, { key: newKey(), value: 1 });
    for (const operation of [
      { op: 'create', record: { key: newKey() } },
      { op: 'update', _id: setting._id, record: { value: 2 } },
      { op: 'upsert', by: 'key', record: { key: setting.key, value: 2 } },
      { op: 'delete', _id: setting._id },
    ])
      await deny(member, 'POST', `${settings}/bulk`, { operations: [operation] });
  });

  it('writes none by tools of a language model, and does not propose one', async () => {
    const program = await connectMcp(url, member.token);
    const { isError, value } = await program.call('createRecord', {
      model: 'ui.settings',
      record: { key: 'ai.approval', value: 'none' },
    });
    await program.close();
    assert.ok(isError);
    assert.match(JSON.stringify(value), /forbidden/);
    assert.equal((await admin.get(`${settings}?filter[key]=ai.approval`)).body.data.length, 0);
    assert.equal((await admin.get('/api/ai/aiPendingActions')).body.data.length, 0);
  });

  it('does not write one that was proposed with the permissions of an administrator', async () => {
    const program = await connectMcp(url, admin.token);
    const { value } = await program.call('createRecord', {
      model: 'ui.settings',
      record: { key: 'ai.approval', value: 'none' },
    });
    await program.close();
    assert.ok(value.pendingActionId, JSON.stringify(value));
    const reply = await member.post(`/api/ai/pending-actions/${value.pendingActionId}/approve`, {});
    assert.ok(reply.status === 403 || reply.status === 404, reply.text);
    assert.equal((await admin.get(`${settings}?filter[key]=ai.approval`)).body.data.length, 0);
  });

  it('still changes what is personal', async () => {
    const reply = await member.patch('/api/identity/me', { preferences: { theme: 'dark' }, language: 'de' });
    assert.equal(reply.status, 200, reply.text);
    assert.equal((await member.get('/api/identity/me')).body.user.language, 'de');
  });
});

describe('a permission for ui:admin:own', () => {
  it('is not enough, because a setting counts for everybody', async () => {
    const narrow = await user({ permissions: ['ui:admin:own'] });
    refused(await narrow.post(settings, { key: 'ai.openai', secretValue: 'x' }), 403, 'forbidden', 'ui:admin');
  });
});

describe('the admin scope of the module that declares a setting', () => {
  it('writes the settings of the module, by every operation', async () => {
    const setting = await aiAdmin.create(settings, { key: 'ai.openai', secretValue: 'k' });
    const path = `${settings}/${setting._id}`;
    for (const reply of [
      await aiAdmin.patch(path, { value: { api: 'responses' } }),
      await aiAdmin.put(path, { secretValue: 'l' }),
      await aiAdmin.post(`${settings}/bulk`, {
        operations: [{ op: 'upsert', by: 'key', record: { key: 'ai.openai', active: false } }],
      }),
    ])
      assert.equal(reply.status, 200, reply.text);
    assert.equal((await aiAdmin.delete(path)).status, 204);
    assert.equal((await aiAdmin.post(`${path}/restore`, {})).status, 200);
  });

  it('writes no others, neither before nor after a change of the key', async () => {
    await deny(aiAdmin, 'POST', settings, {
      key: 'marketing.sms',
      value: { provider: 'webhook', url: 'https://e.com' },
    });
    await deny(aiAdmin, 'POST', settings, { key: 'ai.unknown' });
    const own = await aiAdmin.create(settings, { key: 'ai.keepContent', value: true });
    await deny(aiAdmin, 'PATCH', `${settings}/${own._id}`, { key: 'forms.redirectHosts', value: ['e.com'] });
    const other = await admin.create(settings, { key: 'forms.redirectHosts', value: ['www.example.com'] });
    await deny(aiAdmin, 'PATCH', `${settings}/${other._id}`, { key: 'ai.failover', value: 'gpt-4o' });
    await deny(aiAdmin, 'PATCH', `${settings}/${other._id}`, { value: ['evil.example'] });
    await deny(aiAdmin, 'DELETE', `${settings}/${other._id}`);
    assert.equal((await admin.delete(`${settings}/${other._id}`)).status, 204);
    await deny(aiAdmin, 'POST', `${settings}/${other._id}/restore`);
    await deny(aiAdmin, 'POST', `${settings}/${other._id}/restore?async=true`);
  });

  it('names both permissions in the error', async () => {
    const reply = await aiAdmin.post(settings, { key: 'marketing.sms', value: {} });
    refused(reply, 403, 'forbidden', 'ui:admin', 'marketing:admin');
  });
});

describe('ui:admin', () => {
  it('writes every setting', async () => {
    for (const record of [
      { key: 'forms.captcha', value: { provider: 'turnstile', siteKey: 'k' }, secretValue: 's' },
      { key: newKey(), value: 1 },
    ])
      await uiAdmin.create(settings, record);
  });

  it('is the write scope that the registry names', async () => {
    const { body } = await member.get('/api/data/models/ui/settings');
    assert.deepEqual(body.scopes, { read: 'ui:read', write: 'ui:admin' });
  });
});

describe('the secret of a setting', () => {
  it('is shown to nobody, in no answer and no event', async () => {
    const setting = await admin.create(settings, { key: newKey(), secretValue: 'hush-hush' });
    const path = `${settings}/${setting._id}`;
    for (const client of [admin, member, uiAdmin]) {
      for (const at of [path, `${path}/history`, `${settings}?filter[key]=${setting.key}`]) {
        const reply = await client.get(at);
        assert.equal(reply.status, 200, reply.text);
        assert.ok(!reply.text.includes('hush'), reply.text);
      }
    }
  });
});
