import assert from 'node:assert/strict';
import { addDays, todayIn } from '#lib/days.ts';
import { appForFile, type Json } from '../harness.ts';
import { journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const read = async (path: string): Promise<Json> => (await admin.get(path)).body;

journeys('the start page', () => {
  journey(url, 'shows what waits for the person, and finishes a task by one click', async ({ openConsole }) => {
    // The day of the browser, which differs from that of UTC for an hour or two.
    const today = todayIn('Europe/Berlin');
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Lovelace' });
    const task = { assignedUserId: admin.userId, contactId: contact._id };
    await admin.create('/api/sales/contactTasks', { ...task, title: 'Send flowers', dueDate: addDays(today, -1) });
    const call = await admin.create('/api/sales/tasks', { ...task, title: 'Call back', dueDate: today });
    await admin.create('/api/sales/activities', {
      type: 'visit',
      subject: 'See the engine',
      startsAt: `${today}T12:00:00.000Z`,
      contactId: contact._id,
    });
    await admin.create('/api/sales/opportunities', { name: 'Engine no. 2', value: 1200, closeDate: addDays(today, 3) });
    await admin.create('/api/communications/conversations', {
      subject: 'Where is it?',
      assignedUserId: admin.userId,
      waitingSince: new Date().toISOString(),
    });
    await admin.create('/api/communications/conversations', { subject: 'Followed', followerIds: [admin.userId] });
    const page = await openConsole({ as: admin, at: '/' });
    const block = (name: string) => page.getByRole('region', { name });
    await block('My tasks').getByRole('link', { name: 'Send flowers' }).waitFor();
    await block('My tasks').getByRole('link', { name: 'Lovelace' }).first().waitFor();
    await block('Calls and meetings today').getByRole('link', { name: 'See the engine' }).waitFor();
    await block('Deals closing in the next 14 days').getByRole('link', { name: 'Engine no. 2' }).waitFor();
    await block('Conversations waiting for you').getByRole('link', { name: 'Where is it?' }).waitFor();
    await block('What I follow').getByRole('link', { name: 'Followed' }).waitFor();
    await page.getByRole('button', { name: 'Finish: Call back' }).click();
    await page.getByRole('alert').filter({ hasText: '“Call back” is done.' }).waitFor();
    await block('My tasks').getByRole('link', { name: 'Call back' }).waitFor({ state: 'detached' });
    const finished = await read(`/api/sales/tasks/${call._id}`);
    assert.equal(finished.status, 'done');
    assert.ok(finished.completedAt);
    await page.getByRole('button', { name: 'Undo' }).click();
    await block('My tasks').getByRole('link', { name: 'Call back' }).waitFor();
    await page.getByRole('link', { name: 'Show all: My tasks' }).click();
    await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor();
    await page.getByRole('radio', { name: 'Overdue' }).press('Space');
    await page.getByRole('link', { name: 'Call back' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Send flowers' }).waitFor();
  });

  journey(url, 'leads to a record where a call is logged, which the account shows too', async ({ openConsole }) => {
    const account = await admin.create('/api/sales/accounts', { name: 'Engines Ltd' });
    const contact = await admin.create('/api/sales/contacts', { lastName: 'Babbage', accountId: account._id });
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${contact._id}?tab=timeline` });
    await page.getByRole('button', { name: 'Log a call' }).click();
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('textbox', { name: 'Subject' }).fill('Asked for a price');
    await drawer.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Asked for a price' }).waitFor();
    const [call] = (await read(`/api/sales/activities?filter[contactId]=${contact._id}`)).data;
    assert.deepEqual([call.type, call.accountId], ['call', account._id]);
    await page.goto(`${url}/app/m/sales/accounts/${account._id}?tab=timeline`);
    await page.getByRole('tabpanel').getByRole('link', { name: 'Asked for a price' }).waitFor();
    await page.getByRole('tabpanel').getByRole('link', { name: 'Babbage' }).first().waitFor();
  });
});
