import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { fetched, mailboxOf, rowsOf, store } from '#test/incoming-tools.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';

const test = await appForFile(mailEnv);
const { admin, user, sql } = test;
const path = '/api/communications/conversations';
const permissions = ['communications:read', 'communications:write', 'identity:read'];

const source = (to: string, n: string, more = ''): string =>
  `From: ann@client.example\r\nTo: ${to}\r\nSubject: Question ${n}\r\nMessage-ID: <${n}@read.example>\r\n${more}\r\nHello\r\n`;

/** Reads the unread state of a conversation for one person, as the console and the counts show it. */
async function unreadFor(by: Client, id: string): Promise<boolean> {
  const { unreadCount, readByIds, unreadByIds } = (await by.get(`${path}/${id}`)).body as Json;
  return unreadCount > 0 ? !(readByIds ?? []).includes(by.userId) : (unreadByIds ?? []).includes(by.userId);
}
const unreadIn = async (by: Client): Promise<number> => (await by.get('/api/communications/inbox')).body.unread;
const mark = (by: Client, id: string, read: boolean, more: Json = {}) =>
  by.post(`${path}/${id}/read`, { read, ...more });
const flagOf = async (id: string): Promise<boolean> =>
  (await sql('select read from communications_emails where id = $1', [id]))[0].read;
const changesOf = (id: string) =>
  sql('select connection_id, kind from mailbox_changes where email_id = $1 order by id', [id]);

let threads = 0;
async function received(owner: Client, settings: Json = {}) {
  threads += 1;
  const mailbox = await mailboxOf(test, owner, { sharing: 'everything', ...settings });
  const key = `${threads}`;
  const [mail, thread] = await rowsOf(test, (await store(mailbox, fetched(source(mailbox.email, key))))[0]);
  const again = (n: number) =>
    store(mailbox, fetched(source(mailbox.email, `${key}-${n}`, `References: <${key}@read.example>\r\n`)));
  return { mailbox, mailId: mail.id as string, id: thread.id as string, again };
}

describe('a conversation of a mailbox that a colleague sees', () => {
  it('is marked as read and unread for the colleague alone, and the counts agree', async () => {
    const [owner, colleague] = [await user({ permissions }), await user({ permissions })];
    const { id, mailId } = await received(owner);
    const before = await unreadIn(colleague);
    const { version } = (await colleague.get(`${path}/${id}`)).body;
    assert.equal((await mark(colleague, id, true)).status, 200);
    assert.deepEqual([await unreadFor(colleague, id), await unreadFor(owner, id)], [false, true]);
    assert.deepEqual(
      [await unreadIn(colleague), await flagOf(mailId), await changesOf(mailId)],
      [before - 1, false, []],
    );
    // A colleague who opens the conversation must not cause a version conflict for somebody who is saving.
    assert.equal((await colleague.get(`${path}/${id}`)).body.version, version);
    assert.equal((await mark(colleague, id, false)).status, 200);
    assert.deepEqual([await unreadFor(colleague, id), await unreadIn(colleague)], [true, before]);
  });

  it('stays unread for the colleague who said so when the user of the mailbox reads it', async () => {
    const [owner, colleague, third] = [
      await user({ permissions }),
      await user({ permissions }),
      await user({ permissions }),
    ];
    const { id, mailId, mailbox } = await received(owner);
    assert.equal((await mark(owner, id, true)).body.unreadCount, 0);
    assert.deepEqual(await changesOf(mailId), [{ connection_id: mailbox.connectionId, kind: 'seen' }]);
    assert.equal(await unreadFor(colleague, id), false);
    await mark(colleague, id, false);
    const seen = await Promise.all([owner, colleague, third].map((by) => unreadFor(by, id)));
    assert.deepEqual(seen, [false, true, false]);
  });

  it('is unread again for all with the next message', async () => {
    const [owner, colleague] = [await user({ permissions }), await user({ permissions })];
    const { id, again } = await received(owner);
    await mark(colleague, id, true);
    await again(1);
    assert.deepEqual([await unreadFor(colleague, id), await unreadFor(owner, id)], [true, true]);
  });

  it('keeps its flag when its assignee only opens it', async () => {
    const [owner, assignee] = [await user({ permissions }), await user({ permissions })];
    const { id, mailId } = await received(owner, { sharing: 'nothing' });
    await owner.post(`${path}/${id}/assign`, { userId: assignee.userId });
    await mark(assignee, id, true, { opened: true });
    assert.deepEqual(
      [await unreadFor(assignee, id), await flagOf(mailId), await changesOf(mailId)],
      [false, false, []],
    );
    await mark(assignee, id, true);
    assert.deepEqual([await unreadFor(assignee, id), await flagOf(mailId)], [false, true]);
  });

  it('of a team is read for all members when one of them reads it', async () => {
    const [owner, member, other] = [
      await user({ permissions }),
      await user({ permissions }),
      await user({ permissions }),
    ];
    const team = await admin.create('/api/identity/teams', { name: 'Desk' });
    for (const { userId } of [member, other])
      await admin.create('/api/identity/teamUsers', { teamId: team._id, userId });
    const { id, mailId, mailbox } = await received(owner, { sharing: 'nothing', teamIds: [team._id] });
    await mark(member, id, true, { opened: true });
    assert.deepEqual([await unreadFor(member, id), await unreadFor(other, id)], [false, false]);
    assert.deepEqual(await changesOf(mailId), [{ connection_id: mailbox.connectionId, kind: 'seen' }]);
    await mark(other, id, false);
    assert.deepEqual([await unreadFor(member, id), await unreadFor(other, id)], [true, true]);
  });
});
