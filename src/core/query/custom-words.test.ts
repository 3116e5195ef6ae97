import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile } from '#test/harness.ts';

const { admin } = await appForFile();
const path = '/api/sales/contacts';
await admin.create(`/api/data/models${path.slice(4)}/fields`, { key: 'remarks', type: 'longText', searchable: true });

describe('a word in a custom field', () => {
  // A lexeme of PostgreSQL has at most 2,046 bytes, and each word is stored with a prefix of 12 digits of its field id.
  for (const length of [2033, 2034, 2035, 2040, 2046, 2047, 5000]) {
    it(`may have ${length} letters, and the words next to it are found`, async () => {
      const remarks = `${'a'.repeat(length)} beside${length}`;
      const { _id } = await admin.create(path, { lastName: 'Long', remarks });
      const { body } = await admin.get(`${path}?q=beside${length}&fields=remarks`);
      assert.deepEqual(body.data, [{ _id, remarks }]);
    });
  }
});
