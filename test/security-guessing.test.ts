import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused } from './expect.ts';
import { appForFile, Client, type Reply } from './harness.ts';
import { Mailbox, mailsSettled } from './mailbox.ts';
import {
  countComparisons,
  forgotPath,
  newAddress,
  openRegistration,
  password,
  person,
  registerPath,
  resendPath,
  secondNode,
  signIn,
  times,
  told,
  unique,
  usersPath,
  wrongPassword,
} from './security-tools.ts';

const mailbox = new Mailbox();
/** Behind a proxy, so that each case can come from an address of its own. */
const behindProxy = { TRUST_PROXY: 'true' };
const app = await appForFile({ ...mailbox.env, ...behindProxy });
const limited = await appForFile({ ...new Mailbox().env, ...behindProxy, LOGIN_MAX_FAILURES: '1000' });
const direct = await appForFile({ ...new Mailbox().env, LOGIN_MAX_FAILURES: '1000' });
/** No case here uses up the tries of a network. */
const quiet = await appForFile(new Mailbox().env);
const registering = await appForFile({ ...new Mailbox().env, ...behindProxy });
const { admin, anonymous, sql } = app;
await openRegistration(app, 'default');
await openRegistration(registering, 'default');

const other = await secondNode(app, { ...mailbox.env, ...behindProxy }, 4);
/** Passwords take as long here as they do in earnest. Its database is not that of the tests that use a network's tries up. */
const earnest = await secondNode(quiet, { LOGIN_MAX_FAILURES: '1000' });

/** An address that has a user, that of one who left, and that of one who has no password. */
const known = (await person(app)).email;
const left = await person(app);
await admin.delete(`${usersPath}/${left.id}`);
const invited = newAddress();
await admin.create(usersPath, { email: invited });

let network = 0;
/** An address that no case has come from before. */
const elsewhere = () => {
  network += 1;
  return `198.51.100.${network}`;
};

async function fail(count: number, email: string, from = elsewhere(), accountKey = 'default'): Promise<void> {
  for (let n = 0; n < count; n += 1)
    refused(await signIn(app, email, `${wrongPassword} ${n}`, { from, accountKey }), 401, 'unauthenticated');
}

