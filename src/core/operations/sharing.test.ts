import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const app = await appForFile({ LOG_LEVEL: 'silent' });
const { admin, user, url, tenant } = app;
const settings = '/api/ui/settings';

async function upload(by: Client, content: string, name = 'plan.txt'): Promise<Json> {
  const body = new FormData();
  body.append('file', new Blob([content]), name);
  const headers = { authorization: `Bearer ${by.token}` };
  const reply = await fetch(`${url}/api/communications/file-upload`, { method: 'POST', body, headers });
  const answer = (await reply.json()) as Json;
  assert.equal(reply.status, 201, JSON.stringify(answer));
  return answer.files[0];
}

const share = (by: Client, path: string) => by.post(`${path}/share`, { expiresIn: '1h' });
const viewer = await user({ permissions: ['*:read'] });
const member = await user({ permissions: ['*:read', 'sales:write', 'communications:write'] });

describe('a public link to a file', () => {
  it('is made by those who may write the record, not by those who only read it', async () => {
    const file = await upload(admin, 'secret plan');
    refused(await share(viewer, `/api/data/storedFiles/${file._id}`), 403, 'forbidden', 'data:admin');
    const contact = await admin.create('/api/sales/contacts', { lastName: 'A' });
    const attached = await admin.create('/api/sales/contactFiles', { contactId: contact._id, storedFileId: file._id });
    const path = `/api/sales/contactFiles/${attached._id}`;
    refused(await share(viewer, path), 403, 'forbidden', 'sales:write');
    for (const client of [member, admin]) {
      const { status, body, text } = await share(client, path);
      assert.equal(status, 201, text);
      assert.equal(await (await fetch(body.url)).text(), 'secret plan');
    }
  });

  it('of a record that :own does not reach is refused, as the record is', async () => {
    const file = await upload(admin, 'of others');
    const contact = await admin.create('/api/sales/contacts', { lastName: 'A' });
    const attached = await admin.create('/api/sales/contactFiles', { contactId: contact._id, storedFileId: file._id });
    const path = `/api/sales/contactFiles/${attached._id}`;
    const own = await user({ permissions: ['*:read', 'sales:write:own'] });
    refused(await share(own, path), 403, 'forbidden', 'sales:write');
    const hidden = await user({ permissions: ['sales:*:own'] });
    refused(await share(hidden, path), 404, 'not_found');
  });

  it('is made by the user who uploaded the file', async () => {
    const file = await upload(member, 'mine');
    const { status, text } = await share(member, `/api/data/storedFiles/${file._id}`);
    assert.equal(status, 201, text);
  });

  it('is switched off by a setting, and links that were made before open nothing', async () => {
    const owner = await tenant();
    const file = await upload(owner, 'public for a while');
    const path = `/api/data/storedFiles/${file._id}`;
    const { body } = await share(owner, path);
    assert.equal((await fetch(body.url)).status, 200);
    refused(await owner.post(settings, { key: 'data.publicLinks', value: 'no' }), 422, 'validation_failed', 'value');
    const setting = await owner.create(settings, { key: 'data.publicLinks', value: false });
    refused(await share(owner, path), 403, 'forbidden', 'data.publicLinks');
    assert.equal((await fetch(body.url)).status, 404);
    await owner.patch(`${settings}/${setting._id}`, { value: true });
    assert.equal((await fetch(body.url)).status, 200);
  });
});

describe('a link to the preview of a page', () => {
  it('is made by those who may write the page, and switched off by the setting', async () => {
    const owner = await tenant();
    const site = await owner.create('/api/marketing/websites', { name: 'Site', slug: 'site' });
    const page = await owner.create('/api/marketing/webPages', { name: 'P', path: '/p', websiteId: site._id });
    const path = `/api/marketing/web-pages/${page._id}`;
    const reader = await user({ permissions: ['*:read'] }, owner);
    refused(await reader.post(`${path}/preview-link`, {}), 403, 'forbidden', 'marketing:write');
    assert.equal((await reader.post(`${path}/preview`, {})).status, 200);
    refused(await reader.post(`${path}/preview`, { draft: { title: 'x' } }), 403, 'forbidden', 'marketing:write');
    const { status, body, text } = await owner.post(`${path}/preview-link`, {});
    assert.equal(status, 201, text);
    assert.equal((await fetch(body.url)).status, 200);
    await owner.create(settings, { key: 'data.publicLinks', value: false });
    refused(await owner.post(`${path}/preview-link`, {}), 403, 'forbidden', 'data.publicLinks');
    assert.equal((await fetch(body.url)).status, 404);
    assert.equal((await owner.post(`${path}/preview`, { draft: { title: 'x' } })).status, 200);
  });
});
