import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { appForFile, type Client, type Reply } from '#test/harness.ts';
import { Mailbox, mailsSettled } from '#test/mailbox.ts';
import {
  acceptPath,
  bulk,
  changePath,
  forgotPath,
  invitationsPath,
  newAddress,
  newPassword,
  openRegistration,
  password,
  person,
  provisionPath,
  registerPath,
  resendPath,
  resetPath,
  signIn,
  unique,
  usersPath,
  verifyPath,
  wrongPassword,
} from '#test/security-tools.ts';

const mailbox = new Mailbox();
// The app is behind a proxy, so that tests can request links from many IP addresses.
const app = await appForFile({ ...mailbox.env, TRUST_PROXY: 'true' });
const { admin, anonymous, login, sql } = app;
await openRegistration(app, 'default');

let network = 0;
const fromNewNetwork = () => {
  network += 1;
  return { 'x-forwarded-for': `198.51.100.${network % 250}` };
};
const ask = (path: string, email: string, more: object = {}) =>
  anonymous.post(path, { email, ...more }, fromNewNetwork());

async function resetLink(email: string): Promise<string> {
  assert.equal((await ask(forgotPath, email)).status, 200);
  return (await mailbox.next(email, /choose a new password/i)).token;
}
const reset = (token: string, chosen = newPassword) => anonymous.post(resetPath, { token, password: chosen });
const verify = (token: string) => anonymous.post(verifyPath, { token });
const verificationLink = async (email: string) => (await mailbox.next(email, /confirm/i)).token;

async function invitationLink(email: string): Promise<string> {
  await admin.create(invitationsPath, { email, roles: ['viewer'] });
  return (await mailbox.next(email, /invited/)).token;
}

const deadLink = (reply: Reply) => {
  const [detail] = refused(reply, 422, 'validation_failed', 'token');
  assert.equal(detail?.code, 'invalid_token');
};

interface Way {
  readonly field: string;
  /** Sets a password for a new address. */
  set(email: string, chosen: string): Promise<Reply>;
  /** The account of the new address. Defaults to the account `default`. */
  readonly accountKey?: (email: string) => string;
}

const accountOf = (email: string): string => email.split('@')[0]?.toLowerCase() ?? '';

/** Every way to set a password. */
const ways: Readonly<Record<string, Way>> = {
  'an admin who creates a user': {
    field: 'password',
    set: (email, chosen) => admin.post(usersPath, { email, password: chosen }),
  },
  registration: {
    field: 'password',
    set: (email, chosen) => anonymous.post(registerPath, { email, password: chosen }, fromNewNetwork()),
  },
  'a reset': {
    field: 'password',
    async set(email, chosen) {
      await admin.create(usersPath, { email, password });
      return reset(await resetLink(email), chosen);
    },
  },
  'a change': {
    field: 'password',
    async set(email, chosen) {
      await admin.create(usersPath, { email, password });
      const client = await login(email, password);
      return client.post(changePath, { currentPassword: password, password: chosen });
    },
  },
  'an invitation': {
    field: 'password',
    set: async (email, chosen) => anonymous.post(acceptPath, { token: await invitationLink(email), password: chosen }),
  },
  provisioning: {
    field: 'adminPassword',
    set: (email, chosen) =>
      admin.post(provisionPath, { accountKey: accountOf(email), adminEmail: email, adminPassword: chosen }),
    accountKey: accountOf,
  },
};

