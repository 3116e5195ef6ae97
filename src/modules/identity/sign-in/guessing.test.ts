import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { refused } from '#test/expect.ts';
import { scale } from '#test/faults/scale.ts';
import { appForFile, Client, type Reply } from '#test/harness.ts';
import { long } from '#test/long.ts';
import { Mailbox, mailsSettled } from '#test/mailbox.ts';
import {
  answerOf,
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
  unique,
  usersPath,
  wrongPassword,
} from '#test/security-tools.ts';

const mailbox = new Mailbox();
/** The app is behind a proxy, so that each case can use its own IP address. */
const behindProxy = { TRUST_PROXY: 'true' };
const app = await appForFile({ ...mailbox.env, ...behindProxy });
const limited = await appForFile({ ...new Mailbox().env, ...behindProxy, LOGIN_MAX_FAILURES: '1000' });
const direct = await appForFile({ ...new Mailbox().env, LOGIN_MAX_FAILURES: '1000' });
/** The network limit of this database is never used up. */
const quiet = await appForFile(new Mailbox().env);
const registering = await appForFile({ ...new Mailbox().env, ...behindProxy });
const { admin, anonymous, sql } = app;
await openRegistration(app, 'default');
await openRegistration(registering, 'default');

const other = await secondNode(app, { ...mailbox.env, ...behindProxy }, 4);
/** Hashes passwords at the production cost. Uses a database whose network limit no test uses up. */
const productionCost = await secondNode(quiet, { LOGIN_MAX_FAILURES: '1000' });

/** The addresses of an active user, a deactivated user, and a user without a password. */
const known = (await person(app)).email;
const deactivated = await person(app);
await admin.delete(`${usersPath}/${deactivated.id}`);
const invited = newAddress();
await admin.create(usersPath, { email: invited });

let network = 0;
/** An IP address that no test has used. */
const newNetwork = () => {
  network += 1;
  return `198.51.100.${network}`;
};

async function fail(count: number, email: string, from = newNetwork(), accountKey = 'default'): Promise<void> {
  for (let n = 0; n < count; n += 1)
    refused(await signIn(app, email, `${wrongPassword} ${n}`, { from, accountKey }), 401, 'unauthenticated');
}

function assertLocked(reply: Reply): void {
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
    const from = newNetwork();
    await fail(5, email, from);
    const reply = await signIn(app, email, password, { from });
    assertLocked(reply);
    const seconds = Number(reply.headers.get('retry-after'));
    assert.ok(seconds > 14 * 60 && seconds <= 15 * 60, String(seconds));
    assertLocked(await signIn(app, email.toUpperCase(), password, { from: newNetwork() }));
    assertLocked(await signIn(other, email, password, { from: newNetwork() }));
    assert.equal((await client.get('/api/identity/sessions')).status, 200, 'existing sessions stay valid');
    await person(app);
  });

  it('the lock expires', async () => {
    const { email } = await person(app);
    await fail(5, email);
    const reply = await signIn(app, email, password, { from: newNetwork() });
    assertLocked(reply);
    // Simulates that the time in Retry-After has passed.
    const seconds = Number(reply.headers.get('retry-after'));
    await sql(`update sign_in_attempts set locked_until = locked_until - $1::int * interval '1 second'`, [seconds]);
    assert.equal((await signIn(app, email, password, { from: newNetwork() })).status, 200);
    await fail(4, email);
    assert.equal((await signIn(app, email, password, { from: newNetwork() })).status, 200, 'the count starts again');
  });

  it('with a success in between, nothing is locked', async () => {
    const { email } = await person(app);
    await fail(4, email);
    assert.equal((await signIn(app, email, password)).status, 200);
    await fail(4, email);
    assert.equal((await signIn(app, email, password)).status, 200);
  });

  it('no other spelling of the address circumvents the lock', async () => {
    const email = `kim-${unique()}@example.com`;
    await admin.create(usersPath, { email, password });
    await fail(5, email);
    for (const spelling of ['K\u0130M', '\u212aim', 'k\u0131m', 'KIM', 'ki\u0307m', ' kim', 'kim\u0000']) {
      const reply = await signIn(app, email.replace('kim', spelling), password, { from: newNetwork() });
      assert.notEqual(reply.status, 200, JSON.stringify(spelling));
    }
  });

  it('the answers are the same for an unknown address or account', async () => {
    const { email } = await person(app);
    const answers = async (address: string, accountKey: string) => {
      const from = newNetwork();
      const replies: Reply[] = [];
      for (let n = 0; n < 7; n += 1) replies.push(await signIn(app, address, wrongPassword, { from, accountKey }));
      const clock = /\d+ (?:minutes|seconds)/;
      return replies.map((reply) => JSON.stringify(answerOf(reply)).replace(clock, '…'));
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
    assertLocked(await signIn(app, email, password, { from: newNetwork() }));
    const { accountKey } = elsewhereAdmin;
    assert.equal((await signIn(app, email, password, { accountKey, from: newNetwork() })).status, 200);
  });
});

