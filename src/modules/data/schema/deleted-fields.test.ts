import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fieldsOf } from '#test/custom-fields.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const { settled, tenant, sql } = await appForFile();
const contacts = '/api/sales/contacts';
const fields = fieldsOf('sales/contacts');

const feedOf = async (client: Client): Promise<Json[]> => {
  await settled();
  const { body } = await client.get('/api/data/changes?filter[modelKey]=contact&limit=200');
  return body.data;
};

/** Creates a tenant with a contact that has two versions with values of a custom field. */
async function tenantWithField(): Promise<{ owner: Client; path: string; first: Json }> {
  const owner = await tenant();
  assert.equal((await owner.post(fields, { key: 'nickname', type: 'text' })).status, 201);
  const first = await owner.create(contacts, { firstName: 'Ada', nickname: 'Countess' });
  const path = `${contacts}/${first._id}`;
  assert.equal((await owner.patch(path, { nickname: 'Enchantress', lastName: 'L' })).status, 200);
  return { owner, path, first };
}

describe('values of a custom field that was deleted', () => {
  it('are not shown by the feed, the history, reads of the past or the trash', async () => {
    const { owner, path, first } = await tenantWithField();
    assert.equal((await owner.delete(`${fields}/nickname`)).status, 204);
    const changes = await feedOf(owner);
    assert.deepEqual(
      changes.map(({ type, changedFields }) => [type, changedFields]),
      [
        ['contact.created', null],
        ['contact.updated', ['lastName', 'name']],
      ],
    );
    for (const { record } of changes) assert.equal('nickname' in record, false);
    const asOf = await owner.get(`${path}?asOf=${first.createdAt}`);
    assert.deepEqual([asOf.body.firstName, 'nickname' in asOf.body], ['Ada', false]);
    assert.equal((await owner.delete(path)).status, 204);
    const shown = [await owner.get(`${path}/history`), await owner.get('/api/data/trash')];
    for (const { status, text } of shown) {
      assert.equal(status, 200);
      assert.doesNotMatch(text, /nickname|Countess|Enchantress/);
    }
    // The stored events still have the values.
    const [{ stored }] = await sql(
      `select count(*)::int as stored from events where record_id = $1 and record is not null
      and record->>'nickname' is not null`,
      [first._id],
    );
    assert.equal(stored, 2);
  });

  it('are not values of a new field with the same key', async () => {
    const { owner, path, first } = await tenantWithField();
    assert.equal((await owner.delete(`${fields}/nickname`)).status, 204);
    assert.equal((await owner.post(fields, { key: 'nickname', type: 'integer' })).status, 201);
    for (const { record } of await feedOf(owner)) assert.equal(record.nickname ?? null, null);
    assert.equal((await owner.get(`${path}?asOf=${first.createdAt}`)).body.nickname, null);
    assert.doesNotMatch((await owner.get(`${path}/history`)).text, /Countess|Enchantress/);
    assert.equal((await owner.patch(path, { nickname: 7 })).body.nickname, 7);
    assert.equal((await feedOf(owner)).at(-1).record.nickname, 7);
    // The new field did not exist in version 1, so the revert keeps its value.
    const reverted = await owner.post(`${path}/revert`, { version: 1 });
    assert.deepEqual([reverted.status, reverted.body.lastName, reverted.body.nickname], [200, null, 7]);
  });

  it('are not restored with a deleted record into a new field of another type', async () => {
    const { owner, path } = await tenantWithField();
    assert.equal((await owner.delete(path)).status, 204);
    assert.equal((await owner.delete(`${fields}/nickname`)).status, 204);
    assert.equal((await owner.post(fields, { key: 'nickname', type: 'integer', default: 3 })).status, 201);
    const restored = await owner.post(`${path}/restore`, {});
    assert.deepEqual([restored.status, restored.body.nickname], [200, 3], restored.text);
    assert.equal((await owner.get(`${contacts}?filter[nickname]=3`)).body.data.length, 1);
  });
});