for (const [name, { field, set, accountKey = () => 'default' }] of Object.entries(ways)) {
  describe(`a password from ${name}`, () => {
    const rejects = async (chosen: string, email = newAddress()) =>
      refused(await set(email, chosen), 422, 'validation_failed', field);
    const accepts = async (chosen: string) => {
      const email = newAddress();
      const reply = await set(email, chosen);
      assert.ok(reply.status < 300, reply.text);
      assert.ok(!reply.text.includes(chosen));
      assert.equal((await signIn(app, email, chosen, { accountKey: accountKey(email) })).status, 200);
      return email;
    };

    it('has ten characters or more', async () => {
      await rejects('');
      await rejects('zgqwmplkv');
      await accepts('zgqwmplkvt');
    });

    it('may consist of any characters', async () => {
      await accepts('only small letters here');
      await accepts('🦊 jumps over 🐶');
    });

    it('is not a common password', async () => {
      for (const common of ['1234567890', 'password123', 'Password123', 'qwertyuiop', 'aaaaaaaaaaaa'])
        await rejects(common);
    });

    it('is not the email address of the user', async () => {
      const email = newAddress();
      await rejects(email, email);
      const other = newAddress();
      await rejects(other.toUpperCase(), other);
    });

    it('is refused when it is longer than 72 bytes, and not cut', async () => {
      const longest = `${'long and dull '.repeat(5)}ab`;
      assert.equal(Buffer.byteLength(longest), 72);
      await rejects(`${longest}c`);
      await rejects('ü'.repeat(30) + 'é'.repeat(7));
      const email = await accepts(longest);
      const more = { accountKey: accountKey(email) };
      refused(await signIn(app, email, `${longest} and more`, more), 401, 'unauthenticated');
      refused(await signIn(app, email, longest.slice(0, 71), more), 401, 'unauthenticated');
    });
  });
}

describe('a password of a user', () => {
  it('can be set when an admin creates the user, and never changed by an admin', async () => {
    const { id, email } = await person(app);
    const before = (await admin.get(`${usersPath}/${id}`)).body;
    for (const [method, body] of [
      ['PATCH', { password: newPassword }],
      ['PATCH', { password: null }],
      ['PUT', { ...before, password: newPassword }],
    ] as const) {
      const [detail] = refused(
        await admin.request(method, `${usersPath}/${id}`, body),
        422,
        'validation_failed',
        'password',
      );
      assert.equal(detail?.code, 'read_only');
    }
    const record = { password: newPassword };
    assert.equal(await bulk(admin, usersPath, { op: 'update', _id: id, record }), 422);
    assert.equal(await bulk(admin, usersPath, { op: 'upsert', by: 'email', record: { email, ...record } }), 422);
    assert.equal((await signIn(app, email, password)).status, 200);
    refused(await signIn(app, email, newPassword), 401, 'unauthenticated');
  });
});