function locked(reply: Reply): void {
  refused(reply, 423, 'account_locked');
  assert.match(reply.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  assert.equal(reply.headers.get('set-cookie'), null);
}

const statuses = (replies: readonly Reply[]) =>
  Object.fromEntries(
    Map.groupBy(replies, ({ status }) => status)
      .entries()
      .map(([key, of]) => [key, of.length]),
  );

describe('after five wrong passwords', () => {
  it('the sixth sign-in is refused for a while, even with the right one', async () => {
    const { email, client } = await person(app);
    const from = elsewhere();
    await fail(5, email, from);
    const reply = await signIn(app, email, password, { from });
    locked(reply);
    const seconds = Number(reply.headers.get('retry-after'));
    assert.ok(seconds > 14 * 60 && seconds <= 15 * 60, String(seconds));
    locked(await signIn(app, email.toUpperCase(), password, { from: elsewhere() }));
    locked(await signIn(other, email, password, { from: elsewhere() }));
    assert.equal((await client.get('/api/identity/sessions')).status, 200, 'who is signed in stays so');
    await person(app);
  });

  it('the lock opens by itself', async () => {
    const { email } = await person(app);
    await fail(5, email);
    const reply = await signIn(app, email, password, { from: elsewhere() });
    locked(reply);
    // As if the time that the answer names had passed.
    const seconds = Number(reply.headers.get('retry-after'));
    await sql(`update sign_in_attempts set locked_until = locked_until - $1::int * interval '1 second'`, [seconds]);
    assert.equal((await signIn(app, email, password, { from: elsewhere() })).status, 200);
    await fail(4, email);
    assert.equal((await signIn(app, email, password, { from: elsewhere() })).status, 200, 'the count began anew');
  });

  it('that are not in a row, nothing is locked', async () => {
    const { email } = await person(app);
    await fail(4, email);
    assert.equal((await signIn(app, email, password)).status, 200);
    await fail(4, email);
    assert.equal((await signIn(app, email, password)).status, 200);
  });

  it('no other spelling of the address opens it', async () => {
    const email = `kim-${unique()}@example.com`;
    await admin.create(usersPath, { email, password });
    await fail(5, email);
    for (const spelling of ['K\u0130M', '\u212aim', 'k\u0131m', 'KIM', 'ki\u0307m', ' kim', 'kim\u0000']) {
      const reply = await signIn(app, email.replace('kim', spelling), password, { from: elsewhere() });
      assert.notEqual(reply.status, 200, JSON.stringify(spelling));
    }
  });

  it('for an address or an account that nobody has, the answers are the same', async () => {
    const { email } = await person(app);
    const answers = async (address: string, accountKey: string) => {
      const from = elsewhere();
      const replies: Reply[] = [];
      for (let n = 0; n < 7; n += 1) replies.push(await signIn(app, address, wrongPassword, { from, accountKey }));
      const clock = /\d+ (?:minutes|seconds)/;
      return replies.map((reply) => JSON.stringify(told(reply)).replace(clock, '…'));
    };
    const known = await answers(email, 'default');
    assert.deepEqual(
      known.map((text) => JSON.parse(text).status),
      [401, 401, 401, 401, 401, 423, 423],
    );
    assert.deepEqual(await answers(newAddress(), 'default'), known);
    assert.deepEqual(await answers(email, `none-${unique()}`), known);
  });

  it('the same address in another account is not locked', async () => {
    const elsewhereAdmin = await app.tenant();
    const email = newAddress();
    for (const by of [admin, elsewhereAdmin]) await by.create(usersPath, { email, password });
    await fail(5, email);
    locked(await signIn(app, email, password, { from: elsewhere() }));
    const { accountKey } = elsewhereAdmin;
    assert.equal((await signIn(app, email, password, { accountKey, from: elsewhere() })).status, 200);
  });
});

describe('guesses that are all made at once', () => {
  const compared = countComparisons(app);
  const comparedByOther = countComparisons(other);

  it('test no more than five passwords', async () => {
    const { email } = await person(app);
    const before = compared();
    const replies = await times(50, (n) => signIn(app, email, `${wrongPassword} ${n}`, { from: elsewhere() }));
    assert.deepEqual(statuses(replies), { 401: 5, 423: 45 });
    assert.equal(compared() - before, 5);
  });

  it('test no more than five on two nodes together', async () => {
    const { email } = await person(app);
    const before = compared() + comparedByOther();
    const replies = await times(50, (n) =>
      signIn(n % 2 === 0 ? app : other, email, `${wrongPassword} ${n}`, { from: elsewhere() }),
    );
    assert.deepEqual(statuses(replies), { 401: 5, 423: 45 });
    assert.equal(compared() + comparedByOther() - before, 5);
  });

  it('test no more than five of an address that nobody has', async () => {
    const email = newAddress();
    const replies = await times(50, (n) => signIn(app, email, `${wrongPassword} ${n}`, { from: elsewhere() }));
    assert.deepEqual(statuses(replies), { 401: 5, 423: 45 });
  });

  it('do not lock out somebody who signs in thirty times at once', async () => {
    const { email } = await person(app);
    assert.deepEqual(statuses(await times(30, () => signIn(app, email, password, { from: elsewhere() }))), { 200: 30 });
  });
});

describe('a hundred wrong passwords a minute from one network', () => {
  const compared = countComparisons(limited);

  it('end it for every address, and for the right password as well', async () => {
    const from = elsewhere();
    const { email } = await person(limited);
    for (let n = 0; n < 10; n += 1) {
      const replies = await times(10, () => signIn(limited, newAddress(), wrongPassword, { from }));
      assert.deepEqual(statuses(replies), { 401: 10 });
    }
    for (const reply of [
      await signIn(limited, newAddress(), wrongPassword, { from }),
      await signIn(limited, email, password, { from }),
    ]) {
      refused(reply, 429, 'rate_limited');
      const seconds = Number(reply.headers.get('retry-after'));
      assert.ok(seconds > 0 && seconds <= 60, String(seconds));
    }
    assert.equal((await signIn(limited, email, password, { from: elsewhere() })).status, 200, 'others go on');
  });

  it('are counted together for the many addresses of one household', async () => {
    const household = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
    for (let n = 0; n < 10; n += 1)
      await times(10, (m) => signIn(limited, newAddress(), wrongPassword, { from: household(n * 10 + m) }));
    refused(await signIn(limited, newAddress(), wrongPassword, { from: household(999) }), 429, 'rate_limited');
    refused(await signIn(limited, newAddress(), wrongPassword, { from: '2001:db8:1:3::1' }), 401, 'unauthenticated');
  });

  it('are counted by what the proxy says, not by what the request said before it', async () => {
    const proxied = (n: number) => `203.0.113.${n}, 198.51.100.250`;
    for (let n = 0; n < 10; n += 1)
      await times(10, (m) => signIn(limited, newAddress(), wrongPassword, { from: proxied(n * 10 + m) }));
    refused(await signIn(limited, newAddress(), wrongPassword, { from: proxied(200) }), 429, 'rate_limited');
  });

  it('are not outrun by sending all of them at once', async () => {
    const before = compared();
    const from = elsewhere();
    const replies = await times(150, () => signIn(limited, newAddress(), wrongPassword, { from }));
    assert.deepEqual(statuses(replies), { 401: 100, 429: 50 });
    assert.equal(compared() - before, 100);
  });

  it('are counted whatever the request says of where it came from, when no proxy is trusted', async () => {
    for (let n = 0; n < 10; n += 1)
      await times(10, () => signIn(direct, newAddress(), wrongPassword, { from: elsewhere() }));
    refused(await signIn(direct, newAddress(), wrongPassword, { from: elsewhere() }), 429, 'rate_limited');
  });
});

describe('nobody learns which addresses have a user', () => {
  /** The answers to each address are one and the same. */
  async function alike(addresses: readonly string[], ask: (email: string) => Promise<Reply>): Promise<Reply> {
    const replies: Reply[] = [];
    for (const email of addresses) replies.push(await ask(email));
    const [first, ...rest] = replies as [Reply, ...Reply[]];
    const answer = (reply: Reply) => JSON.stringify(told(reply)).replace(/in \d+ seconds/, 'in a while');
    for (const reply of rest) assert.equal(answer(reply), answer(first));
    const names = (reply: Reply) => [...reply.headers.keys()].sort();
    for (const reply of rest) assert.deepEqual(names(reply), names(first));
    return first;
  }

  it('from a sign-in that fails', async () => {
    const addresses = [known, left.email, invited, newAddress(), 'no address at all', ''];
    const reply = await alike(addresses, (email) => signIn(app, email, wrongPassword, { from: elsewhere() }));
    assert.equal(reply.status, 401);
    const from = elsewhere();
    const others = await signIn(app, known, password, { accountKey: `none-${unique()}`, from });
    assert.deepEqual(told(others), told(reply));
    assert.deepEqual(told(await signIn(app, left.email, password, { from })), told(reply));
    assert.deepEqual(told(await signIn(app, known, 'x'.repeat(1000), { from })), told(reply));
  });

  it('from asking for a new password or for a new verification', async () => {
    for (const path of [forgotPath, resendPath]) {
      const from = { 'x-forwarded-for': elsewhere() };
      const ask = (email: string) => anonymous.post(path, { email }, from);
      const reply = await alike([known, left.email, invited, newAddress()], ask);
      assert.equal(reply.status, 200, reply.text);
      const nowhere = await anonymous.post(path, { email: known, accountKey: `none-${unique()}` }, from);
      assert.deepEqual(told(nowhere), told(reply));
    }
  });

  it('from registering', async () => {
    const register = (email: string) =>
      anonymous.post(registerPath, { email, password }, { 'x-forwarded-for': elsewhere() });
    const fresh = newAddress();
    const reply = await alike([known, known.toUpperCase(), left.email, invited, fresh], register);
    assert.equal(reply.status, 202, reply.text);
    refused(await signIn(app, left.email, password, { from: elsewhere() }), 401, 'unauthenticated');
    assert.equal((await signIn(app, fresh, password, { from: elsewhere() })).status, 200);
    await mailbox.next(known, /already/);
    await mailsSettled(app);
    assert.deepEqual(
      mailbox.all(left.email).filter(({ subject }) => /already/.test(subject)),
      [],
    );
  });

  it('from registering with a password that is too weak', async () => {
    const register = (email: string) =>
      anonymous.post(registerPath, { email, password: 'too short' }, { 'x-forwarded-for': elsewhere() });
    assert.equal((await alike([known, newAddress()], register)).status, 422);
  });

  it('from registering twice at once', async () => {
    const email = newAddress();
    const replies = await times(2, () =>
      anonymous.post(registerPath, { email, password }, { 'x-forwarded-for': elsewhere() }),
    );
    assert.deepEqual(statuses(replies), { 202: 2 });
    assert.equal((await sql('select 1 from identity_users where email = $1', [email])).length, 1);
  });

  it('from what the limit of requests does', async () => {
    const from = { 'x-forwarded-for': elsewhere() };
    const { email } = await person(registering);
    for (let n = 0; n < 30; n += 1)
      await times(10, () => registering.anonymous.post(forgotPath, { email: newAddress() }, from));
    refused(await registering.anonymous.post(forgotPath, { email }, from), 429, 'rate_limited');
    const register = (address: string) => registering.anonymous.post(registerPath, { email: address, password }, from);
    assert.equal((await alike([email, newAddress()], register)).status, 202);
    const closed = { email: newAddress(), password, accountKey: 'none' };
    for (let n = 0; n < 12; n += 1) await times(10, () => registering.anonymous.post(registerPath, closed, from));
    assert.equal((await alike([email, newAddress()], register)).status, 429);
  });

  it('from an account that takes no registrations, nor which accounts there are', async () => {
    const { accountKey } = await app.tenant();
    const from = { 'x-forwarded-for': elsewhere() };
    const ask = (key: string) => anonymous.post(registerPath, { email: known, password, accountKey: key }, from);
    const [closed, none] = [await ask(accountKey), await ask(`none-${unique()}`)];
    assert.equal(closed.status, 403);
    assert.deepEqual(told(none), told(closed));
  });

  it('from the time that a sign-in takes', async () => {
    const email = newAddress();
    await new Client(earnest.anonymous.url, quiet.admin.token).create(usersPath, { email, password });
    const timed = async (address: string) => {
      const begun = performance.now();
      refused(await signIn(earnest, address, wrongPassword), 401, 'unauthenticated');
      return performance.now() - begun;
    };
    await timed(email);
    await timed(newAddress());
    const [ofKnown, ofUnknown]: [number[], number[]] = [[], []];
    for (let n = 0; n < 20; n += 1) {
      ofKnown.push(await timed(email));
      ofUnknown.push(await timed(newAddress()));
    }
    const median = (numbers: number[]) => numbers.sort((one, next) => one - next)[numbers.length / 2] as number;
    const ratio = median(ofKnown) / median(ofUnknown);
    // Without the hash of a password that nobody has, it would be a hundredth.
    assert.ok(ratio > 0.67 && ratio < 1.5, `medians ${median(ofKnown)} and ${median(ofUnknown)} ms`);
    assert.ok(median(ofKnown) > 50, 'the password was hashed in earnest');
  });
});
