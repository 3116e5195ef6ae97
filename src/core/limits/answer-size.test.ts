import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Json } from '#test/harness.ts';
import { long } from '#test/long.ts';

const { admin } = await appForFile();
const contacts = '/api/sales/contacts';
const accounts = '/api/sales/accounts';
const settings = '/api/ui/settings';
const longText = (length: number) => 'x'.repeat(length);

/** Creates many records without reading them back; returns their ids. */
async function createMany(path: string, count: number, record: (n: number) => Json, atOnce = 10): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += atOnce) {
    const operations = Array.from({ length: Math.min(atOnce, count - n) }, (_, k) => ({
      op: 'create',
      record: record(n + k),
    }));
    const reply = await admin.post(`${path}/bulk?return=minimal`, { operations });
    assert.equal(reply.status, 200, reply.text.slice(0, 300));
    ids.push(...reply.body.results.map(({ _id }: Json) => _id));
  }
  return ids;
}

describe('an answer is never larger than 8 MB', () => {
  it('when a list includes records', async () => {
    const description = longText(90_000);
    const owners = await createMany(accounts, 60, (n) => ({ name: `Large ${n}`, description }));
    await createMany(contacts, 60, (n) => ({ firstName: 'Including', description, accountId: owners[n] }));
    const list = `${contacts}?filter[firstName]=Including&limit=60`;
    assert.equal((await admin.get(list)).status, 200);
    refused(await admin.get(`${list}&include=accountId`), 400, 'bad_request', 'include');
    refused(
      await admin.post(`${contacts}/search`, { filter: { firstName: 'Including' }, limit: 60, include: ['accountId'] }),
      400,
      'bad_request',
      'include',
    );
    const narrow = await admin.get(`${list}&include=accountId&fields=firstName`);
    assert.equal(Object.keys(narrow.body.included).length, 60);
    const few = await admin.get(`${contacts}?filter[firstName]=Including&limit=20&include=accountId`);
    assert.equal(Object.keys(few.body.included).length, 20);
  });

  it('when an aggregate has many groups', long, async () => {
    const keys = Array.from({ length: 5 }, (_, n) => `address${n}`);
    for (const key of keys) {
      const created = await admin.post('/api/data/models/sales/contacts/fields', { key, type: 'url' });
      assert.equal(created.status, 201, created.text);
    }
    const address = (n: number) => `https://example.com/${n}/${longText(1950)}`;
    await createMany(
      contacts,
      900,
      (n) => ({ firstName: 'Grouped', ...Object.fromEntries(keys.map((key) => [key, address(n)])) }),
      90,
    );
    const aggregate = `${contacts}/aggregate?filter[firstName]=Grouped&groupBy=${keys.join()}`;
    refused(await admin.get(aggregate), 400, 'bad_request', 'limit');
    assert.equal((await admin.get(`${aggregate}&limit=100`)).body.data.length, 100);
    assert.deepEqual((await admin.get(aggregate.replace('Grouped', 'Nobody'))).body.data, []);
  });

  it('when one record is read: a write that would make it larger is refused', async () => {
    const value = (mark: string) => ({ [mark]: longText(900_000) });
    const keys = Array.from({ length: 9 }, (_, n) => `large${n}`);
    for (const key of keys) {
      const created = await admin.post('/api/data/models/ui/settings/fields', { key, type: 'json' });
      assert.equal(created.status, 201, created.text);
    }
    const { _id } = await admin.create(settings, { key: 'large', value: {} });
    for (const key of keys.slice(0, 8)) {
      assert.equal((await admin.patch(`${settings}/${_id}`, { [key]: value(key) })).status, 200);
    }
    const { version } = (await admin.get(`${settings}/${_id}?fields=version`)).body;
    refused(await admin.patch(`${settings}/${_id}`, { large8: value('large8') }), 413, 'payload_too_large');
    assert.equal((await admin.get(`${settings}/${_id}?fields=version`)).body.version, version);
  });
});