describe('a link to choose a new password', () => {
  it('is mailed to the user with a token, and works once', async () => {
    const { email } = await person(app);
    await ask(forgotPath, email);
    const mail = await mailbox.next(email, /choose a new password/i);
    assert.match(mail.link, new RegExp(`^${app.url}/app/reset-password\\?token=`));
    assert.ok(mail.token.length > 40);
    assert.equal((await reset(mail.token)).status, 200);
    assert.equal((await signIn(app, email, newPassword)).status, 200);
    refused(await signIn(app, email, password), 401, 'unauthenticated');
    deadLink(await reset(mail.token, 'yet another evening'));
    assert.equal((await signIn(app, email, newPassword)).status, 200);
  });

  it('points to PUBLIC_URL, whatever host the request names', async () => {
    const { email } = await person(app);
    const host = { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https', forwarded: 'host=evil.example' };
    await anonymous.post(forgotPath, { email }, { ...fromNewNetwork(), ...host });
    const { raw } = await mailbox.next(email, /choose a new password/i);
    assert.ok(!raw.includes('evil.example'));
  });

  it('works once, even when it is used concurrently', async () => {
    const { email } = await person(app);
    const token = await resetLink(email);
    const chosen = Array.from({ length: 8 }, (_, n) => `${newPassword} number ${n}`);
    const replies = await Promise.all(chosen.map((one) => reset(token, one)));
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(7).fill(422)]);
    const won = chosen[replies.findIndex(({ status }) => status === 200)] as string;
    assert.equal((await signIn(app, email, won)).status, 200);
  });

  it('points to a page that exists', async () => {
    const { email } = await person(app);
    await ask(forgotPath, email);
    const { link } = await mailbox.next(email, /choose a new password/i);
    assert.equal((await fetch(link)).status, 200);
  });

  it('is still valid after a password was refused', async () => {
    const { email } = await person(app);
    const token = await resetLink(email);
    refused(await reset(token, 'too short'), 422, 'validation_failed', 'password');
    assert.equal((await reset(token)).status, 200);
  });

  it('expires', async () => {
    const { email, id } = await person(app);
    const token = await resetLink(email);
    await sql(`update one_time_tokens set expires_at = now() - interval '1 second' where user_id = $1`, [id]);
    deadLink(await reset(token));
    assert.equal((await signIn(app, email, password)).status, 200);
  });

  it('is valid for an hour', async () => {
    const { email, id } = await person(app);
    await resetLink(email);
    const [row] = await sql(
      `select extract(epoch from expires_at - created_at)::float8 as seconds from one_time_tokens
       where user_id = $1 and purpose = 'reset'`,
      [id],
    );
    assert.ok(Math.abs(row.seconds - 3600) < 5, String(row.seconds));
  });

  it('is void as soon as there is a newer one', async () => {
    const { email } = await person(app);
    const [older, newer] = [await resetLink(email), await resetLink(email)];
    assert.notEqual(older, newer);
    deadLink(await reset(older));
    assert.equal((await reset(newer)).status, 200);
  });

  it('is void after the password was changed in another way, or the user deactivated', async () => {
    const changed = await person(app);
    const token = await resetLink(changed.email);
    await changed.client.post(changePath, { currentPassword: password, password: newPassword });
    deadLink(await reset(token));
    const deactivated = await person(app);
    const late = await resetLink(deactivated.email);
    await admin.delete(`${usersPath}/${deactivated.id}`);
    deadLink(await reset(late));
  });

  it('is not sent to an unknown address or a deactivated user', async () => {
    const [stranger, deactivated, asking] = [newAddress(), await person(app), await person(app)];
    await admin.delete(`${usersPath}/${deactivated.id}`);
    for (const email of [stranger, deactivated.email, asking.email]) await ask(forgotPath, email);
    await mailbox.next(asking.email, /choose a new password/i);
    await mailsSettled(app);
    assert.deepEqual(mailbox.all(stranger), []);
    assert.deepEqual(
      mailbox.all(deactivated.email).filter(({ subject }) => /choose a new password/i.test(subject)),
      [],
    );
  });

  it('belongs to the account that was named', async () => {
    const elsewhereAdmin = await app.tenant();
    const email = newAddress();
    for (const by of [admin, elsewhereAdmin]) await by.create(usersPath, { email, password });
    const { accountKey } = elsewhereAdmin;
    await ask(forgotPath, email, { accountKey });
    const { token } = await mailbox.next(email, /choose a new password/i);
    assert.equal((await reset(token)).status, 200);
    assert.equal((await signIn(app, email, password)).status, 200);
    assert.equal((await signIn(app, email, newPassword, { accountKey })).status, 200);
  });

  it('is stored nowhere in plain text', async () => {
    const { email } = await person(app);
    const invited = newAddress();
    const tokens = [await resetLink(email), await verificationLink(email), await invitationLink(invited)];
    await mailsSettled(app);
    for (const table of ['one_time_tokens', 'jobs', 'events', 'identity_users', 'idempotency_keys']) {
      for (const token of tokens) {
        const secret = token.split('.')[1] as string;
        const found = await sql(`select 1 from ${table} t where strpos(t::text, $1) > 0`, [secret]);
        assert.deepEqual(found, [], table);
        const encoded = Buffer.from(token).toString('hex');
        assert.deepEqual(await sql(`select 1 from ${table} t where strpos(t::text, $1) > 0`, [encoded]), [], table);
      }
    }
  });

  it('unlocks the account when it is used', async () => {
    const { email } = await person(app);
    for (let n = 0; n < 5; n += 1) await signIn(app, email, wrongPassword, { from: '203.0.113.1' });
    refused(await signIn(app, email, password), 423, 'account_locked');
    assert.equal((await reset(await resetLink(email))).status, 200);
    assert.equal((await signIn(app, email, newPassword)).status, 200);
  });

  it('with an invented token is refused', async () => {
    for (const token of ['', 'x', '1.', `1.${'A'.repeat(43)}`, `zzzzzzzzzzzz.${'A'.repeat(43)}`, "1.' or 1=1 --"])
      deadLink(await reset(token));
  });

  it('is sent at most ten times, however often it is requested', async () => {
    const { email } = await person(app);
    for (let n = 0; n < 30; n += 1) assert.equal((await ask(forgotPath, email)).status, 200);
    await mailsSettled(app);
    const sent = mailbox.all(email).filter(({ subject }) => /choose a new password/i.test(subject));
    assert.equal(sent.length, 10);
  });
});

