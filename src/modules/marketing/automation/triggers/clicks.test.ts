import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { MailFacts } from '#test/mail-facts.ts';
import { MailPages } from '#test/mail-pages.ts';
import { until } from '#test/process.ts';
import { activeWorkflow, enroll, enrollmentsOf, hasStatus, isEnrolled, workflowsPath } from '#test/workflow-tools.ts';

const app = await appForFile();
const pages = new MailPages(app);
const price = 'https://Shop.example:443/price?plan=a#top';
const comparedPrice = 'https://shop.example/price?plan=a#top';
const tagging = [{ key: 'tag', type: 'addTag', config: { tag: 'wants a price' } }];

let tenants = 0;
const newTenant = (): Promise<Client> => {
  tenants += 1;
  return app.tenant(`clicks-${tenants}`);
};

/** A mail to a new contact, and what it takes to click links of it as a person. */
async function mailTo(by: Client, values: Json = {}) {
  const ada = await by.create('/api/sales/contacts', { lastName: 'Byron', email: 'ada@example.com' });
  const mail = await pages.mail({ contactId: ada._id, ...values }, by);
  return {
    ada,
    mail,
    async click(...urls: string[]): Promise<void> {
      for (const url of urls) {
        assert.equal((await pages.visit(mail.links.clickUrl(url))).status, 302);
        // Clicks on several links within two seconds are those of a program.
        await sleep(2100);
      }
    },
    record: async (): Promise<Json> => (await by.get(`/api/communications/emails/${mail.id}`)).body,
  };
}

const links = (record: () => Promise<Json>, count: number): Promise<Json> =>
  until(`${count} links`, async () => {
    const mail = await record();
    return mail.clickedLinks?.length === count && mail;
  });

describe('the trigger emailClicked', () => {
  it('with url starts at the first click on this link, also when another one was clicked before', async () => {
    const by = await newTenant();
    const trigger = { trigger: 'emailClicked', allowReenrollment: true };
    const any = await activeWorkflow(by, [], trigger);
    const named = await activeWorkflow(by, tagging, { ...trigger, triggerConfig: { url: comparedPrice } });
    const asEvent = await activeWorkflow(by, [], {
      trigger: 'event',
      triggerConfig: { type: 'email.clicked', url: comparedPrice },
      allowReenrollment: true,
    });
    const { ada, click, record } = await mailTo(by);
    await click('https://shop.example/other', price, price, 'https://shop.example/price?plan=b');
    const mail = await links(record, 3);
    assert.deepEqual(mail.clickedLinks, [
      'https://shop.example/other',
      comparedPrice,
      'https://shop.example/price?plan=b',
    ]);
    assert.equal(mail.clickCount, 4);
    for (const workflow of [any, named, asEvent]) {
      await hasStatus(by, await isEnrolled(by, workflow, ada), 'completed');
      assert.equal((await enrollmentsOf(by, workflow, ada)).length, 1);
    }
  });

  it('refuses a url that is none, and one of another trigger', async () => {
    const by = await newTenant();
    for (const [trigger, triggerConfig, field] of [
      ['emailClicked', { url: 'price' }, 'triggerConfig.url'],
      ['emailOpened', { url: price }, 'triggerConfig.url'],
      ['event', { type: 'email.opened', url: price }, 'triggerConfig.url'],
    ] as const) {
      const workflow = await by.create(workflowsPath, { name: 'W', modelKey: 'contacts', trigger, triggerConfig });
      const reply = await by.post(`${workflowsPath}/${workflow._id}/activate`, {});
      assert.equal(reply.status, 422, reply.text);
      assert.deepEqual(
        reply.body.error.details.map((detail: Json) => detail.field),
        [field],
      );
    }
  });
});

describe('a wait for email.clicked', () => {
  it('with url ends at the click on this link', async () => {
    const by = await newTenant();
    const steps = [
      { key: 'w', type: 'wait', config: { event: { type: 'email.clicked', url: price }, timeout: '1h' } },
      ...tagging,
    ];
    const workflow = await activeWorkflow(by, steps);
    const { ada, click, record } = await mailTo(by);
    const enrollment = await enroll(by, workflow, ada);
    await hasStatus(by, enrollment, 'waiting');
    await click('https://shop.example/other');
    await links(record, 1);
    await hasStatus(by, enrollment, 'waiting');
    await click(price);
    await hasStatus(by, enrollment, 'completed');
  });
});

describe('the links of a mail', () => {
  it('are at most fifty, without those that are too long, and are not written by users', async () => {
    const by = await newTenant();
    const { mail, record } = await mailTo(by);
    const reply = await by.patch(`/api/communications/emails/${mail.id}`, { clickedLinks: ['https://a.example/'] });
    assert.equal(reply.status, 422, reply.text);
    const facts = Array.from({ length: 60 }, (_, n) => `https://shop.example/${n}`);
    const written = new MailFacts(app, by);
    await written.record(
      [`https://shop.example/${'x'.repeat(2000)}`, ...facts].map((url) => written.click(mail.id, url)),
    );
    await written.counted();
    assert.equal((await record()).clickedLinks.length, 50);
    assert.equal((await record()).clickCount, 61);
  });
});
