import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused, types } from '#test/expect.ts';
import { appForFile, Client, type Json, type Reply } from '#test/harness.ts';
import { Mailbox, mailsSettled } from '#test/mailbox.ts';
import {
  acceptPath,
  invitationsPath,
  newAddress,
  newPassword,
  person,
  secondNode,
  times,
  usersPath,
} from '#test/security-tools.ts';

const mailbox = new Mailbox();
const app = await appForFile(mailbox.env);
const { admin, anonymous, sql } = app;
const other = await secondNode(app, mailbox.env, 4);
/** The same admin, on the second node. */
const adminOnSecondNode = new Client(other.anonymous.url, admin.token, admin.userId);

/** Moves the counted mails into the past by this many minutes. */
const passMinutes = (minutes: number) =>
  sql(
    `update account_mails set sent = array(select s - $1::int * interval '1 minute' from unnest(sent) s order by s)`,
    [minutes],
  );

async function mailsTo(email: string, about: RegExp): Promise<number> {
  await mailsSettled(app);
  return mailbox.all(email).filter(({ subject }) => about.test(subject)).length;
}

describe('invitations to one address', () => {
  const invite = (email: string, roles: string[], by: Client = admin) => by.post(invitationsPath, { email, roles });
  const accept = (token: string) => anonymous.post(acceptPath, { token, password: newPassword });
  const shape = ({ status, body: { _id, createdAt, expiresAt, ...rest } }: Reply): Json => ({ status, ...rest });

  it('send one mail within ten minutes over all nodes, and all get the same answer', async () => {
    const email = newAddress('often');
    const replies = await times(25, (n) =>
      invite(n % 2 ? email : email.toUpperCase(), ['viewer'], n % 3 ? admin : adminOnSecondNode),
    );
    for (const reply of replies) assert.equal(reply.status, 201, reply.text);
    const [first, ...rest] = replies.map((reply) => ({ ...shape(reply), email: reply.body.email.toLowerCase() }));
    for (const reply of rest) assert.deepEqual(reply, first);
    assert.equal(new Set(replies.map(({ body }) => body._id)).size, 1);
    await mailsSettled(app);
    assert.equal([...mailbox.all(email), ...mailbox.all(email.toUpperCase())].length, 1);
    const open = (await admin.get(invitationsPath)).body.data.filter((one: Json) => one.email.toLowerCase() === email);
    assert.equal(open.length, 1);
  });

  it('renew the open invitation: its link stays valid and gives the roles of the last invitation', async () => {
    const email = newAddress('renewed');
    const { body: first } = await invite(email, ['viewer']);
    const { token } = await mailbox.next(email, /invited/);
    await sql(`update one_time_tokens set expires_at = now() + interval '1 minute' where id = $1`, [first._id]);
    const { body: second } = await invite(email, ['member']);
    assert.equal(second._id, first._id);
    assert.ok(Date.parse(second.expiresAt) > Date.now() + 6 * 86_400_000);
    const reply = await accept(token);
    assert.deepEqual([reply.status, reply.body.user.roles], [200, ['member']]);
    const securityEvents = await sql(
      `select type from events where model = 'identity.security' and record->>'email' = $1 order by xid, seq`,
      [email],
    );
    assert.deepEqual(types(securityEvents).filter((type) => type === 'security.invited').length, 2);
  });

  it('send another mail after ten minutes, which voids the previous link, and at most five a day', async () => {
    const email = newAddress('patient');
    const tokens: string[] = [];
    for (let n = 0; n < 7; n += 1) {
      assert.equal((await invite(email, ['viewer'])).status, 201);
      if (n < 5) tokens.push((await mailbox.next(email, /invited/)).token);
      await passMinutes(11);
    }
    assert.equal(await mailsTo(email, /invited/), 5);
    refused(await accept(tokens[0] ?? ''), 422, 'validation_failed', 'token');
    await passMinutes(24 * 60);
    assert.equal((await invite(email, ['viewer'])).status, 201);
    const { token } = await mailbox.next(email, /invited/);
    refused(await accept(tokens[4] ?? ''), 422, 'validation_failed', 'token');
    assert.equal((await accept(token)).status, 200);
  });

  it('are refused with 429 while no mail may be sent and none is open', async () => {
    const email = newAddress('revoked');
    const { body } = await invite(email, ['viewer']);
    await admin.delete(`${invitationsPath}/${body._id}`);
    const reply = await invite(email, ['viewer']);
    refused(reply, 429, 'rate_limited', 'email');
    assert.equal(reply.headers.get('retry-after'), '600');
    assert.equal(await mailsTo(email, /invited/), 1);
  });

  it('are not counted in a dry run', async () => {
    const email = newAddress('tried');
    assert.equal((await admin.post(`${invitationsPath}?dryRun=true`, { email, roles: [] })).status, 201);
    assert.equal(await mailsTo(email, /invited/), 0);
    assert.equal((await invite(email, [])).status, 201);
    await mailbox.next(email, /invited/);
  });
});

describe('other mails that a signed-in user can cause are limited', () => {
  it('to one password reset link within ten minutes, which stays valid', async () => {
    const { id, email } = await person(app);
    for (const by of [admin, adminOnSecondNode, admin, adminOnSecondNode])
      assert.equal((await by.post(`${usersPath}/${id}/send-reset`, {})).status, 202);
    const { token } = await mailbox.next(email, /choose a new password/i);
    assert.equal(await mailsTo(email, /choose a new password/i), 1);
    const reply = await anonymous.post('/api/identity/auth/reset-password', { token, password: newPassword });
    assert.equal(reply.status, 200, reply.text);
    await passMinutes(11);
    await admin.post(`${usersPath}/${id}/send-reset`, {});
    await mailbox.next(email, /choose a new password/i);
  });

  it('to ten mails within an hour to an address that is given to a user again and again', async () => {
    const { id, email } = await person(app);
    const target = newAddress('target');
    for (let n = 0; n < 15; n += 1) {
      for (const address of [target, email]) {
        const reply = await admin.patch(`${usersPath}/${id}`, { email: address });
        assert.equal(reply.status, 200, reply.text);
      }
    }
    await mailsSettled(app);
    assert.equal(mailbox.all(target).length, 10);
  });
});