describe('the verification of an address', () => {
  const verified = async (id: string) => (await admin.get(`${usersPath}/${id}`)).body.emailVerified;
  const overdue = (id: string) =>
    sql(`update identity_users set verification_due_at = now() - interval '1 second' where id = $1`, [id]);

  it('is requested by mail when a user is created, and its link works once', async () => {
    const { email, id } = await person(app);
    const mail = await mailbox.next(email, /confirm/i);
    assert.match(mail.link, new RegExp(`^${app.url}/app/verify-email\\?token=`));
    assert.equal(await verified(id), false);
    assert.equal((await verify(mail.token)).status, 200);
    assert.equal(await verified(id), true);
    deadLink(await verify(mail.token));
  });

  it('is needed to sign in after a grace period', async () => {
    const { email, id } = await person(app);
    await verificationLink(email);
    assert.equal((await signIn(app, email, password)).status, 200);
    await overdue(id);
    refused(await signIn(app, email, password), 403, 'email_not_verified');
    refused(await signIn(app, email, wrongPassword), 401, 'unauthenticated');
    await ask(resendPath, email);
    assert.equal((await verify(await verificationLink(email))).status, 200);
    assert.equal((await signIn(app, email, password)).status, 200);
  });

  it('voids the previous link when a new one is sent', async () => {
    const { email, id } = await person(app);
    const older = await verificationLink(email);
    await ask(resendPath, email);
    const newer = await verificationLink(email);
    deadLink(await verify(older));
    assert.equal(await verified(id), false);
    assert.equal((await verify(newer)).status, 200);
  });

  it('is not requested again once it is done', async () => {
    const { email } = await person(app);
    await verify(await verificationLink(email));
    await ask(resendPath, email);
    await mailsSettled(app);
    assert.equal(mailbox.all(email).length, 1);
  });

  it('accepts no link of another kind, and its own link works nowhere else', async () => {
    const { email, id } = await person(app);
    const invited = newAddress();
    const links = {
      [verifyPath]: await verificationLink(email),
      [resetPath]: await resetLink(email),
      [acceptPath]: await invitationLink(invited),
    };
    for (const [path, own] of Object.entries(links)) {
      for (const token of Object.values(links).filter((one) => one !== own))
        deadLink(await anonymous.post(path, path === verifyPath ? { token } : { token, password: newPassword }));
    }
    assert.equal(await verified(id), false);
    assert.equal((await signIn(app, email, password)).status, 200);
  });

  it('starts again with a new address, and links to the old one are void', async () => {
    const { email, id } = await person(app);
    await verify(await verificationLink(email));
    const old = await resetLink(email);
    const moved = newAddress('moved');
    assert.equal((await admin.patch(`${usersPath}/${id}`, { email: moved })).status, 200);
    assert.equal(await verified(id), false);
    deadLink(await reset(old));
    await mailbox.next(email, /address.*changed/i);
    assert.equal((await verify(await verificationLink(moved))).status, 200);
    assert.equal(await verified(id), true);
    assert.equal((await signIn(app, moved, password)).status, 200);
    refused(await signIn(app, email, password), 401, 'unauthenticated');
  });

  it('voids the link to an old address that was not verified', async () => {
    const { email, id } = await person(app);
    const old = await verificationLink(email);
    await admin.patch(`${usersPath}/${id}`, { email: newAddress('moved') });
    deadLink(await verify(old));
    assert.equal(await verified(id), false);
  });

  it('starts again when users change their own address, which needs the password', async () => {
    const { client, email, id } = await person(app);
    await verify(await verificationLink(email));
    const moved = newAddress('moved');
    const move = (more: object) => client.patch('/api/identity/me', { email: moved, ...more });
    refused(await move({}), 422, 'validation_failed', 'currentPassword');
    refused(await move({ currentPassword: wrongPassword }), 422, 'validation_failed', 'currentPassword');
    assert.equal((await move({ currentPassword: password })).status, 200);
    assert.equal(await verified(id), false);
    await mailbox.next(email, /address.*changed/i);
    assert.equal((await verify(await verificationLink(moved))).status, 200);
  });

  it('cannot be bypassed by changing the own address through the user record', async () => {
    const { client, id, email } = await person(app, { roles: ['admin'] });
    for (const [method, path, body] of [
      ['PATCH', `${usersPath}/${id}`, { email: newAddress() }],
      ['PUT', `${usersPath}/${id}`, { email: newAddress(), roles: ['admin'], active: true }],
    ] as const)
      refused(await client.request(method, path, body), 403, 'forbidden', 'email');
    assert.equal(await bulk(client, usersPath, { op: 'update', _id: id, record: { email: newAddress() } }), 403);
    assert.equal((await admin.get(`${usersPath}/${id}`)).body.email, email);
  });

  it('cannot be bypassed by reverting the record', async () => {
    const { client, id, email } = await person(app, { roles: ['admin'] });
    const moved = newAddress('moved');
    await admin.patch(`${usersPath}/${id}`, { email: moved });
    const back = (by: Client) => by.post(`${usersPath}/${id}/revert`, { version: 1 });
    refused(await back(client), 403, 'forbidden', 'email');
    await verify(await verificationLink(moved));
    assert.equal(await verified(id), true);
    assert.equal((await back(admin)).status, 200);
    const { emailVerified, email: now } = (await admin.get(`${usersPath}/${id}`)).body;
    assert.deepEqual({ emailVerified, now }, { emailVerified: false, now: email });
  });
});

