import assert from 'node:assert/strict';
import { it } from 'node:test';
import { adminPassword } from '../cluster.ts';
import { eventually } from '../eventually.ts';
import type { Client, Json } from '../harness.ts';
import { Home } from '../process.ts';

const accounts = '/api/sales/accounts';
const deals = '/api/sales/opportunities';
const dealsOfRound = 30;

const total = {
  key: 'total',
  type: 'rollup',
  rollup: { model: 'sales.opportunities', by: 'accountId', function: 'sum', field: 'value' },
};

/** Creates deals until the process is gone. Returns the sum of the values that were answered. */
async function createUntilKilled(client: Client, accountId: string, kill: () => Promise<unknown>): Promise<number> {
  let sum = 0;
  let killed: Promise<unknown> | undefined;
  const writes = Array.from({ length: dealsOfRound }, async (_, n) => {
    const reply = await client.post(deals, { name: `D${n}`, value: 1, accountId }).catch(() => undefined);
    if (reply?.status === 201) sum += 1;
    // The last events are committed, and their changes of the account are not written yet.
    if (sum > dealsOfRound / 2) killed ??= kill();
  });
  await Promise.all(writes);
  await (killed ?? kill());
  return sum;
}

it('the events of a rollup arrive exactly when its value differs, although the process is killed again and again', async () => {
  await using home = await Home.prepared();
  let server = await home.start();
  let client = await server.signIn(adminPassword);
  await client.create('/api/data/models/sales/accounts/fields', total);
  const account = await client.create(accounts, { name: 'Acme' });
  let answered = 0;
  for (let round = 0; round < 3; round += 1) {
    answered += await createUntilKilled(client, account._id, () => server.stop('SIGKILL'));
    server = await home.start();
    client = await server.signIn(adminPassword);
  }
  const { body } = await client.get(`${accounts}/${account._id}`);
  const stored = (await client.get(`${deals}?limit=1&count=exact`)).body.meta.total;
  assert.equal(body.total, stored);
  assert.ok(stored >= answered, 'an answered write was lost');
  assert.equal(body.version, 1);
  await eventually(async () => {
    const history = (await client.get(`${accounts}/${account._id}/history?limit=200`)).body.data as Json[];
    const changes = history.filter(({ derived }) => derived).flatMap(({ changes }) => changes as Json[]);
    assert.equal(changes[0]?.after, stored);
    // Newest first: each change begins with the value that the one before it left.
    for (const [n, change] of changes.entries()) {
      assert.notEqual(change.before, change.after);
      assert.equal(change.before, changes[n + 1]?.after ?? 0);
    }
  });
});
