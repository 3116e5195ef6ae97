import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { eventually } from '#test/eventually.ts';
import { appForFile, type Json } from '#test/harness.ts';

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'atrium-sense-'));
after(() => rmSync(dataDir, { recursive: true, force: true }));
const { admin } = await appForFile({ DATA_DIR: dataDir });

const mail = '/api/communications';
const bulk = (body: Json, query = '') => admin.post(`${mail}/bulk-email/send${query}`, body);
const templateOf = (values: Json): Promise<Json> =>
  admin.create(`${mail}/emailTemplates`, { name: 'Letter', subject: 'S', html: '<p>Hi</p>', ...values });
const untilSent = (batchId: string): Promise<Json> =>
  eventually(async () => {
    const { body } = await admin.get(`${mail}/bulk-email/${batchId}`);
    assert.equal(body.status, 'sent', JSON.stringify(body));
    return body;
  });
const mailsOf = async (batchId: string): Promise<Json[]> =>
  (await admin.get(`${mail}/emails?filter[batchId]=${batchId}&sort=createdAt`)).body.data;
const captured = (id: string): string =>
  readFileSync(path.join(dataDir, 'mail', `${id}.eml`), 'utf8')
    .replaceAll('=\r\n', '')
    .replaceAll('=\n', '');
const missingOf = ({ body }: Json): string[] => body.error.details.map(({ field }: Json) => field).sort();
const companyIs = async (values: Json) => {
  const reply = await admin.patch('/api/identity/company', values);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const analytics = async (filter: string): Promise<Json> => (await admin.get(`${mail}/email-analytics?${filter}`)).body;

describe('the sender of a mail', () => {
  it('is the company of the account, and the account is that of the contact', async () => {
    await companyIs({ name: 'Kestrel Coffee', address: 'Hafenstraße 12\n20457 Hamburg' });
    const account = await admin.create('/api/sales/accounts', { name: 'Papertrail Analytics' });
    const contact = { lastName: 'Winter', firstName: 'Ada', email: 'ada@papertrail.example', accountId: account._id };
    await admin.create('/api/sales/contacts', contact);
    const { data: starters } = (await admin.get(`${mail}/email-template-starters`)).body;
    for (const { key, sampleData, description: _, ...starter } of starters) {
      const template = await templateOf(starter);
      const { contact: _contact, account: _account, user: _user, company: _company, ...variables } = sampleData;
      const { body, text } = await bulk({ recipients: [contact.email], templateId: template._id, variables });
      assert.ok(body.batchId, `${key}: ${text}`);
      await untilSent(body.batchId);
      const [sent] = await mailsOf(body.batchId);
      const eml = captured(sent?._id);
      assert.doesNotMatch(eml, /Papertrail/, `${key} is signed with the company of its recipient`);
      assert.match(eml, /Kestrel Coffee/, key);
    }
    const { body } = await bulk({
      recipients: [contact.email],
      subject: 'For {{ account.name }}',
      text: 'From {{ company.name }}, {{ company.address }}, {{ company.currency }}',
    });
    await untilSent(body.batchId);
    const [sent] = await mailsOf(body.batchId);
    assert.match(captured(sent?._id), /^Subject: For Papertrail Analytics$/m);
    assert.match(captured(sent?._id), /From Kestrel Coffee, Hafenstra.*USD/s);
  });

  it('is that of the settings in previews and tests too, and the sample only until there is one', async () => {
    const template = await templateOf({
      subject: 'From {{ company.name }}',
      sampleData: { company: { name: 'Sample' } },
    });
    const preview = async () => (await admin.post(`${mail}/email-templates/${template._id}/preview`, {})).body.subject;
    await companyIs({ name: null });
    assert.equal(await preview(), 'From Sample');
    await companyIs({ name: 'Kestrel Coffee' });
    assert.equal(await preview(), 'From Kestrel Coffee');
    const test = await admin.post(`${mail}/email-templates/${template._id}/test`, { to: 'me@example.com' });
    assert.equal(test.body.subject, '[Test] From Kestrel Coffee');
  });
});

describe('a mail without a subject', () => {
  const empty = { subject: '{{ headline }} \u200b', text: 'Hi' };

  it('is refused when it is for one person', async () => {
    const template = await templateOf({ subject: '{{ headline }}' });
    const to = 'one@example.com';
    const sendAt = new Date(Date.now() + 3_600_000).toISOString();
    const replies = [
      await admin.post(`${mail}/send-email`, { to, ...empty }),
      await admin.post(`${mail}/send-email`, { to, templateId: template._id }),
      await admin.post(`${mail}/email-scheduling/schedule`, { to, ...empty, sendAt }),
      await admin.post('/api/marketing/send-marketing-email', { to, ...empty }),
      await admin.post(`${mail}/email-templates/${template._id}/test`, { to }),
    ];
    for (const reply of replies) {
      assert.equal(reply.status, 422, reply.text);
      assert.equal(reply.body.error.details[0].field, 'subject');
    }
  });

  it('fails in a batch, with the reason, and is never sent', async () => {
    const recipients = [{ email: 'with@example.com', variables: { headline: 'News' } }, 'without@example.com'];
    const { body, text } = await bulk({ ...empty, recipients, allowMissing: true });
    assert.ok(body.batchId, text);
    const state = await untilSent(body.batchId);
    assert.deepEqual([state.sent, state.failed], [1, 1]);
    const [failed] = (await mailsOf(body.batchId)).filter(({ status }) => status === 'failed');
    assert.deepEqual(failed?.to, ['without@example.com']);
    assert.match(failed?.error, /subject is empty/i);
    assert.throws(() => captured(failed?._id), /ENOENT/);
  });
});

describe('a mailing with variables that nothing fills', () => {
  const letter = {
    subject: '{{ headline }}',
    html: '<p>{{ contact.firstName }} {{ contact.shoeSize }} {{ intro }}</p>',
  };

  it('is refused with their names, unless it may have empty places', async () => {
    const template = await templateOf(letter);
    const given = { recipients: ['x@example.com'], templateId: template._id };
    const refused = await bulk(given);
    assert.equal(refused.status, 422, refused.text);
    assert.equal(refused.body.error.code, 'template_incomplete');
    assert.deepEqual(missingOf(refused), ['contact.shoeSize', 'variables.headline', 'variables.intro']);
    const { meta } = (await admin.get(`${mail}/emailSnapshots?filter[templateId]=${template._id}`)).body;
    assert.equal(meta.total, 0);
    const some = await bulk({ ...given, variables: { headline: 'H', intro: 'I' } });
    assert.deepEqual(missingOf(some), ['contact.shoeSize']);
    const allowed = await bulk({ ...given, variables: { headline: 'H' }, allowMissing: true });
    assert.equal(allowed.status, 202, allowed.text);
  });

  it('is complete with defaults, conditions, variables of recipients and of members of a list', async () => {
    const careful = { subject: 'S', text: '{{ a | default: "x" }}{% if b %}{{ b }}{% endif %}' };
    assert.equal((await bulk({ recipients: ['y@example.com'], ...careful })).status, 202);
    const own = { email: 'z@example.com', variables: { code: '1' } };
    assert.equal((await bulk({ recipients: [own], subject: 'S', text: '{{ variables.code }}' })).status, 202);
    const list = await admin.create(`${mail}/emailLists`, { name: 'L' });
    const member = { emailListId: list._id, email: 'm@example.com', status: 'subscribed', variables: { code: '2' } };
    await admin.create(`${mail}/emailListMembers`, member);
    const toList = { emailListId: list._id, subject: 'S' };
    assert.equal((await bulk({ ...toList, text: '{{ code }}' })).status, 202);
    assert.deepEqual(missingOf(await bulk({ ...toList, text: '{{ code }} {{ other }}' })), ['variables.other']);
  });

  it('is refused when only some recipients give a variable, and names those who lack it', async () => {
    const some = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        email: `some${n}@example.com`,
        variables: n % 2 === 0 ? { code: n, event: { title: 'T' } } : { event: {} },
      }));
    const given = { subject: 'S', text: '{{ variables.code }} {{ event.title }} {{ contact.firstName }}' };
    const refused = await bulk({ ...given, recipients: some(10_000) });
    assert.equal(refused.status, 422, refused.text);
    assert.equal(refused.body.error.code, 'template_incomplete');
    assert.deepEqual(missingOf(refused), ['variables.code', 'variables.event.title']);
    for (const { message } of refused.body.error.details)
      assert.match(
        message,
        /5000 of 10000 recipients lack it: some1@example.com, some3@\S+, some5@example.com and others\.$/,
      );
    const one = await bulk({ ...given, recipients: some(2) });
    assert.match(one.body.error.details[0].message, /1 of 2 recipients lack it: some1@example.com\.$/);
    const shared = { code: 'shared', event: { title: 'shared' } };
    const emails = ['shared1@example.com', { email: 'shared2@example.com', variables: { code: 'own' } }];
    assert.equal((await bulk({ ...given, recipients: emails, variables: shared })).status, 202);
    assert.equal((await bulk({ ...given, recipients: some(2), allowMissing: true })).status, 202);
    const conditions = {
      subject: 'S',
      text: '{% if vip %}{{ gift }}{% else %}{{ offer }}{% endif %}{{ x | default: "" }}',
    };
    const kinds = [{ vip: true, gift: 'G' }, { offer: 'O' }, { vip: false, offer: 'O', x: 1 }];
    const recipients = kinds.map((variables, n) => ({ email: `kind${n}@example.com`, variables }));
    assert.equal((await bulk({ ...conditions, recipients })).status, 202);
  });

  it('is refused for a campaign, when it is sent and when it is launched', async () => {
    const template = await templateOf({ subject: '{{ headline }}' });
    const contact = await admin.create('/api/sales/contacts', { lastName: 'C', email: 'c@example.com' });
    const segment = { name: 'S', type: 'static', contactIds: [contact._id] };
    const { _id: segmentId } = await admin.create('/api/marketing/segments', segment);
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'C', segmentIds: [segmentId] });
    const sent = await admin.post(`${mail}/campaign-email/send`, {
      campaignId: campaign._id,
      templateId: template._id,
    });
    assert.deepEqual([sent.status, missingOf(sent)], [422, ['variables.headline']]);
    const channel = await admin.create('/api/marketing/campaignChannelEmails', {
      campaignId: campaign._id,
      templateId: template._id,
    });
    const launch = (body: Json = {}) => admin.post(`/api/marketing/campaigns/${campaign._id}/launch`, body);
    const refused = await launch();
    assert.deepEqual([refused.status, refused.body.error.code], [422, 'template_incomplete'], refused.text);
    assert.equal((await admin.get(`/api/marketing/campaigns/${campaign._id}`)).body.status, 'draft');
    const variables = { headline: 'Spring is here' };
    await admin.patch(`/api/marketing/campaignChannelEmails/${channel._id}`, { variables });
    assert.equal((await launch()).status, 202);
    await eventually(async () => {
      const { data } = (await admin.get(`${mail}/emails?filter[campaignId]=${campaign._id}`)).body;
      assert.deepEqual(
        data.map(({ subject, status }: Json) => `${subject} ${status}`),
        ['Spring is here sent'],
      );
    });
    const counted = { recipientCount: 1, sentCount: 1, deliveredCount: 1 };
    await eventually(async () => {
      assert.partialDeepStrictEqual(
        (await admin.get(`/api/marketing/campaignChannelEmails/${channel._id}`)).body,
        counted,
      );
      assert.partialDeepStrictEqual((await admin.get(`/api/marketing/campaigns/${campaign._id}`)).body, counted);
    });
  });

  it('of text messages is refused when the campaign is launched', async () => {
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'C' });
    const message = 'Hi {{ firstName }}, {{ offer }}';
    await admin.create('/api/marketing/campaignChannelSms', { campaignId: campaign._id, name: 'SMS', message });
    const reply = await admin.post(`/api/marketing/campaigns/${campaign._id}/launch`, {});
    assert.deepEqual([reply.status, reply.body.error.code], [422, 'template_incomplete'], reply.text);
    assert.match(reply.body.error.message, /offer/);
  });
});