describe('a registration', () => {
  it('gives the registration role, sends a verification link, and starts no session', async () => {
    const email = newAddress();
    const reply = await anonymous.post(registerPath, { email, password }, fromNewNetwork());
    assert.equal(reply.status, 202);
    assert.equal(reply.headers.get('set-cookie'), null);
    assert.deepEqual(Object.keys(reply.body), ['message']);
    const client = await login(email, password);
    const { roles, emailVerified } = (await admin.get(`${usersPath}/${client.userId}`)).body;
    assert.deepEqual({ roles, emailVerified }, { roles: ['member'], emailVerified: false });
    await verificationLink(email);
  });

  it('refuses fields that only an admin may set', async () => {
    for (const [key, value] of Object.entries({ roles: ['admin'], emailVerified: true, active: true, tenantId: '1' })) {
      const body = { email: newAddress(), password, [key]: value };
      refused(await anonymous.post(registerPath, body, fromNewNetwork()), 422, 'validation_failed', key);
    }
  });

  it('with the address of an existing user changes nothing', async () => {
    const { email, id } = await person(app);
    const before = (await admin.get(`${usersPath}/${id}`)).body;
    await anonymous.post(registerPath, { email, password: newPassword, firstName: unique() }, fromNewNetwork());
    assert.deepEqual((await admin.get(`${usersPath}/${id}`)).body, before);
    refused(await signIn(app, email, newPassword), 401, 'unauthenticated');
  });
});
