import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { testConfig } from '#test/cluster.ts';
import { types } from '#test/expect.ts';
import { scale } from '#test/faults/scale.ts';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { long } from '#test/long.ts';
import { MailFacts } from '#test/mail-facts.ts';
import { createApp } from '../../../../app.ts';
import type { Fact, FactKind } from './record-facts.ts';

const app = await appForFile();
const { admin, events, sql } = app;
const facts = new MailFacts(app, admin);

const path = (slug: string) => (slug.includes('/') ? `/api/${slug}` : `/api/communications/${slug}`);
const read = async (slug: string, id: string, by: Client = admin): Promise<Json> => {
  const reply = await by.get(`${path(slug)}/${id}`);
  assert.equal(reply.status, 200, reply.text);
  return reply.body;
};
const at = (seconds: number) => new Date(Date.UTC(2025, 4, 1, 12, 0, seconds));
const iso = (seconds: number) => at(seconds).toISOString();

/** A mailing with one mail for each recipient. */
async function mailing(count: number, values: Json = {}): Promise<{ snapshotId: string; ids: string[] }> {
  const { _id: snapshotId } = await admin.create(path('emailSnapshots'), { subject: 'Mailing', status: 'sending' });
  const ids = await facts.mails(count, { emailSnapshotId: snapshotId, ...values });
  const operations = ids.map((emailId, n) => ({
    op: 'create',
    record: { emailSnapshotId: snapshotId, emailId, email: `p${n}@example.com` },
  }));
  for (let n = 0; n < operations.length; n += 1000) {
    const reply = await admin.post(`${path('emailSnapshotContacts')}/bulk?return=minimal`, {
      operations: operations.slice(n, n + 1000),
    });
    assert.equal(reply.status, 200, reply.text);
  }
  return { snapshotId, ids };
}
const recipient = async (emailId: string): Promise<Json> =>
  (await admin.get(`${path('emailSnapshotContacts')}?filter[emailId]=${emailId}`)).body.data[0];

async function tell(list: readonly Fact[]): Promise<void> {
  await facts.record(list);
  await facts.counted();
}

describe('facts of a mail', () => {
  it('of every kind change the mail and its recipient, with ordinary events', async () => {
    const { ids } = await mailing(1);
    const [emailId = ''] = ids;
    await admin.patch(`${path('emails')}/${emailId}`, { status: 'sending' });
    const steps: [Fact[], Json, Json][] = [
      [[{ emailId, kind: 'sent', at: at(1) }], { status: 'sent', sentAt: iso(1) }, { status: 'sent', sentAt: iso(1) }],
      [
        [{ emailId, kind: 'delivered', at: at(2) }],
        { status: 'delivered', deliveredAt: iso(2) },
        { status: 'delivered', deliveredAt: iso(2) },
      ],
      [
        [facts.open(emailId, at(3)), { emailId, kind: 'firstOpened', at: at(3) }, facts.open(emailId, at(4))],
        { status: 'delivered', openedAt: iso(3), openCount: 2 },
        { status: 'opened', openedAt: iso(3), openCount: 2 },
      ],
      [
        [facts.click(emailId, 'https://a.example/', at(5)), { emailId, kind: 'firstClicked', at: at(5) }],
        { clickedAt: iso(5), clickCount: 1 },
        { status: 'clicked', clickedAt: iso(5), clickCount: 1 },
      ],
      [[facts.open(emailId, at(6))], { openCount: 3, openedAt: iso(3) }, { status: 'clicked', openCount: 3 }],
      [
        [{ emailId, kind: 'unsubscribed', at: at(7) }],
        { status: 'delivered', unsubscribedAt: iso(7) },
        { status: 'unsubscribed', unsubscribedAt: iso(7) },
      ],
      [
        [{ emailId, kind: 'complained', at: at(8) }],
        { status: 'delivered', complainedAt: iso(8) },
        { status: 'complained' },
      ],
    ];
    for (const [list, ofEmail, ofRecipient] of steps) {
      const before = await read('emails', emailId);
      await tell(list);
      const email = await read('emails', emailId);
      assert.partialDeepStrictEqual(email, ofEmail);
      assert.partialDeepStrictEqual(await recipient(emailId), ofRecipient);
      assert.equal(email.version, before.version + 1);
      const event = (await events(emailId)).at(-1);
      assert.equal(event?.type, 'email.updated');
      assert.deepEqual([event?.record, event?.previous, event?.actor_id], [email, before, null]);
    }
    const { _id } = await recipient(emailId);
    assert.deepEqual(new Set(types((await events(_id)).slice(1))), new Set(['emailSnapshotContact.updated']));
  });

  it('never move a status back, in whatever order they come', async () => {
    const { ids } = await mailing(4);
    const [a = '', b = '', c = '', d = ''] = ids;
    const kinds = (emailId: string, ...list: FactKind[]): Fact[] => list.map((kind) => ({ emailId, kind }));
    await tell(kinds(a, 'bounced'));
    await tell([...kinds(a, 'delivered', 'sent'), facts.open(a)]);
    await tell(kinds(b, 'delivered', 'bounced'));
    await tell(kinds(c, 'firstClicked'));
    await tell([...kinds(c, 'sent', 'delivered', 'firstOpened'), facts.open(c)]);
    await admin.patch(`${path('emails')}/${d}`, { status: 'failed', error: 'No such mailbox' });
    await tell(kinds(d, 'failed'));
    const states = await Promise.all(
      ids.map(async (id) => [(await read('emails', id)).status, (await recipient(id)).status]),
    );
    assert.deepEqual(states, [
      ['bounced', 'bounced'],
      ['bounced', 'bounced'],
      ['delivered', 'clicked'],
      ['failed', 'failed'],
    ]);
    assert.equal((await recipient(d)).error, 'No such mailbox');
    assert.ok((await recipient(a)).deliveredAt !== null && (await recipient(a)).openCount === 1);
    await tell(kinds(d, 'delivered'));
    assert.equal((await read('emails', d)).status, 'delivered');
  });

  it('of the future, from a clock that is wrong, are facts of now', async () => {
    const [emailId = ''] = await facts.mails(1);
    await tell([{ emailId, kind: 'delivered', at: new Date(Date.now() + 86_400_000) }]);
    const { status, deliveredAt } = await read('emails', emailId);
    assert.equal(status, 'delivered');
    assert.ok(Date.parse(deliveredAt) <= Date.now());
  });

  it('that are known already, or opens by machines, change nothing', async () => {
    const [emailId = ''] = await facts.mails(1);
    const open = facts.open(emailId);
    await tell([{ emailId, kind: 'delivered' }, open]);
    const before = await read('emails', emailId);
    await tell([{ emailId, kind: 'delivered' }, open, { ...facts.open(emailId), kind: 'machineOpened' }]);
    assert.deepEqual(await read('emails', emailId), before);
  });
});

