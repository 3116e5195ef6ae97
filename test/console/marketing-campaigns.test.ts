import assert from 'node:assert/strict';
import { eventually } from '../eventually.ts';
import { appForFile, type Json } from '../harness.ts';
import { assertAccessible, assertFits, journey, journeys } from './harness.ts';

const { url, admin } = await appForFile();
const campaigns = '/api/marketing/campaigns';
const read = async (id: string): Promise<Json> => (await admin.get(`${campaigns}/${id}`)).body;
const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString();

const { _id: id } = await admin.create(campaigns, {
  name: 'Autumn roast',
  status: 'planned',
  startDate: day(0).slice(0, 10),
  budget: 1000,
  currency: 'EUR',
});
await admin.create('/api/marketing/campaignChannelAds', {
  campaignId: id,
  name: 'Poster at the station',
  budget: 400,
  actualCost: 250,
});
const { _id: contactId } = await admin.create('/api/sales/contacts', { firstName: 'Grace', lastName: 'Hopper' });
await admin.create('/api/marketing/campaignMembers', {
  campaignId: id,
  contactId,
  status: 'responded',
  source: 'form',
});

journeys('campaigns', () => {
  journey(url, 'show their channels, are launched, paused, resumed and completed', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/marketing/campaigns' });
    await page.getByRole('link', { name: 'Autumn roast' }).click();
    await page.getByRole('link', { name: 'Poster at the station' }).waitFor();
    await assertAccessible(page);
    const change = async (action: string, done: string, status: string) => {
      await page.getByRole('button', { name: action, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: action, exact: true }).click();
      await page.getByText(done).waitFor();
      await eventually(async () => assert.equal((await read(id)).status, status));
    };
    await change('Launch', 'The campaign is launched.', 'active');
    await page.getByText('Task for a person').waitFor();
    await change('Pause', 'The campaign is paused.', 'paused');
    await change('Resume', 'The campaign goes on.', 'active');
    await change('Complete', 'The campaign is completed.', 'completed');
    await page.getByRole('button', { name: 'Complete', exact: true }).waitFor({ state: 'detached' });
  });

  journey(url, 'ask for the values that their mails lack before they are launched', async (opened) => {
    const template = await admin.create('/api/communications/emailTemplates', {
      name: 'Offer',
      subject: '{{ headline }}',
      html: '<p>Hi</p>',
    });
    const segment = { name: 'Readers', type: 'static', contactIds: [contactId] };
    const { _id: segmentId } = await admin.create('/api/marketing/segments', segment);
    const { _id } = await admin.create(campaigns, { name: 'Winter', segmentIds: [segmentId] });
    const channel = { campaignId: _id, name: 'Letter', templateId: template._id };
    const { _id: channelId } = await admin.create('/api/marketing/campaignChannelEmails', channel);
    opened.expectRefusal(422, /\/launch$/);
    const page = await opened.openConsole({ as: admin, at: `/marketing/campaigns/${_id}` });
    await page.getByRole('button', { name: 'Launch', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Launch', exact: true }).click();
    const missing = page.getByRole('dialog', { name: 'Values are missing' });
    await missing.getByRole('textbox', { name: 'headline' }).fill('Snow');
    await missing.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('The campaign is launched.').waitFor();
    assert.equal((await read(_id)).status, 'active');
    const { variables } = (await admin.get(`/api/marketing/campaignChannelEmails/${channelId}`)).body;
    assert.deepEqual(variables, { headline: 'Snow' });
  });

  journey(url, 'show what they cost and brought, and who is in them', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: `/marketing/campaigns/${id}?tab=results` });
    await page.getByText('€250 of €1,000 spent · €750 left').waitFor();
    await page.getByRole('cell', { name: 'First touch' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByRole('link', { name: 'Grace Hopper' }).waitFor();
    await assertAccessible(page);
    await page.getByRole('tab', { name: 'Details' }).click();
    await page.getByRole('heading', { name: 'Tracking' }).waitFor();
    await assertAccessible(page);
  });

  journey(url, 'are in the calendar of everything that is planned', async ({ openConsole }) => {
    const page = await openConsole({ as: admin, at: '/marketing/calendar' });
    await page
      .getByRole('grid', { name: 'Calendar' })
      .getByRole('link', { name: /Autumn roast/ })
      .waitFor();
    await assertAccessible(page);
    await page.getByRole('button', { name: 'Previous month' }).click();
    await page.getByRole('button', { name: 'Today' }).click();
    await page.getByRole('link', { name: /Autumn roast/ }).click();
    await page.getByRole('heading', { level: 1, name: /Autumn roast/ }).waitFor();
    const phone = await openConsole({ as: admin, at: '/marketing/calendar', viewport: 'phone', language: 'de' });
    await phone.getByRole('link', { name: /Autumn roast/ }).waitFor();
    await assertFits(phone);
    await assertAccessible(phone);
  });
});
