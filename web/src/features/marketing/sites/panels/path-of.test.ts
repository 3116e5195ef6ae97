import assert from 'node:assert/strict';
import { it } from 'node:test';
import { pathOf } from './path-of.ts';

it('makes the path of a page from its name and its parent', () => {
  assert.equal(pathOf('About us', null), '/about-us');
  assert.equal(pathOf('Größe & Maße', '/products/'), '/products/grosse-masse');
  assert.equal(pathOf('Team', '/'), '/team');
  assert.equal(pathOf('', null), '/');
});