describe('counters', () => {
  it('of mailings, campaigns of both modules, templates and lists get each fact once', async () => {
    const marketing = await admin.create('/api/marketing/campaigns', { name: 'M' });
    const campaign = await admin.create(path('campaigns'), { name: 'C' });
    const template = await admin.create(path('emailTemplates'), { name: 'T', usageCount: 5 });
    const list = await admin.create(path('emailLists'), { name: 'L' });
    const shared = { templateId: template._id, emailListId: list._id };
    const one = await mailing(3, { campaignId: marketing._id, ...shared });
    const two = await mailing(1, { communicationsCampaignId: campaign._id, ...shared });
    const all = [...one.ids, ...two.ids];
    const [a = '', b = '', c = ''] = one.ids;
    await tell([
      ...all.map((emailId, n): Fact => ({ emailId, kind: 'sent', at: at(n) })),
      { emailId: a, kind: 'delivered' },
      { emailId: b, kind: 'delivered' },
      { emailId: c, kind: 'bounced' },
      facts.open(a),
      facts.open(a),
      facts.open(b),
      { emailId: a, kind: 'firstOpened' },
      { emailId: b, kind: 'firstOpened' },
      facts.click(a, 'https://a.example/'),
      { emailId: a, kind: 'firstClicked' },
      { emailId: a, kind: 'replied' },
      { emailId: a, kind: 'unsubscribed' },
      { emailId: b, kind: 'complained' },
      { emailId: all[3] as string, kind: 'failed' },
    ]);
    const expected = {
      sentCount: 3,
      deliveredCount: 2,
      openCount: 3,
      uniqueOpenCount: 2,
      clickCount: 1,
      uniqueClickCount: 1,
      replyCount: 1,
      bounceCount: 1,
      unsubscribeCount: 1,
      complaintCount: 1,
      failedCount: 0,
    };
    assert.partialDeepStrictEqual(await read('emailSnapshots', one.snapshotId), expected);
    const counted = await read('marketing/campaigns', marketing._id);
    assert.partialDeepStrictEqual(counted, expected);
    assert.equal(counted.version, 2);
    const [, event] = await events(marketing._id);
    assert.deepEqual([event?.type, event?.record, event?.previous], ['campaign.updated', counted, marketing]);
    assert.partialDeepStrictEqual(await read('campaigns', campaign._id), {
      sentCount: 1,
      failedCount: 1,
      openCount: 0,
    });
    assert.partialDeepStrictEqual(await read('emailSnapshots', two.snapshotId), { sentCount: 1, failedCount: 1 });
    assert.partialDeepStrictEqual(await read('emailTemplates', template._id), { usageCount: 9, lastUsedAt: iso(3) });
    assert.partialDeepStrictEqual(await read('emailLists', list._id), { bouncedCount: 1, lastSentAt: iso(3) });
    await tell([facts.open(a), facts.open(c)]);
    assert.partialDeepStrictEqual(await read('marketing/campaigns', marketing._id), { openCount: 5, sentCount: 3 });
    // An earlier mail does not move the time of the last one back.
    const [late = ''] = await facts.mails(1, shared);
    await tell([{ emailId: late, kind: 'sent', at: at(-60) }]);
    assert.partialDeepStrictEqual(await read('emailTemplates', template._id), { usageCount: 10, lastUsedAt: iso(3) });
  });

  it(`are exact while two nodes count ${5 * scale.countedMails} facts that keep coming`, long, async () => {
    const count = scale.countedMails;
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'Busy' });
    const { snapshotId, ids } = await mailing(count, { campaignId: campaign._id });
    const second = await createApp({
      config: testConfig(),
      connection: app.connection,
      log: pino({ level: 'silent' }),
      passwordCost: 4,
    });
    try {
      const quarter = count / 4;
      const parts = [0, 1, 2, 3, 4].map((part) =>
        ids.flatMap((emailId): Fact[] =>
          part === 0
            ? [{ emailId, kind: 'sent' }]
            : part === 1
              ? [{ emailId, kind: 'delivered' }]
              : part === 2
                ? [{ emailId, kind: 'firstOpened' }]
                : [facts.open(emailId)],
        ),
      );
      // Users write to the same records meanwhile.
      const writers = ids.slice(0, 50).map((id) => admin.patch(`${path('emails')}/${id}`, { tags: ['seen'] }));
      await Promise.all([
        ...writers,
        ...parts.flatMap((part) => [0, 1, 2, 3].map((n) => facts.record(part.slice(n * quarter, (n + 1) * quarter)))),
        facts.counted(),
      ]);
      await facts.counted();
      const expected = { sentCount: count, deliveredCount: count, uniqueOpenCount: count, openCount: 2 * count };
      for (const record of [
        await read('emailSnapshots', snapshotId),
        await read('marketing/campaigns', campaign._id),
      ]) {
        assert.partialDeepStrictEqual(record, expected);
        const written = await events(record._id);
        assert.equal(written.length, record.version);
        for (const [n, event] of written.entries()) {
          if (n > 0) assert.deepEqual(event.previous, written[n - 1]?.record);
        }
      }
      const [{ mails, recipients }] = await sql(
        `select (select count(*)::int from communications_emails where email_snapshot_id = $1 and status = 'delivered'
            and open_count = 2 and opened_at is not null and sent_at is not null) as mails,
          (select count(*)::int from communications_email_snapshot_contacts where email_snapshot_id = $1
            and status = 'opened' and open_count = 2) as recipients`,
        [snapshotId],
      );
      assert.deepEqual([mails, recipients], [count, count]);
    } finally {
      await second.close();
    }
  });

  it('of one tenant wait when they cannot be written, while those of others are counted', async () => {
    const other = await app.tenant();
    const theirs = new MailFacts(app, other);
    const campaign = await other.create(path('campaigns'), { name: 'Blocked' });
    const [blocked = ''] = await theirs.mails(1, { communicationsCampaignId: campaign._id });
    await sql(
      `alter table communications_campaigns add constraint blocked check (name <> 'Blocked' or open_count = 0)`,
    );
    await theirs.record([theirs.open(blocked)]);
    await theirs.wake();
    await sleep(300);
    const [emailId = ''] = await facts.mails(1);
    await tell([facts.open(emailId)]);
    assert.equal((await read('emails', emailId)).openCount, 1);
    assert.equal((await read('emails', blocked, other)).openCount, 0);
    await sql('alter table communications_campaigns drop constraint blocked');
    await theirs.counted();
    assert.equal((await read('emails', blocked, other)).openCount, 1);
    assert.equal((await read('campaigns', campaign._id, other)).openCount, 1);
  });

  it('of a deleted mail are still those of its campaign', async () => {
    const campaign = await admin.create('/api/marketing/campaigns', { name: 'Kept' });
    const [emailId = ''] = await facts.mails(1, { campaignId: campaign._id });
    await facts.record([{ emailId, kind: 'sent' }]);
    await admin.delete(`${path('emails')}/${emailId}`);
    await facts.counted();
    assert.equal((await read('marketing/campaigns', campaign._id)).sentCount, 1);
  });
});
