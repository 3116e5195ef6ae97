import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WebPage } from '../site.ts';
import { pageTests, resultsOf } from './page-tests.ts';

const page = (_id: string, more: Partial<WebPage> = {}) => ({ _id, variantOfId: null, weight: 1, ...more }) as WebPage;

test('a test is a page with its variants, and each has its share and its rate', () => {
  const pages = [
    page('b', { variantOfId: 'a', weight: 3 }),
    page('a'),
    page('plain'),
    page('lost', { variantOfId: 'gone' }),
  ];
  const tests = pageTests(pages);
  assert.deepEqual(
    tests.map(({ variants }) => variants.map(({ _id }) => _id)),
    [['a', 'b']],
  );
  const counted = [{ key: 'b', label: 'B', views: 30, visitors: 20, conversions: 5 }];
  const results = resultsOf(tests[0] as (typeof tests)[number], counted);
  assert.deepEqual(
    results.map(({ share, views, conversions, rate }) => [share, views, conversions, rate]),
    [
      [0.25, 0, 0, undefined],
      [0.75, 30, 5, 0.25],
    ],
  );
});