describe('concurrent guesses', () => {
  const compared = countComparisons(app);
  const comparedByOther = countComparisons(other);

  it('test no more than five passwords', async () => {
    const { email } = await person(app);
    const before = compared();
    const replies = await times(50, (n) => signIn(app, email, `${wrongPassword} ${n}`, { from: newNetwork() }));
    assert.deepEqual(statuses(replies), { 401: 5, 423: 45 });
    assert.equal(compared() - before, 5);
  });

  it('test no more than five passwords on two nodes together', async () => {
    const { email } = await person(app);
    const before = compared() + comparedByOther();
    const replies = await times(50, (n) =>
      signIn(n % 2 === 0 ? app : other, email, `${wrongPassword} ${n}`, { from: newNetwork() }),
    );
    assert.deepEqual(statuses(replies), { 401: 5, 423: 45 });
    assert.equal(compared() + comparedByOther() - before, 5);
  });

  it('test no more than five passwords of an unknown address', async () => {
    const email = newAddress();
    const replies = await times(50, (n) => signIn(app, email, `${wrongPassword} ${n}`, { from: newNetwork() }));
    assert.deepEqual(statuses(replies), { 401: 5, 423: 45 });
  });

  it('do not lock an account when thirty concurrent sign-ins have the right password', async () => {
    const { email } = await person(app);
    assert.deepEqual(statuses(await times(30, () => signIn(app, email, password, { from: newNetwork() }))), {
      200: 30,
    });
  });
});

describe('a hundred wrong passwords a minute from one network', () => {
  const compared = countComparisons(limited);

  it('block every address of the network, even with the right password', async () => {
    const from = newNetwork();
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
    assert.equal(
      (await signIn(limited, email, password, { from: newNetwork() })).status,
      200,
      'other networks are not blocked',
    );
  });

  it('are counted together for all addresses of an IPv6 /64', async () => {
    const inSameSubnet = (n: number) => `2001:db8:1:2::${n.toString(16)}`;
    for (let n = 0; n < 10; n += 1)
      await times(10, (m) => signIn(limited, newAddress(), wrongPassword, { from: inSameSubnet(n * 10 + m) }));
    refused(await signIn(limited, newAddress(), wrongPassword, { from: inSameSubnet(999) }), 429, 'rate_limited');
    refused(await signIn(limited, newAddress(), wrongPassword, { from: '2001:db8:1:3::1' }), 401, 'unauthenticated');
  });

  it('are counted by the address that the proxy adds, not by those the client sends', async () => {
    const proxied = (n: number) => `203.0.113.${n}, 198.51.100.250`;
    for (let n = 0; n < 10; n += 1)
      await times(10, (m) => signIn(limited, newAddress(), wrongPassword, { from: proxied(n * 10 + m) }));
    refused(await signIn(limited, newAddress(), wrongPassword, { from: proxied(200) }), 429, 'rate_limited');
  });

  it('cannot be exceeded by concurrent requests', async () => {
    const before = compared();
    const from = newNetwork();
    const replies = await times(150, () => signIn(limited, newAddress(), wrongPassword, { from }));
    assert.deepEqual(statuses(replies), { 401: 100, 429: 50 });
    assert.equal(compared() - before, 100);
  });

  it('are counted by the connection’s address when no proxy is trusted', async () => {
    for (let n = 0; n < 10; n += 1)
      await times(10, () => signIn(direct, newAddress(), wrongPassword, { from: newNetwork() }));
    refused(await signIn(direct, newAddress(), wrongPassword, { from: newNetwork() }), 429, 'rate_limited');
  });
});

