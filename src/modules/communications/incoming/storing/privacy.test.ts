import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { appForFile, type Client, type Json } from '#test/harness.ts';
import { fetched, mailboxOf, rowsOf, store } from '#test/incoming-tools.ts';
import { mailEnv } from '#test/mail-outbox-tools.ts';
import { receiveMail } from '#test/mailbox-tools.ts';

const test = await appForFile(mailEnv);
const { admin, user, settled, sql } = test;
const all = ['communications', 'sales', 'data', 'identity', 'ui', 'marketing'];
const permissions = all.flatMap((name) => [`${name}:read`, `${name}:write`]);
const emails = '/api/communications/emails';
const marker = 'zqconfidential';

const [ada, member, bob] = [await user({ permissions }), await user({ permissions }), await user({ permissions })];
const team = await admin.create('/api/identity/teams', { name: 'Legal' });
const membership = await admin.create('/api/identity/teamUsers', { teamId: team._id, userId: member.userId });

const source = (to: string, n: number): string =>
  [
    `From: ${marker}-${n}@client.example`,
    `To: ${to}`,
    `Subject: ${marker} ${n}`,
    `Message-ID: <${n}@${marker}.example>`,
    'Content-Type: multipart/mixed; boundary=b',
    '',
    `--b\r\nContent-Type: text/plain\r\n\r\n${marker} text`,
    `--b\r\nContent-Type: text/plain; name=${marker}.txt\r\nContent-Disposition: attachment; filename=${marker}.txt\r\n\r\n${marker}`,
    '--b--',
    '',
  ].join('\r\n');

interface Hidden {
  readonly mail: Json;
  readonly thread: Json;
  readonly comment: Json;
}
/** A mail that only the owner of its mailbox, and its teams, may see, with a comment and a file. */
async function hide(n: number, teamIds: string[] = []): Promise<Hidden> {
  const mailbox = await mailboxOf(test, ada, { sharing: 'nothing', teamIds });
  const [mail, thread] = await rowsOf(test, (await store(mailbox, fetched(source(mailbox.email, n))))[0]);
  const comment = await ada.create('/api/communications/comments', { conversationId: thread.id, content: marker });
  return { mail, thread, comment };
}
const countsBefore = (await bob.get('/api/communications/inbox')).body;
const own = await hide(1);
const ofTeam = await hide(2, [team._id]);
// Records that everybody sees and that refer to hidden records.
const open = await admin.create('/api/communications/conversations', { subject: 'Open' });
const pointing = await ada.create('/api/communications/comments', {
  conversationId: open._id,
  content: 'See the mail',
  emailId: own.mail.id,
});
const inside = await receiveMail(test, admin, own.thread.id, { subject: 'Seen by all', visibility: 'everyone' });

const strangers: [string, Client][] = [
  ['a colleague', bob],
  ['an administrator', admin],
];
const mustNotTell = (what: string, text: string): void => assert.doesNotMatch(text, new RegExp(marker), what);

