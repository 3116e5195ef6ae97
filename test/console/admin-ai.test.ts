import assert from 'node:assert/strict';
import { FakeProvider } from '../ai/fake-provider.ts';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { journey, journeys } from './harness.ts';

const provider = await FakeProvider.forFile();
const { url, admin } = await appForFile(provider.env);

const settings = async (): Promise<Record<string, Json>> => {
  const { body } = await admin.get('/api/ui/settings?filter[category]=ai&limit=50');
  return Object.fromEntries(body.data.map((setting: Json) => [setting.key, setting]));
};

journeys('the administration of AI', () => {
  journey(url, 'takes keys, models, tools and limits, and refuses what makes no sense', async (journey) => {
    journey.expectRefusal(422, /^\/api\/ui\/settings$/);
    const page = await journey.openConsole({ as: admin, at: '/admin/ai' });
    const openai = page.getByRole('listitem', { name: 'OpenAI' });
    await openai.getByText('Not set').waitFor();
    await openai.getByRole('button', { name: 'Add key' }).click();
    await page.getByLabel('Key for OpenAI', { exact: true }).fill('sk-secret-0815');
    await openai.getByRole('button', { name: 'Save' }).click();
    await openai.getByText('Set', { exact: true }).waitFor();
    await page.getByLabel('Key for OpenAI', { exact: true }).waitFor({ state: 'hidden' });
    assert.ok(!(await page.content()).includes('sk-secret-0815'), 'the key is not shown again');
    assert.deepEqual((await settings())['ai.openai'].secretValue, { set: true });

    const models = page.getByRole('form', { name: 'Models' });
    await models.getByRole('combobox', { name: 'Default model' }).fill('llama-3');
    await models.getByRole('button', { name: 'Save' }).click();
    await models.getByRole('alert').filter({ hasText: 'ai.defaultModel' }).waitFor();
    await models.getByRole('combobox', { name: 'Default model' }).fill('gpt-4o');
    await models.getByRole('combobox', { name: 'Second model' }).fill('claude-sonnet-4-5');
    await models.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Settings saved').last().waitFor();
    await models.getByRole('button', { name: 'Save', disabled: true }).waitFor();

    const tools = page.getByRole('form', { name: 'Tools and changes' });
    await tools.getByRole('switch', { name: 'Change records' }).uncheck();
    await tools.getByRole('switch', { name: 'Delete without approval' }).check();
    await tools.getByRole('combobox', { name: 'Never records of these models' }).fill('Leads');
    await page.getByRole('option', { name: 'Leads', exact: true }).click();
    await page.keyboard.press('Escape');
    await tools.getByRole('combobox', { name: 'Changes are made' }).click();
    await page.getByRole('option', { name: 'Only after the person approves' }).click();
    await tools.getByRole('button', { name: 'Save' }).click();
    await tools.getByRole('button', { name: 'Save', disabled: true }).waitFor();

    const limits = page.getByRole('form', { name: 'Limits' });
    await limits.getByRole('textbox', { name: 'Requests a day', exact: true }).fill('1000');
    await limits.getByRole('combobox', { name: 'Allowed models' }).fill('gpt-*');
    await page.keyboard.press('Enter');
    await limits.getByRole('button', { name: 'Save' }).click();
    await limits.getByRole('button', { name: 'Save', disabled: true }).waitFor();

    const logs = page.getByRole('form', { name: 'Logs' });
    await logs.getByRole('radio', { name: 'Are kept for some days' }).check();
    await logs.getByRole('button', { name: 'Save' }).click();
    await logs.getByRole('button', { name: 'Save', disabled: true }).waitFor();

    // The button is also disabled while the settings are saved.
    await eventually(async () => {
      const saved = await settings();
      const value = (key: string) => saved[key].value;
      assert.equal(value('ai.defaultModel'), 'gpt-4o');
      assert.equal(value('ai.failover'), 'claude-sonnet-4-5');
      assert.equal(value('ai.approval'), 'writes');
      assert.deepEqual(value('ai.tools'), {
        disabled: ['updateRecord'],
        allow: ['deleteRecord'],
        hiddenModels: ['sales.leads'],
      });
      assert.deepEqual(value('ai.limits'), { requestsPerDay: 1000, models: ['gpt-*'] });
      assert.deepEqual(value('ai.keepContent'), { days: 30 });
    });

    await openai.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await openai.getByText('Not set').waitFor();
    await eventually(async () => assert.notEqual((await settings())['ai.openai'].secretValue?.set, true));
  });

  journey(url, 'shows use and cost by day, model and person, and leads to the logs', async ({ openConsole }) => {
    const key = (await settings())['ai.openai'];
    await admin.patch(`/api/ui/settings/${key._id}`, { secretValue: 'sk-again' });
    provider.says({ text: 'Hello' });
    const messages = [{ role: 'user', content: 'Hello' }];
    const asked = await admin.post('/api/ai/text-completion/complete', { model: 'gpt-4o', messages });
    assert.equal(asked.status, 200, asked.text);
    const page = await openConsole({ as: admin, at: '/admin/ai-usage' });
    const models = page.getByRole('table', { name: 'By model' });
    await models.getByRole('row').filter({ hasText: 'gpt-4o' }).waitFor();
    await page.getByRole('img', { name: 'By day' }).waitFor();
    const people = page.getByRole('table', { name: 'By person' });
    assert.equal(await people.getByRole('row').count(), 2);
    await page.getByRole('link', { name: 'Logs' }).click();
    await page.getByRole('heading', { level: 1, name: 'AI completion logs' }).waitFor();
    await page.getByText('gpt-4o').first().waitFor();
  });
});