describe('nobody can find out which addresses have a user', () => {
  /** Asserts that all addresses get the same answer, and returns it. */
  async function assertSameAnswers(
    addresses: readonly string[],
    ask: (email: string) => Promise<Reply>,
  ): Promise<Reply> {
    const replies: Reply[] = [];
    for (const email of addresses) replies.push(await ask(email));
    const [first, ...rest] = replies as [Reply, ...Reply[]];
    const answer = (reply: Reply) => JSON.stringify(answerOf(reply)).replace(/in \d+ seconds/, 'in a while');
    for (const reply of rest) assert.equal(answer(reply), answer(first));
    const names = (reply: Reply) => [...reply.headers.keys()].sort();
    for (const reply of rest) assert.deepEqual(names(reply), names(first));
    return first;
  }

  it('from a failed sign-in', async () => {
    const addresses = [known, deactivated.email, invited, newAddress(), 'no address at all', ''];
    const reply = await assertSameAnswers(addresses, (email) =>
      signIn(app, email, wrongPassword, { from: newNetwork() }),
    );
    assert.equal(reply.status, 401);
    const from = newNetwork();
    const others = await signIn(app, known, password, { accountKey: `none-${unique()}`, from });
    assert.deepEqual(answerOf(others), answerOf(reply));
    assert.deepEqual(answerOf(await signIn(app, deactivated.email, password, { from })), answerOf(reply));
    assert.deepEqual(answerOf(await signIn(app, known, 'x'.repeat(1000), { from })), answerOf(reply));
  });

  it('from requesting a password reset or a new verification', async () => {
    for (const path of [forgotPath, resendPath]) {
      const from = { 'x-forwarded-for': newNetwork() };
      const ask = (email: string) => anonymous.post(path, { email }, from);
      const reply = await assertSameAnswers([known, deactivated.email, invited, newAddress()], ask);
      assert.equal(reply.status, 200, reply.text);
      const nowhere = await anonymous.post(path, { email: known, accountKey: `none-${unique()}` }, from);
      assert.deepEqual(answerOf(nowhere), answerOf(reply));
    }
  });

  it('from registering', async () => {
    const register = (email: string) =>
      anonymous.post(registerPath, { email, password }, { 'x-forwarded-for': newNetwork() });
    const unused = newAddress();
    const reply = await assertSameAnswers([known, known.toUpperCase(), deactivated.email, invited, unused], register);
    assert.equal(reply.status, 202, reply.text);
    refused(await signIn(app, deactivated.email, password, { from: newNetwork() }), 401, 'unauthenticated');
    assert.equal((await signIn(app, unused, password, { from: newNetwork() })).status, 200);
    await mailbox.next(known, /already/);
    await mailsSettled(app);
    assert.deepEqual(
      mailbox.all(deactivated.email).filter(({ subject }) => /already/.test(subject)),
      [],
    );
  });

  it('from registering with a password that is too weak', async () => {
    const register = (email: string) =>
      anonymous.post(registerPath, { email, password: 'too short' }, { 'x-forwarded-for': newNetwork() });
    assert.equal((await assertSameAnswers([known, newAddress()], register)).status, 422);
  });

  it('from two concurrent registrations', async () => {
    const email = newAddress();
    const replies = await times(2, () =>
      anonymous.post(registerPath, { email, password }, { 'x-forwarded-for': newNetwork() }),
    );
    assert.deepEqual(statuses(replies), { 202: 2 });
    assert.equal((await sql('select 1 from identity_users where email = $1', [email])).length, 1);
  });

  it('from the rate limit', async () => {
    const from = { 'x-forwarded-for': newNetwork() };
    const { email } = await person(registering);
    for (let n = 0; n < 30; n += 1)
      await times(10, () => registering.anonymous.post(forgotPath, { email: newAddress() }, from));
    refused(await registering.anonymous.post(forgotPath, { email }, from), 429, 'rate_limited');
    const register = (address: string) => registering.anonymous.post(registerPath, { email: address, password }, from);
    assert.equal((await assertSameAnswers([email, newAddress()], register)).status, 202);
    const closed = { email: newAddress(), password, accountKey: 'none' };
    for (let n = 0; n < 12; n += 1) await times(10, () => registering.anonymous.post(registerPath, closed, from));
    assert.equal((await assertSameAnswers([email, newAddress()], register)).status, 429);
  });

  it('from an account with closed registration, nor which accounts exist', async () => {
    const { accountKey } = await app.tenant();
    const from = { 'x-forwarded-for': newNetwork() };
    const ask = (key: string) => anonymous.post(registerPath, { email: known, password, accountKey: key }, from);
    const [closed, none] = [await ask(accountKey), await ask(`none-${unique()}`)];
    assert.equal(closed.status, 403);
    assert.deepEqual(answerOf(none), answerOf(closed));
  });

  it('from the time that a sign-in takes', long, async () => {
    const email = newAddress();
    await new Client(productionCost.anonymous.url, quiet.admin.token).create(usersPath, { email, password });
    const timed = async (address: string) => {
      const begun = performance.now();
      refused(await signIn(productionCost, address, wrongPassword), 401, 'unauthenticated');
      return performance.now() - begun;
    };
    await timed(email);
    await timed(newAddress());
    const [ofKnown, ofUnknown]: [number[], number[]] = [[], []];
    for (let n = 0; n < scale.signIns; n += 1) {
      ofKnown.push(await timed(email));
      ofUnknown.push(await timed(newAddress()));
    }
    const median = (numbers: number[]) => numbers.sort((one, next) => one - next)[numbers.length / 2] as number;
    const ratio = median(ofKnown) / median(ofUnknown);
    // Without hashing a dummy password for unknown addresses, the ratio would be a hundred times larger.
    assert.ok(ratio > 0.67 && ratio < 1.5, `medians ${median(ofKnown)} and ${median(ofUnknown)} ms`);
    assert.ok(median(ofKnown) > 50, 'the password was hashed at the production cost');
  });
});
