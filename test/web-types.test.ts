import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { actionTypes, actionTypesFile } from '../scripts/web-types.ts';

it('the types by which the console calls actions are those of the actions', async () => {
  const written = readFileSync(actionTypesFile, 'utf8');
  assert.ok(written === (await actionTypes()), 'they are not: run npm run web:types and commit what it writes');
});
