import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RecordData } from '~/api/records.ts';
import type { Model } from './model.ts';
import { mayWriteRecord, reachOf, writerKeys } from './record-access.ts';

const model = (more: object = {}): Model =>
  ({
    moduleKey: 'sales',
    slug: 'contacts',
    scopes: { read: 'sales:read', write: 'sales:write' },
    fields: [{ key: 'ownerId' }],
    ...more,
  }) as unknown as Model;
const person = (scopes: string[], teamMateIds: string[] | null = []) => ({ user: { _id: 'me' }, scopes, teamMateIds });
const record = (values: object) => ({ _id: 'r', ...values }) as RecordData;

describe('the reach of scopes', () => {
  it('is the widest of those that include the wanted one', () => {
    assert.equal(reachOf(['*'], 'sales:write'), 'all');
    assert.equal(reachOf(['*'], 'platform:admin'), undefined);
    assert.equal(reachOf(['sales:write:own', 'sales:write:team'], 'sales:write'), 'team');
    assert.equal(reachOf(['sales:admin:own'], 'sales:write'), 'own');
    assert.equal(reachOf(['*:read', 'sales:write:own'], 'sales:write'), 'own');
    assert.equal(reachOf(['*:read'], 'sales:write'), undefined);
    assert.equal(reachOf(['*:*:team'], 'sales:write'), 'team');
  });
});

describe('a record', () => {
  const owned = (ownerId: string | null) => record({ ownerId });

  it('is written by those whose scope reaches its owner', () => {
    const may = (scopes: string[], ownerId: string | null, mates: string[] | null = []) =>
      mayWriteRecord(person(scopes, mates), model(), owned(ownerId));
    assert.equal(may(['sales:write'], 'other'), true);
    assert.equal(may(['sales:read'], 'me'), false);
    assert.equal(may(['sales:write:own'], 'me'), true);
    assert.equal(may(['sales:write:own'], 'mate', ['mate']), false);
    assert.equal(may(['sales:write:team'], 'mate', ['mate']), true);
    assert.equal(may(['sales:write:team'], 'other', ['mate']), false);
    assert.equal(may(['sales:write:team'], null, ['mate']), false);
    assert.equal(may(['sales:write:team'], 'other', null), true);
    assert.equal(mayWriteRecord(person(['*']), model({ readOnly: true }), owned('me')), false);
  });

  it('without an owner belongs to the person who made it', () => {
    const list = model({ fields: [] });
    assert.deepEqual(writerKeys(list), ['createdBy']);
    assert.equal(mayWriteRecord(person(['sales:write:own']), list, record({ createdBy: 'me' })), true);
    assert.equal(mayWriteRecord(person(['sales:write:own']), list, record({ createdBy: 'other' })), false);
  });

  it('that is personal is written by its user with the scope for reading, and by administrators', () => {
    const views = model({
      moduleKey: 'ui',
      scopes: { read: 'ui:read', write: 'ui:write' },
      personal: { user: 'userId', sharing: [] },
    });
    assert.deepEqual(writerKeys(views), ['ownerId', 'userId']);
    assert.equal(mayWriteRecord(person(['*:read']), views, record({ userId: 'me' })), true);
    assert.equal(mayWriteRecord(person(['*:write']), views, record({ userId: 'other' })), false);
    assert.equal(mayWriteRecord(person(['ui:admin']), views, record({ userId: 'other' })), true);
  });
});
