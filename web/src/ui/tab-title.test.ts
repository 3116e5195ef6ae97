import assert from 'node:assert/strict';
import { it } from 'node:test';
import { tabTitle } from './tab-title.ts';

it('the title of a tab names the page, its area and the product', () => {
  assert.equal(tabTitle('Acme', 'Accounts'), 'Acme – Accounts · Atrium');
  assert.equal(tabTitle('Accounts', undefined), 'Accounts · Atrium');
  assert.equal(tabTitle('Administration', 'Administration'), 'Administration · Atrium');
  assert.equal(tabTitle(undefined, undefined), 'Atrium');
});