describe('a mail that its mailbox does not share', () => {
  it('is seen by its user, and by the members of the team', async () => {
    assert.equal((await ada.get(`${emails}/${own.mail.id}`)).status, 200);
    assert.equal((await member.get(`${emails}/${own.mail.id}`)).status, 404);
    assert.equal((await member.get(`${emails}/${ofTeam.mail.id}`)).status, 200);
    assert.match((await member.get(`${emails}?q=${marker}`)).text, new RegExp(marker));
    assert.match((await ada.get(`/api/communications/comments?include=emailId&limit=200`)).text, new RegExp(marker));
  });

  for (const [who, client] of strangers)
    it(`stays hidden from ${who} in lists, searches, aggregates, inclusions and filters`, async () => {
      const lists = [
        `${emails}?limit=200`,
        `${emails}?filter[subject][contains]=${marker}`,
        `${emails}?include=conversationId&limit=200`,
        `${emails}/aggregate?groupBy=from&count=true`,
        `${emails}/aggregate?groupBy=subject&count=true`,
        `/api/communications/conversations?limit=200`,
        `/api/communications/conversations/aggregate?groupBy=subject&count=true`,
        `/api/communications/comments?include=emailId,conversationId&limit=200`,
        `/api/communications/comments/${pointing._id}?include=emailId`,
        `/api/data/storedFiles?limit=200`,
        `/api/data/storedFiles?q=${marker}`,
        `/api/ui/search?q=${marker}`,
        `/api/communications/mailbox-connection`,
        `/api/communications/mailboxConnections?limit=200`,
        '/api/communications/email-analytics?groupBy=domain',
      ];
      for (const path of lists) mustNotTell(path, (await client.get(path)).text.replaceAll(`q=${marker}`, ''));
      for (const body of [{ filter: { subject: { contains: marker } } }, { q: marker }])
        assert.deepEqual((await client.post(`${emails}/search`, body)).body.data, []);
      // A filter on a hidden record must not reveal its values.
      const empty = [
        `/api/communications/comments?filter[emailId.subject][contains]=${marker}`,
        `/api/communications/comments?filter[conversationId.subject][contains]=${marker}`,
        `${emails}?filter[conversationId.subject][contains]=${marker}`,
      ];
      for (const path of empty) {
        const { status, body } = await client.get(path);
        assert.deepEqual([status, body.data], [200, []], path);
      }
    });

  for (const [who, client] of strangers)
    it(`is as if it did not exist for ${who}, by its id`, async () => {
      for (const { mail, thread, comment } of [own, ofTeam])
        for (const [slug, id] of [
          ['emails', mail.id],
          ['conversations', thread.id],
          ['comments', comment._id],
        ]) {
          const path = `/api/communications/${slug}/${id}`;
          const { version } = (await ada.get(path)).body;
          const tried = [
            await client.get(path),
            await client.get(`${path}/history`),
            await client.post(`${path}/restore`, {}),
            await client.post(`${path}/revert`, { version }),
            await client.patch(path, { tags: ['x'] }),
            await client.put(path, { subject: 'x' }),
            await client.delete(path),
          ];
          for (const { status, text } of tried) {
            assert.equal(status, 404, `${path} ${text}`);
            mustNotTell(path, text);
          }
          const bulk = await client.post(`/api/communications/${slug}/bulk`, {
            operations: [{ op: 'delete', _id: id }],
            atomic: false,
          });
          assert.equal(bulk.body.results[0].status, 404, bulk.text);
        }
      const [file] = own.mail.attachment_ids;
      assert.equal((await client.get(`/api/data/storedFiles/${file}`)).status, 404);
      assert.equal((await client.get(`/api/data/storedFiles/${file}/content`)).status, 404);
    });

  it('changes no counts of others, and no feed', async () => {
    const { mine, unassigned, all: total } = (await bob.get('/api/communications/inbox')).body;
    // The only difference is the open conversation.
    const { mine: before, unassigned: free, all: known } = countsBefore;
    assert.deepEqual([mine, unassigned, total], [before, free + 1, known + 1]);
    await settled();
    for (const [who, client] of strangers) mustNotTell(who, (await client.get('/api/data/changes?limit=1000')).text);
  });

  it('is not in the trash of others, cannot be restored by them, and stays hidden when its user restores it', async () => {
    const { id } = own.mail;
    assert.equal((await ada.delete(`${emails}/${id}`)).status, 204);
    await settled();
    for (const [who, client] of strangers) {
      mustNotTell(who, (await client.get('/api/data/trash?limit=200')).text);
      mustNotTell(who, (await client.get('/api/data/changes?limit=1000')).text);
      assert.equal((await client.post(`${emails}/${id}/restore`, {})).status, 404, who);
      assert.equal((await client.get(`${emails}/${id}/history`)).status, 404, who);
    }
    const { data } = (await ada.get('/api/data/trash?limit=200&filter[modelKey]=communications.emails')).body;
    assert.deepEqual(
      data.map(({ recordId }: Json) => recordId),
      [id],
    );
    assert.equal((await ada.post(`${emails}/${id}/restore`, {})).status, 200);
    for (const [who, client] of strangers) assert.equal((await client.get(`${emails}/${id}`)).status, 404, who);
    assert.equal(
      (await sql('select visibility from communications_emails where id = $1', [id]))[0].visibility,
      'private',
    );
    assert.equal((await bob.get(`${emails}/${inside}`)).status, 200);
  });

  it('is hidden from a member who leaves the team, in every list', async () => {
    assert.equal((await admin.delete(`/api/identity/teamUsers/${membership._id}`)).status, 204);
    for (const path of [`${emails}?q=${marker}`, `/api/ui/search?q=${marker}`, '/api/data/changes?limit=1000'])
      mustNotTell(path, (await member.get(path)).text.replaceAll(`q=${marker}`, ''));
    assert.equal((await member.get(`${emails}/${ofTeam.mail.id}/history`)).status, 404);
  });
});
