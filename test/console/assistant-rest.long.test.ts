import assert from 'node:assert/strict';
import { FakeProvider } from '../ai/fake-provider.ts';
import { connectMcp } from '../ai/mcp-client.ts';
import { eventually } from '../eventually.ts';
import { appForFile } from '../harness.ts';
import { ask, openAssistant } from './assistant-panel.ts';
import { assertAccessible, journey, journeys } from './harness.ts';
import { settled } from './open-page.ts';

const provider = await FakeProvider.forFile();
const { url, admin, tenant, user } = await appForFile({ ...provider.env, AI_TIMEOUT: '20s' });
await admin.create('/api/ui/settings', { key: 'ai.openai', secretValue: 'sk-of-the-account' });
const permissions = ['sales:*', 'ai:write', 'ui:read', 'ui:write', 'communications:*'];

journeys('the assistant', () => {
  journey(url, 'answers by the language model that the person chose, also later', async ({ openConsole }) => {
    const person = await user({ permissions });
    const page = await openConsole({ as: person });
    const panel = await openAssistant(page);
    await panel.getByRole('button', { name: 'Language model: ' }).click();
    await page.getByRole('menuitemradio', { name: 'gpt-4o-mini', exact: true }).click();
    await panel.getByRole('button', { name: 'Language model: gpt-4o-mini' }).waitFor();
    provider.says({ text: 'By the small one.' });
    await ask(panel, 'Who are you?');
    assert.equal(provider.asked[0]?.body.model, 'gpt-4o-mini');
    // The choice is saved for the person in the background.
    await eventually(async () => {
      const { preferences } = (await person.get('/api/identity/me')).body.user;
      assert.equal(preferences.aiModel, 'gpt-4o-mini');
    });
    await page.reload();
    await settled(page);
    await panel.getByRole('button', { name: 'Language model: gpt-4o-mini' }).waitFor();
  });

  journey(url, 'offers undo in a conversation that is opened again', async ({ openConsole }) => {
    const person = await user({ permissions });
    const page = await openConsole({ as: person });
    const panel = await openAssistant(page);
    provider.says({ calls: [{ name: 'createTask', args: { title: 'Call Ada' } }] }, { text: 'It is planned.' });
    await ask(panel, 'Plan a call');
    await panel.getByRole('button', { name: 'Undo the change' }).waitFor();
    await page.reload();
    await settled(page);
    await panel.getByText('It is planned.').waitFor();
    await panel.getByRole('button', { name: 'Undo the change' }).click();
    await panel.getByText('1 change was undone.').waitFor();
    assert.deepEqual((await person.get('/api/sales/tasks')).body.data, []);
  });

  journey(url, 'keeps what it changed when the answer then fails or is stopped', async ({ openConsole }) => {
    const person = await user({ permissions });
    const page = await openConsole({ as: person });
    const panel = await openAssistant(page);
    provider.says({ text: 'Hello to you.' });
    await ask(panel, 'Hello');
    const createTask = (title: string) => ({ calls: [{ name: 'createTask', args: { title } }] });
    provider.says(createTask('Call Ada'), { status: 400 });
    const failed = await ask(panel, 'Plan a call');
    await failed.getByRole('alert').waitFor();
    await failed.getByRole('button', { name: 'Undo the change' }).waitFor();

    provider.says(createTask('Call Bob'), { text: 'word '.repeat(50), waitMs: 500 });
    const input = panel.getByRole('textbox', { name: 'Ask or tell the assistant' });
    await input.fill('And another one');
    await input.press('Enter');
    await panel.getByText('word').first().waitFor();
    assert.ok(JSON.stringify(provider.asked[0]?.body).includes('Call Ada'), 'the model knows what it did before');
    await panel.getByRole('button', { name: 'Stop' }).click();
    await panel.getByText('Stopped. What was changed or proposed until then stays').first().waitFor();
    const messages = '/api/ai/aiMessages?filter[role]=tool';
    await eventually(async () => assert.equal((await person.get(messages)).body.data.length, 2));

    await page.reload();
    await settled(page);
    await panel.getByText('And another one').waitFor();
    assert.equal(await panel.getByRole('button', { name: 'Undo the change' }).count(), 2);
  });

  journey(url, 'goes on in a new conversation whose first answer is stopped or fails', async ({ openConsole }) => {
    const person = await user({ permissions });
    const page = await openConsole({ as: person });
    const panel = await openAssistant(page);
    const input = panel.getByRole('textbox', { name: 'Ask or tell the assistant' });
    const createTask = (title: string) => ({ calls: [{ name: 'createTask', args: { title } }] });
    const asked = () => JSON.stringify(provider.asked[0]?.body);
    const conversations = async () => (await person.get('/api/ai/aiConversations')).body.data;

    provider.says(createTask('Call Ada'), { text: 'word '.repeat(50), waitMs: 500 });
    await input.fill('Plan a call');
    await input.press('Enter');
    await panel.getByText('word').first().waitFor();
    await panel.getByRole('button', { name: 'Stop' }).click();
    await panel.getByText('Stopped. What was changed or proposed until then stays').first().waitFor();
    // Ask at once, while the server still stores the stopped answer.
    provider.says({ text: 'Ada will be called.' });
    await ask(panel, 'Did you?');
    assert.ok(asked().includes('Call Ada'), 'the model knows what it did');
    assert.equal((await conversations()).length, 1);
    await page.reload();
    await settled(page);
    await panel.getByText('Ada will be called.').waitFor();
    assert.equal(await panel.getByRole('button', { name: 'Undo the change' }).count(), 1);

    await panel.getByRole('button', { name: 'New conversation' }).click();
    provider.says(createTask('Call Bob'), { status: 400 });
    const failed = await ask(panel, 'Plan another one');
    await failed.getByRole('button', { name: 'Undo the change' }).waitFor();
    provider.says({ text: 'Bob will be called.' });
    await failed.getByRole('button', { name: 'Try again' }).click();
    await panel.getByRole('article', { name: 'Assistant' }).getByText('Bob will be called.').waitFor();
    assert.ok(asked().includes('Call Bob'));
    assert.equal((await conversations()).length, 2);

    // The failed question changed nothing, so it is not stored.
    await panel.getByRole('button', { name: 'New conversation' }).click();
    provider.says({ calls: [{ name: 'queryRecords', args: { model: 'tasks' } }] }, { status: 400 });
    await (await ask(panel, 'What is planned?')).getByRole('alert').waitFor();
    assert.equal((await conversations()).length, 2);
  });

  journey(url, 'says when the requests of the day are used up', async ({ openConsole, expectRefusal }) => {
    const owner = await tenant();
    await owner.create('/api/ui/settings', { key: 'ai.openai', secretValue: 'sk-of-another' });
    await owner.create('/api/ui/settings', { key: 'ai.limits', value: { userRequestsPerDay: 1 } });
    expectRefusal(429, /\/api\/ai\/chat\/stream/);
    const page = await openConsole({ as: owner });
    const panel = await openAssistant(page);
    provider.says({ text: 'The only answer.' });
    const first = await ask(panel, 'Hello');
    await first.getByText('The only answer.').waitFor();
    const second = await ask(panel, 'And again?');
    await second.getByRole('alert').filter({ hasText: 'The AI limit of today is used up.' }).waitFor();
    await assertAccessible(page);
    assert.equal(provider.asked.length, 1);
  });
});

journeys('what a program changes by MCP', () => {
  journey(url, 'has a badge in the timeline, and is undone on the page of its log', async ({ openConsole }) => {
    const { _id: id } = await admin.create('/api/sales/contacts', { lastName: 'By hand' });
    const program = await connectMcp(url, admin.token);
    const changes = { lastName: 'By a program' };
    const { completionId } = await program.call('updateRecord', { model: 'contacts', id, changes });
    await program.close();
    const page = await openConsole({ as: admin, at: `/m/sales/contacts/${id}?tab=timeline` });
    const entry = page.getByRole('listitem').filter({ hasText: 'with AI (connected program)' });
    await entry.getByText('By a program').first().waitFor();
    assert.equal(await entry.count(), 1, 'what the person did has none');

    await page.goto(`/app/m/ai/aiCompletionLogs/${completionId}`);
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await page.getByText('1 change was undone.').waitFor();
    assert.equal((await admin.get(`/api/sales/contacts/${id}`)).body.lastName, 'By hand');
    await assertAccessible(page);
  });
});
