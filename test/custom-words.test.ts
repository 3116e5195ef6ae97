import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from './harness.ts';

const { admin } = await appForFile();
const path = '/api/sales/contacts';
await admin.create(`/api/data/models${path.slice(4)}/fields`, { key: 'remarks', type: 'longText', searchable: true });

describe('words of a custom field', () => {
  // A word of PostgreSQL's text search has at most 2,046 bytes, and each word here is stored behind 12 digits of its field.
  for (const length of [2033, 2034, 2035, 2040, 2046, 2047, 5000]) {
    it(`may have ${length} letters, and those beside it are found`, async () => {
      const remarks = `${'a'.repeat(length)} beside${length}`;
      const { _id } = await admin.create(path, { lastName: 'Long', remarks });
      const { body } = await admin.get(`${path}?q=beside${length}&fields=remarks`);
      assert.deepEqual(body.data, [{ _id, remarks }]);
    });
  }
});
