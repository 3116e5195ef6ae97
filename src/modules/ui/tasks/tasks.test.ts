import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { addDays, todayIn } from '#lib/days.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';

const { tenant, user } = await appForFile();
const path = '/api/ui/tasks';
const today = todayIn('UTC');

const titles = async (by: Client, query = ''): Promise<Json[]> => {
  const { status, body, text } = await by.get(`${path}${query}`);
  assert.equal(status, 200, text);
  return body.data.map(({ title }: Json) => title);
};

describe('the tasks of a user', () => {
  it('are the open ones of every task model, by due date, with the record they are about', async () => {
    const by = await tenant();
    const mine = { assignedUserId: by.userId };
    const contact = await by.create('/api/sales/contacts', { lastName: 'Lovelace' });
    const article = await by.create('/api/sales/accounts', { name: 'Engines' });
    await by.create('/api/sales/tasks', { ...mine, title: 'Undated' });
    await by.create('/api/sales/contactTasks', {
      ...mine,
      title: 'Late',
      dueDate: addDays(today, -2),
      contactId: contact._id,
    });
    await by.create('/api/sales/tasks', { ...mine, title: 'Now', dueDate: today, accountId: article._id });
    await by.create('/api/sales/tasks', { ...mine, title: 'Soon', dueDate: addDays(today, 6) });
    await by.create('/api/sales/tasks', { ...mine, title: 'Later', dueDate: addDays(today, 7) });
    await by.create('/api/sales/tasks', { ...mine, title: 'Done', status: 'done', dueDate: today });
    await by.create('/api/sales/tasks', { ...mine, title: 'Cancelled', status: 'cancelled', dueDate: today });
    await by.create('/api/sales/tasks', { title: 'Of nobody', dueDate: today });
    assert.deepEqual(await titles(by), ['Late', 'Now', 'Soon', 'Later', 'Undated']);
    assert.deepEqual(await titles(by, '?due=all'), ['Late', 'Now', 'Soon', 'Later', 'Undated']);
    assert.deepEqual(await titles(by, '?due=overdue'), ['Late']);
    assert.deepEqual(await titles(by, '?due=today'), ['Now']);
    assert.deepEqual(await titles(by, '?due=week'), ['Now', 'Soon']);
    const { body } = await by.get(`${path}?limit=2`);
    const [late, now] = body.data;
    assert.partialDeepStrictEqual(late, {
      modelKey: 'contactTask',
      dueDate: addDays(today, -2),
      status: 'open',
      parent: { modelKey: 'contact', _id: contact._id, name: 'Lovelace' },
    });
    assert.partialDeepStrictEqual(now, { modelKey: 'task', parent: { modelKey: 'account', name: 'Engines' } });
    assert.equal(body.meta.total, 5);
    // A finished task leaves the list.
    await by.patch(`/api/sales/contactTasks/${late._id}`, { status: 'done' });
    assert.deepEqual(await titles(by, '?due=overdue'), []);
  });

  it('are listed once each over pages of any size', async () => {
    const by = await tenant();
    const contact = await by.create('/api/sales/contacts', { lastName: 'Lovelace' });
    for (let n = 0; n < 9; n += 1) {
      const dueDate = n % 3 === 0 ? null : addDays(today, n % 2);
      const task = { title: `Task ${n}`, dueDate, assignedUserId: by.userId };
      if (n % 2 === 0) await by.create('/api/sales/tasks', task);
      else await by.create('/api/sales/contactTasks', { ...task, contactId: contact._id });
    }
    const whole = await titles(by);
    assert.equal(whole.length, 9);
    for (const limit of [1, 2, 4]) {
      const all: Json[] = [];
      let cursor: string | null = '';
      while (cursor !== null) {
        const { body }: Json = await by.get(`${path}?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
        all.push(...body.data.map(({ title }: Json) => title));
        cursor = body.meta.nextCursor;
      }
      assert.deepEqual(all, whole);
    }
  });

  it('are due by the day of the company', async () => {
    const by = await tenant();
    await by.create('/api/sales/tasks', {
      title: 'Today',
      dueDate: todayIn('Pacific/Kiritimati'),
      assignedUserId: by.userId,
    });
    await by.patch('/api/identity/account', { settings: { timeZone: 'Pacific/Kiritimati' } });
    assert.deepEqual(await titles(by, '?due=today'), ['Today']);
    await by.patch('/api/identity/account', { settings: { timeZone: 'Pacific/Midway' } });
    assert.deepEqual(await titles(by, '?due=today'), []);
    assert.deepEqual(await titles(by, '?due=today&tz=Pacific/Kiritimati'), ['Today']);
  });

  it('are those that the caller may read, without names of records that the caller may not read', async () => {
    const by = await tenant();
    const contact = await by.create('/api/sales/contacts', { lastName: 'Secret' });
    const reader = await user({ permissions: ['sales:read:own'] }, by);
    const task = { title: 'Mine', assignedUserId: reader.userId, contactId: contact._id };
    await by.create('/api/sales/tasks', { ...task, ownerId: reader.userId });
    await by.create('/api/sales/tasks', { ...task, title: 'Owned by another' });
    const { body } = await reader.get(path);
    assert.deepEqual(
      body.data.map(({ title }: Json) => title),
      ['Mine'],
    );
    assert.equal(body.data[0].parent.name, null);
    assert.deepEqual(await titles(await user({ permissions: ['support:read'] }, by)), []);
  });

  it('refuses what it does not know', async () => {
    const by = await tenant();
    for (const query of ['?due=never', '?cursor=x', '?limit=0', '?tz=Mars', '?page=2'])
      assert.ok([400, 422].includes((await by.get(`${path}${query}`)).status), query);
  });
});