describe('a segment of accounts', () => {
  it('addresses nobody: 409 wherever contacts are addressed', async () => {
    await admin.create('/api/sales/contacts', { lastName: 'Same status', email: 's@example.com', status: 'active' });
    const segment = await admin.create('/api/marketing/segments', {
      name: 'Active accounts',
      modelKey: 'accounts',
      definition: { status: 'active' },
    });
    const contacts = await admin.create('/api/marketing/segments', { name: 'All', definition: { status: 'active' } });
    const list = await admin.create(`${mail}/emailLists`, { name: 'By segment', segmentId: segment._id });
    const letter = { subject: 'S', text: 'T' };
    const campaignOf = (segmentIds: string[], more: Json = {}) =>
      admin.create('/api/marketing/campaigns', { name: 'C', segmentIds, ...more });
    const launched = async (slug: string, values: Json, segmentIds: string[] = []) => {
      const campaign = await campaignOf(segmentIds);
      await admin.create(`/api/marketing/${slug}`, { campaignId: campaign._id, name: 'C', ...values });
      return admin.post(`/api/marketing/campaigns/${campaign._id}/launch`, {});
    };
    const segmentIds = [segment._id];
    const replies = {
      bulk: await bulk({ segmentId: segment._id, ...letter }),
      list: await bulk({ emailListId: list._id, ...letter }),
      campaign: await admin.post(`${mail}/campaign-email/send`, {
        campaignId: (await campaignOf(segmentIds))._id,
        ...letter,
      }),
      excluded: await admin.post(`${mail}/campaign-email/send`, {
        campaignId: (await campaignOf([contacts._id], { excludedSegmentIds: segmentIds }))._id,
        ...letter,
      }),
      launch: await launched('campaignChannelEmails', letter, segmentIds),
      launchOfChannel: await launched('campaignChannelEmails', { ...letter, segmentIds }),
      sms: await launched('campaignChannelSms', { message: 'Hi', segmentIds }),
    };
    for (const [name, reply] of Object.entries(replies))
      assert.deepEqual([name, reply.status, reply.body.error?.code], [name, 409, 'segment_model_mismatch']);
  });
});

