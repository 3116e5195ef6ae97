import type { Client, Json } from './harness.ts';

export const dealPath = '/api/sales/opportunities';

/** Sorted by code point: digits, capitals, small letters. */
export const dealNames = ['100% sure_', 'Alpha', 'Gamma', 'beta'];

/** Four opportunities and two accounts that differ in every field that the tests filter by. */
export async function loadDeals(client: Client): Promise<{ alpha: Json; acme: Json; globex: Json }> {
  const acme = await client.create('/api/sales/accounts', { name: 'Acme Corp', email: 'Info@Acme.com', tags: ['key'] });
  const globex = await client.create('/api/sales/accounts', { name: 'Globex' });
  const alpha = await client.create(dealPath, {
    name: 'Alpha',
    value: 100,
    stage: 'won',
    closeDate: '2026-01-15',
    stageChangedAt: '2026-01-15T10:00:00.000Z',
    accountId: acme._id,
    tags: ['red', 'blue'],
    nextStep: 'Call Ann',
  });
  await client.create(dealPath, {
    name: 'beta',
    value: 250.5,
    stage: 'lost',
    closeDate: '2026-02-01',
    stageChangedAt: '2026-01-16T00:00:00.000Z',
    accountId: globex._id,
    tags: ['red'],
    nextStep: 'call bob',
  });
  await client.create(dealPath, { name: 'Gamma', value: -5, stage: 'Won', tags: [], nextStep: '' });
  await client.create(dealPath, { name: '100% sure_', stage: 'a,b', nextStep: 'C:\\temp' });
  return { alpha, acme, globex };
}
