import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nobody, refused } from '#test/expect.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { MailFacts } from '#test/mail-facts.ts';
import type { Fact, FactKind } from '../facts/record-facts.ts';

const app = await appForFile();
const { admin } = app;
const facts = new MailFacts(app, admin);
const path = '/api/communications/email-analytics';

const analytics = async (query: string, by: Client = admin): Promise<Json> => {
  const reply = await by.get(`${path}${query}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const zero = {
  sent: 0,
  delivered: 0,
  opened: 0,
  uniqueOpens: 0,
  clicked: 0,
  uniqueClicks: 0,
  bounced: 0,
  complained: 0,
  unsubscribed: 0,
  failed: 0,
};
const noRates = { deliveryRate: 0, openRate: 0, clickRate: 0 };

const at = (day: number, hour = 12) => new Date(Date.UTC(2025, 2, day, hour));
const all = (ids: readonly string[], kind: FactKind, day: number): Fact[] =>
  ids.map((emailId) => ({ emailId, kind, at: at(day) }));

// 10 mails of a marketing campaign: 8 to one.example, 2 to two.example; 1 bounces, 3 have reports, 6 have none.
const marketing = await admin.create('/api/marketing/campaigns', { name: 'M' });
const campaign = await admin.create('/api/communications/campaigns', { name: 'C' });
const template = await admin.create('/api/communications/emailTemplates', { name: 'T' });
const snapshot = await admin.create('/api/communications/emailSnapshots', { subject: 'S' });
const tied = { campaignId: marketing._id, templateId: template._id };
const ones = await facts.mails(8, { ...tied, to: ['a@One.example'] });
const twos = await facts.mails(2, { ...tied, to: ['b@two.example', 'c@three.example'], emailSnapshotId: snapshot._id });
// 2 mails of a communications campaign, with the same template.
const others = await facts.mails(2, {
  communicationsCampaignId: campaign._id,
  templateId: template._id,
  to: ['d@one.example'],
});
const [a = '', b = '', c = ''] = ones;
const home = 'https://example.com/home?a=b';
const shop = `https://example.com/shop?${'x'.repeat(4000)}`;
await facts.record([
  ...all(ones, 'sent', 1),
  ...all(twos, 'sent', 2),
  ...all([a, b, c], 'delivered', 2),
  ...all([ones[7] as string], 'bounced', 3),
  ...all([a, b], 'firstOpened', 3),
  facts.open(a, at(3)),
  facts.open(a, at(4)),
  facts.open(b, at(3)),
  { ...facts.open(c, at(3)), kind: 'machineOpened' },
  facts.click(a, home, at(4)),
  facts.click(a, home, at(4)),
  facts.click(a, shop, at(4)),
  facts.click(b, home, at(5)),
  ...all([a, b], 'firstClicked', 4),
  ...all([a], 'unsubscribed', 5),
  ...all([b], 'complained', 5),
  ...all(others, 'failed', 9),
]);
const whole = {
  sent: 10,
  delivered: 9,
  opened: 3,
  uniqueOpens: 2,
  clicked: 4,
  uniqueClicks: 2,
  bounced: 1,
  complained: 1,
  unsubscribed: 1,
  failed: 0,
};
const rates = { deliveryRate: 0.9, openRate: 0.2222, clickRate: 0.2222 };

describe('the statistics of mails', () => {
  it('count what became of the mails of a campaign of either module, a mailing or a template', async () => {
    assert.deepEqual(await analytics(`?filter[campaignId]=${marketing._id}`), { ...whole, ...rates, groups: [] });
    assert.deepEqual(await analytics(`?filter[campaignId]=${marketing._id.toUpperCase()}`), {
      ...whole,
      ...rates,
      groups: [],
    });
    assert.deepEqual(await analytics(`?filter[campaignId]=${campaign._id}`), {
      ...zero,
      failed: 2,
      ...noRates,
      groups: [],
    });
    assert.deepEqual(await analytics(`?filter[batchId]=${snapshot._id}`), {
      ...zero,
      sent: 2,
      delivered: 2,
      ...noRates,
      deliveryRate: 1,
      groups: [],
    });
    const ofTemplate = { ...whole, failed: 2, ...rates, groups: [] };
    assert.deepEqual(await analytics(`?filter[templateId]=${template._id}`), ofTemplate);
    assert.deepEqual(await analytics(''), ofTemplate);
    const both = `?filter[templateId]=${template._id}&filter[campaignId]=${campaign._id}`;
    assert.equal((await analytics(both)).failed, 2);
    assert.deepEqual(await analytics(`?filter[campaignId]=${nobody}&groupBy=day`), { ...zero, ...noRates, groups: [] });
  });

  it('count what happened in a time, of which both ends are included', async () => {
    const of = async (query: string) => {
      const { groups: _, ...rest } = await analytics(`?filter[campaignId]=${marketing._id}&${query}`);
      return Object.fromEntries(Object.entries(rest).filter(([key, value]) => value !== 0 && !key.endsWith('Rate')));
    };
    // 4 of the 8 mails that were sent on the first day have neither a report nor a bounce.
    assert.deepEqual(await of('to=2025-03-01'), { sent: 8, delivered: 4 });
    assert.deepEqual(await of('from=2025-03-02&to=2025-03-02'), { sent: 2, delivered: 5 });
    assert.deepEqual(await of('from=2025-03-05'), { clicked: 1, complained: 1, unsubscribed: 1 });
    assert.deepEqual(await of('from=2025-03-05T13:00:00%2B01:00&to=2025-03-05T12:00:00Z'), {
      clicked: 1,
      complained: 1,
      unsubscribed: 1,
    });
    assert.deepEqual(await of('from=2025-03-05T12:00:00.001Z'), {});
    assert.deepEqual(
      await of('to=9999-12-31&from=0001-01-01'),
      Object.fromEntries(Object.entries(whole).filter(([, n]) => n > 0)),
    );
  });

  it('are grouped by day, by domain of the recipient, and by link', async () => {
    const days = await analytics(`?filter[campaignId]=${marketing._id}&groupBy=day`);
    assert.deepEqual(days, {
      ...whole,
      ...rates,
      groups: [
        { day: '2025-03-01', ...zero, sent: 8, delivered: 4 },
        { day: '2025-03-02', ...zero, sent: 2, delivered: 5 },
        { day: '2025-03-03', ...zero, bounced: 1, opened: 2, uniqueOpens: 2 },
        { day: '2025-03-04', ...zero, opened: 1, clicked: 3, uniqueClicks: 2 },
        { day: '2025-03-05', ...zero, clicked: 1, complained: 1, unsubscribed: 1 },
      ],
    });
    const domains = await analytics(`?filter[campaignId]=${marketing._id}&groupBy=domain`);
    assert.deepEqual(domains.groups, [
      { domain: 'one.example', ...whole, sent: 8, delivered: 7 },
      { domain: 'two.example', ...zero, sent: 2, delivered: 2 },
    ]);
    const links = await analytics(`?filter[campaignId]=${marketing._id}&groupBy=link`);
    assert.deepEqual(links, {
      ...whole,
      ...rates,
      groups: [
        { link: home, clicked: 3, uniqueClicks: 2 },
        { link: shop, clicked: 1, uniqueClicks: 1 },
      ],
    });
  });

  it('have at most a thousand groups, those with most mails', async () => {
    const other = await app.tenant();
    const theirs = new MailFacts(app, other);
    const operations = Array.from({ length: 1000 }, (_, n) => ({
      op: 'create',
      record: { to: [`x@d${n}.example`], status: 'sent' },
    }));
    const bulk = await other.post('/api/communications/emails/bulk?return=minimal', { operations });
    const ids = bulk.body.results.map(({ _id }: Json) => _id);
    ids.push(...(await theirs.mails(2, { to: ['x@most.example'] })), ...(await theirs.mails(1, { to: null })));
    await theirs.record(ids.map((emailId: string) => ({ emailId, kind: 'sent' })));
    const { groups, sent, delivered } = await analytics('?groupBy=domain', other);
    assert.deepEqual([sent, delivered, groups.length], [1003, 1003, 1000]);
    assert.deepEqual(groups[0], { domain: 'most.example', ...zero, sent: 2, delivered: 2 });
  });

  it('are those of the own tenant, and need communications:read for all records', async () => {
    const other = await app.tenant();
    assert.deepEqual(await analytics(`?filter[campaignId]=${marketing._id}&groupBy=link`, other), {
      ...zero,
      ...noRates,
      groups: [],
    });
    const reader = await app.user({ permissions: ['communications:read'] });
    assert.equal((await analytics('', reader)).sent, 10);
    for (const permissions of [['communications:read:own'], ['sales:*']]) {
      refused(await (await app.user({ permissions })).get(path), 403, 'forbidden', 'communications:read');
    }
    refused(await app.anonymous.get(path), 401, 'unauthenticated');
  });

  it('are refused with the name of a wrong parameter', async () => {
    const wrong: [string, string][] = [
      ['filter[campaignId]=abc', 'filter[campaignId]'],
      ['filter[batchId]=1', 'filter[batchId]'],
      ['filter[templateId]=', 'filter[templateId]'],
      ['filter[contactId]=1', 'filter[contactId]'],
      ['filter=x', 'filter'],
      ['from=yesterday', 'from'],
      ['from=2025-02-30', 'from'],
      ['to=2025-13-01', 'to'],
      ['to=2025-01-01T10:00', 'to'],
      ['from=2025-03-02&to=2025-03-01', 'to'],
      ['groupBy=week', 'groupBy'],
      ['groupBy=day,link', 'groupBy'],
      ['page=1', 'page'],
    ];
    for (const [query, field] of wrong) refused(await admin.get(`${path}?${query}`), 400, 'bad_request', field);
    const { body } = await admin.get(`${path}?groupBy=week`);
    assert.match(body.error.message, /day, link, domain/);
  });
});
