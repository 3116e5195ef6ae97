import assert from 'node:assert/strict';
import { FakeProvider } from '../ai/fake-provider.ts';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, journey, journeys } from './harness.ts';

const provider = await FakeProvider.forFile();
const { url, admin, user } = await appForFile({ ...provider.env, AI_TIMEOUT: '20s' });
await admin.create('/api/ui/settings', { key: 'ai.openai', secretValue: 'sk-of-the-account' });

const workflows = '/api/marketing/workflows';
const permissions = ['sales:*', 'marketing:*', 'ai:write', 'ui:read', 'communications:*'];
const draft = {
  name: 'Welcome',
  modelKey: 'contacts',
  trigger: 'recordCreated',
  triggerConfig: { filter: { email: { null: false } } },
  sendWindow: { weekdays: [1], from: '09:00', to: '17:00', tz: 'contact' },
  steps: [
    { key: 'mail', type: 'sendEmail', config: { subject: 'Welcome to us', text: 'Good to have you here.' } },
    { key: 'pause', name: 'Give them time', type: 'wait', config: { for: '3d' } },
    { key: 'call', type: 'createTask', config: { title: 'Call the contact', dueIn: '1d' } },
  ],
};
const proposes = (args: Json) =>
  provider.says({ calls: [{ name: 'draftWorkflow', args }] }, { text: 'Please look at the draft.' });

journeys('the assistant and workflows', () => {
  journey(url, 'writes a workflow from a description, as a draft that a person approves', async ({ openConsole }) => {
    const person = await user({ permissions });
    const page = await openConsole({ as: person, at: '/m/marketing/workflows' });
    await page.getByRole('button', { name: 'Describe it' }).click();
    const panel = page.getByRole('region', { name: 'Assistant' });
    const input = panel.getByRole('textbox', { name: 'Ask or tell the assistant' });
    await eventually(async () => assert.equal(await input.inputValue(), 'Write a workflow that '));
    await page.keyboard.type('welcomes new contacts');
    proposes(draft);
    await input.press('Enter');
    await panel.getByText('Proposes a workflow').waitFor();
    assert.ok(JSON.stringify(provider.asked[0]?.body).includes('Write a workflow that welcomes new contacts'));
    const steps = panel.getByRole('list', { name: 'Steps of the workflow' }).getByRole('listitem');
    const shown = async () => (await steps.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    await eventually(async () => {
      const [mail, pause, call] = await shown();
      assert.match(mail ?? '', /^Send a mail Welcome to us Text Good to have you here\.$/);
      assert.match(pause ?? '', /^Give them time Wait 3 days$/);
      assert.match(call ?? '', /^Create a task Call the contact/);
    });
    await panel.getByText('It becomes a draft. Nothing runs until somebody activates it.').waitFor();
    await panel.getByText('Monday · 09:00 – 17:00').or(panel.getByText('Mon · 09:00 – 17:00')).waitFor();
    await assertAccessible(page);
    assert.deepEqual((await person.get(workflows)).body.data, []);
    await panel.getByRole('button', { name: 'Approve' }).click();
    await panel.getByText('Approved.').waitFor();
    const link = panel.getByRole('link', { name: 'Welcome' });
    const [saved] = (await person.get(workflows)).body.data;
    assert.deepEqual([saved.name, saved.status], ['Welcome', 'draft']);
    await link.click();
    await page.waitForURL(new RegExp(saved._id));
    await page.getByRole('button', { name: 'Activate' }).waitFor();
  });

  journey(url, 'fills an empty workflow', async ({ openConsole }) => {
    const person = await user({ permissions });
    const empty = await person.create(workflows, { name: 'Empty', modelKey: 'contacts', trigger: 'manual' });
    const page = await openConsole({ as: person, at: `/m/marketing/workflows/${empty._id}` });
    const main = page.getByRole('main');
    await main.getByRole('button', { name: 'Describe it' }).click();
    const panel = page.getByRole('region', { name: 'Assistant' });
    const input = panel.getByRole('textbox', { name: 'Ask or tell the assistant' });
    await eventually(async () => assert.equal(await input.inputValue(), 'Write this workflow: it should '));
    await panel.getByText('On the screen: Empty').waitFor();
    await page.keyboard.type('welcome contacts');
    proposes({ ...draft, workflowId: empty._id });
    await input.press('Enter');
    await panel.getByRole('button', { name: 'Reject' }).waitFor();
    assert.ok(JSON.stringify(provider.asked[0]?.body).includes(empty._id), 'the model knows the workflow');
    await panel.getByRole('button', { name: 'Approve' }).click();
    await panel.getByText('Approved.').waitFor();
    await main.getByText('Give them time').first().waitFor();
    await main.getByRole('button', { name: 'Describe it' }).waitFor({ state: 'hidden' });
    const { body } = await person.get(`${workflows}/${empty._id}`);
    assert.deepEqual([body.status, body.steps.length], ['draft', 3]);
  });
});