describe('the numbers of a mailing', () => {
  it('are the same in its view, its record, its campaign and the statistics', async () => {
    const ids: string[] = [];
    for (const n of [1, 2, 3])
      ids.push((await admin.create('/api/sales/contacts', { lastName: 'N', email: `n${n}@example.com` }))._id);
    const segment = await admin.create('/api/marketing/segments', { name: 'N', type: 'static', contactIds: ids });
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'N', segmentIds: [segment._id] });
    const letter = { subject: '{{ headline }}', text: 'T', variables: { headline: 'One truth' } };
    const { body } = await admin.post(`${mail}/campaign-email/send`, { campaignId: campaign._id, ...letter });
    const state = await untilSent(body.batchId);
    assert.deepEqual([state.accepted, state.sent, state.delivered], [3, 3, 3]);
    const one = { to: 'single@example.com', subject: 'S', text: 'T', campaignId: campaign._id };
    assert.equal((await admin.post('/api/marketing/send-marketing-email', one)).status, 202);
    const more = await bulk({ recipients: ['b@example.com'], subject: 'S', text: 'T', campaignId: campaign._id });
    assert.equal(more.status, 202, more.text);
    await eventually(async () => {
      const ofCampaign = await analytics(`filter[campaignId]=${campaign._id}`);
      assert.deepEqual([ofCampaign.sent, ofCampaign.delivered], [5, 5]);
      assert.partialDeepStrictEqual((await admin.get(`/api/marketing/campaigns/${campaign._id}`)).body, {
        recipientCount: 5,
        sentCount: 5,
        deliveredCount: 5,
      });
      const snapshot = (await admin.get(`${mail}/emailSnapshots/${body.batchId}`)).body;
      assert.partialDeepStrictEqual(snapshot, { recipientCount: 3, sentCount: 3, deliveredCount: 3 });
      assert.equal(snapshot.subject, 'One truth');
    });
  });

  it('name a mailing by its subject, with a mark for what differs, or by its template', async () => {
    const titled = async (subject: string, variables: Json = {}) => {
      const template = await templateOf({ name: 'Spring letter', subject });
      const recipients = [{ email: 't@example.com', variables: { code: 'A1' } }];
      const { body, text } = await bulk({ recipients, templateId: template._id, variables });
      assert.ok(body.batchId, text);
      return (await admin.get(`${mail}/emailSnapshots/${body.batchId}`)).body.subject;
    };
    assert.equal(await titled('{{ headline }}', { headline: 'May' }), 'May');
    assert.equal(await titled('Hello {{ contact.firstName }}, use {{ code }}'), 'Hello …, use …');
    assert.equal(await titled('{{ code }}'), 'Spring letter');
  });
});
