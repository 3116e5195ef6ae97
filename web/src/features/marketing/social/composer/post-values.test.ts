import assert from 'node:assert/strict';
import { it } from 'node:test';
import { emptyValues, inputOf } from './post-values.ts';

it('sends the texts of the chosen platforms only', () => {
  const values = { ...emptyValues, content: 'Hello', variants: { x: 'Short', bluesky: ' ', mastodon: 'Long' } };
  assert.deepEqual(inputOf(values, ['x', 'bluesky']).variants, { x: 'Short' });
  assert.equal(inputOf(values, ['linkedin']).variants, null);
});

it('sends nothing in place of empty fields', () => {
  const { linkUrl, scheduledAt, campaignId, mediaIds } = inputOf({ ...emptyValues, linkUrl: ' ' }, []);
  assert.deepEqual([linkUrl, scheduledAt, campaignId, mediaIds], [null, null, null, []]);
});
