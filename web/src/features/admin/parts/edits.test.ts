import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isEdited, noEdits, versionToSave, withEdit } from './edits.ts';

interface Values {
  readonly name: string;
  readonly events: readonly string[];
}

const stored: Values = { name: 'Shop', events: ['a'] };
const none = noEdits<Values>();

test('what is typed is saved on the newest version, when others changed something else', () => {
  const edits = withEdit(none, { name: 'Warehouse' }, stored, 3);
  assert.equal(isEdited(edits, stored), true);
  assert.equal(versionToSave(edits, stored, 3), 3);
  assert.equal(versionToSave(edits, { ...stored, events: ['a', 'b'] }, 5), 5);
});

test('it is saved on the old version, which is refused, when others changed the same', () => {
  const first = withEdit(none, { name: 'Warehouse' }, stored, 3);
  const later = withEdit(first, { name: 'Warehouse 2' }, { ...stored, name: 'Store' }, 4);
  assert.equal(versionToSave(later, { ...stored, name: 'Store' }, 4), 3);
});

test('what was typed and taken back is no change', () => {
  const edits = withEdit(withEdit(none, { events: [] }, stored, 3), { events: ['a'] }, stored, 3);
  assert.equal(isEdited(edits, stored), false);
  assert.equal(isEdited(none, stored), false);
});
