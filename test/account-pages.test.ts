import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import vm from 'node:vm';
import {
  accountLink,
  addressChangedMail,
  alreadyRegisteredMail,
  invitationMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from '../src/modules/identity/mail/mails.ts';
import { assertNoWrites, refused } from './expect.ts';
import { appForFile, type Json } from './harness.ts';
import { Mailbox } from './mailbox.ts';

const mailbox = new Mailbox();
const { anonymous, admin, login, url: base, sql } = await appForFile(mailbox.env);
const names = ['verify-email', 'reset-password', 'accept-invitation'] as const;
type Name = (typeof names)[number];
const sources = new Map<Name, string>();
for (const name of names) sources.set(name, (await anonymous.get(`/account/${name}?token=t0ken`)).text);
const script = (await anonymous.get('/account/assets/page.js')).text;
const styles = (await anonymous.get('/account/assets/page.css')).text;

/** The part of a DOM element that the script of the pages uses. There is no property that parses text as HTML. */
class FakeElement {
  readonly attributes: Map<string, string>;
  readonly listeners = new Map<string, (event: { preventDefault(): void }) => unknown>();
  readonly dataset: Record<string, string>;
  inputs: readonly FakeElement[] = [];
  textContent = '';
  className = '';
  value = '';
  hidden: boolean;
  focused = false;

  constructor(attributes: Map<string, string>) {
    this.attributes = attributes;
    this.hidden = attributes.has('hidden');
    this.dataset = Object.fromEntries(
      [...attributes].filter(([key]) => key.startsWith('data-')).map(([key, value]) => [key.slice(5), value]),
    );
    Object.seal(this);
  }

  get name(): string {
    return this.attributes.get('name') ?? '';
  }
  get type(): string {
    return this.attributes.get('type') ?? '';
  }
  set type(type: string) {
    this.attributes.set('type', type);
  }
  setAttribute(key: string, value: string): void {
    this.attributes.set(key, value);
  }
  removeAttribute(key: string): void {
    this.attributes.delete(key);
  }
  addEventListener(type: string, listener: (event: { preventDefault(): void }) => unknown): void {
    this.listeners.set(type, listener);
  }
  querySelectorAll(selector: string): readonly FakeElement[] {
    assert.equal(selector, 'input');
    return this.inputs;
  }
  reset(): void {
    for (const input of this.inputs) input.value = '';
  }
  focus(): void {
    this.focused = true;
  }
}

const attributesOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/([\w-]+)(?:="([^"]*)")?/g)].map(([, key = '', value = '']) => [key, value]));

/** The elements of a page that have an id. */
function elementsOf(html: string): Map<string, FakeElement> {
  const tags = [...html.matchAll(/<(\w+)\b([^>]*)>/g)].map(([, tag = '', rest = '']) => ({
    tag,
    element: new FakeElement(attributesOf(rest)),
  }));
  const form = tags.find(({ tag }) => tag === 'form')?.element;
  assert.ok(form);
  form.inputs = tags.filter(({ tag }) => tag === 'input').map(({ element }) => element);
  return new Map(
    tags.flatMap(({ element }) =>
      element.attributes.has('id') ? [[element.attributes.get('id') as string, element]] : [],
    ),
  );
}

interface SentRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: Json;
}

type Responder = (sent: SentRequest) => Promise<Response>;

const respondWith =
  (status: number, body: unknown): Responder =>
  async () =>
    Response.json(body, { status });
const respondInvalid = (message: string, ...fields: string[]): Responder =>
  respondWith(422, { error: { code: 'validation_failed', message, details: fields.map((field) => ({ field })) } });
const respondOk = respondWith(200, {});

/** Opens a page as a browser does: its script runs on the elements of its source. */
function open(name: Name, search: string, respond: Responder = respondOk) {
  const elements = elementsOf(sources.get(name) as string);
  const element = (id: string): FakeElement => {
    const found = elements.get(id);
    assert.ok(found, `${name} has no ${id}`);
    return found;
  };
  const page = new URL(`/account/${name}${search}`, base);
  const sent: SentRequest[] = [];
  const addresses: string[] = [];
  vm.runInNewContext(script, {
    document: { getElementById: (id: string) => elements.get(id) ?? null },
    location: { search: page.search, pathname: page.pathname },
    history: { replaceState: (_state: null, _title: string, to: string) => addresses.push(to) },
    URLSearchParams,
    fetch: (to: string, { method, headers, body }: SentRequest) => {
      const request = { url: new URL(to, page).href, method, headers: { ...headers }, body: JSON.parse(body) };
      sent.push(request);
      return respond(request);
    },
  });
  /** Returns whether the script prevented the default action of the browser. */
  const fire = async (id: string, type: string): Promise<boolean> => {
    const event = {
      prevented: false,
      preventDefault() {
        this.prevented = true;
      },
    };
    await element(id).listeners.get(type)?.(event);
    return event.prevented;
  };
  return { element, sent, addresses, fire, submit: () => fire('form', 'submit'), result: element('result') };
}

describe('the pages that links in mails lead to', () => {
  for (const name of names) {
    it(`${name}: is not cached, sends no referrer, and cannot be framed`, async () => {
      const { status, headers } = await anonymous.get(`/account/${name}?token=t0ken`);
      assert.equal(status, 200);
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8');
      assert.equal(headers.get('cache-control'), 'no-store');
      assert.equal(headers.get('referrer-policy'), 'no-referrer');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('set-cookie'), null);
    });

    it(`${name}: has a Content-Security-Policy that allows only this server, and nothing inline`, async () => {
      const policy = (await anonymous.get(`/account/${name}`)).headers.get('content-security-policy') ?? '';
      const directives = new Map(policy.split(';').map((part) => part.trim().split(/ (.*)/) as [string, string]));
      assert.equal(directives.get('default-src'), "'none'");
      for (const key of ['script-src', 'style-src', 'connect-src']) assert.equal(directives.get(key), "'self'", key);
      assert.equal(directives.get('frame-ancestors'), "'none'");
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      const source = sources.get(name) as string;
      assert.doesNotMatch(source, /<style|\sstyle=|\son\w+=|<script(?![^>]*\bsrc=)/i);
    });

    it(`${name}: is the same for every token, and does not contain it`, async () => {
      const source = sources.get(name) as string;
      assert.doesNotMatch(source, /t0ken/);
      const others = ['', '?token=%22%3E%3Cscript%3Ealert(1)%3C/script%3E', '?token=', `?token=${'x'.repeat(20_000)}`];
      for (const search of others) assert.equal((await anonymous.get(`/account/${name}${search}`)).text, source);
    });

    it(`${name}: has a label for each field, and announces its result to screen readers`, () => {
      const source = sources.get(name) as string;
      const inputs = [...source.matchAll(/<input\b([^>]*)>/g)].map(([, rest = '']) => attributesOf(rest));
      for (const input of inputs) assert.ok(source.includes(`<label for="${input.get('id')}">`), input.get('id'));
      for (const input of inputs.filter((one) => one.get('type') === 'password')) {
        assert.deepEqual([input.get('autocomplete'), input.get('minlength')], ['new-password', '10']);
        assert.ok(input.has('required') && source.includes(`aria-controls="${input.get('id')}"`));
      }
      assert.equal(
        inputs.some((input) => input.get('name') === 'password'),
        name !== 'verify-email',
      );
      assert.match(source, /<p id="result" role="status" aria-live="polite"/);
      assert.match(
        source,
        /<html lang="en">[\s\S]*<meta name="viewport" content="width=device-width[\s\S]*<title>.+<\/title>/,
      );
      // Without method="post" a form that is sent without the script would put the password into the address.
      assert.match(source, /<form [^>]*method="post"[^>]* hidden>/);
    });
  }

  it('load only files of this server, and name no other host', async () => {
    for (const source of sources.values()) {
      const files = [...source.matchAll(/<(?:script|link)\b[^>]*\b(?:src|href)="([^"]+)"/g)].map(
        ([, file = '']) => file,
      );
      assert.deepEqual(files.sort(), ['assets/page.css', 'assets/page.js', 'data:,']);
    }
    const otherHost = /(?:https?:)?\/\/[\w[]|@import|url\(/i;
    for (const text of [...sources.values(), script, styles]) assert.doesNotMatch(text, otherHost);
    const kinds = { 'page.js': 'text/javascript; charset=utf-8', 'page.css': 'text/css; charset=utf-8' };
    for (const [file, kind] of Object.entries(kinds)) {
      const { status, headers } = await anonymous.get(`/account/assets/${file}`);
      assert.deepEqual([status, headers.get('content-type')], [200, kind]);
    }
    for (const path of ['verify-email.html', '..%2faccount-pages.ts', '..%2f..%2fpackage.json']) {
      refused(await anonymous.get(`/account/assets/${path}`), 404, 'not_found');
    }
  });

  it('support light and dark colour schemes', () => {
    assert.match(styles, /color-scheme: light dark/);
    assert.match(styles, /@media \(prefers-color-scheme: dark\)/);
  });

  it('change nothing when they are fetched, as mail scanners do', () =>
    assertNoWrites({ sql }, ['identity_users', 'jobs'], async () => {
      for (const name of names) {
        const path = `/account/${name}?token=t0ken`;
        assert.equal((await anonymous.get(path)).status, 200);
        assert.equal((await anonymous.request('HEAD', path)).status, 200);
        for (const method of ['POST', 'PUT', 'DELETE']) {
          refused(await anonymous.request(method, path), 405, 'method_not_allowed');
        }
      }
    }));
});

describe('the script of the pages', () => {
  it('sends nothing before the button is pressed, and removes the token from the address', () => {
    for (const name of names) {
      const { sent, addresses, element, result } = open(name, '?token=t0ken');
      assert.deepEqual([sent, addresses], [[], [`/account/${name}`]]);
      assert.deepEqual([element('form').hidden, result.textContent], [false, '']);
    }
  });

  it('sends the token as JSON to this server when the button is pressed', async () => {
    const { sent, submit, element, result } = open('verify-email', '?token=a%2Bb-_%26');
    assert.equal(await submit(), true, 'the browser does not send the form itself');
    const headers = { 'content-type': 'application/json' };
    const address = `${base}/api/identity/auth/verify-email`;
    assert.deepEqual(sent, [{ url: address, method: 'POST', headers, body: { token: 'a+b-_&' } }]);
    assert.deepEqual([element('form').hidden, result.focused, result.className], [true, true, 'good']);
    assert.equal(result.textContent, 'Your address is confirmed. You can close this page.');
  });

  it('sends the password unchanged, and then clears the input', async () => {
    const { sent, submit, element } = open('reset-password', '?token=t0ken');
    element('password').value = ' correct horse battery ';
    await submit();
    assert.deepEqual(
      sent.map(({ url, body }) => [url, body]),
      [[`${base}/api/identity/auth/reset-password`, { token: 't0ken', password: ' correct horse battery ' }]],
    );
    assert.equal(element('password').value, '');
  });

  it('sends first and last name with an accepted invitation, if they are given', async () => {
    const nameless = open('accept-invitation', '?token=t0ken');
    nameless.element('password').value = 'correct horse battery';
    nameless.element('last-name').value = '  ';
    await nameless.submit();
    const named = open('accept-invitation', '?token=t0ken');
    named.element('password').value = 'correct horse battery';
    named.element('first-name').value = ' Ada ';
    named.element('last-name').value = 'Lovelace';
    await named.submit();
    const first = { token: 't0ken', password: 'correct horse battery' };
    assert.deepEqual(nameless.sent[0]?.body, first);
    assert.deepEqual(named.sent[0]?.body, { ...first, firstName: 'Ada', lastName: 'Lovelace' });
    assert.equal(named.sent[0]?.url, `${base}/api/identity/auth/accept-invitation`);
  });

  it('shows the error of the server as text, marks the password, and allows another try', async () => {
    const message = 'password must not be <img src=x onerror=alert(1)>.';
    const { sent, submit, element, result } = open(
      'reset-password',
      '?token=t0ken',
      respondInvalid(message, 'password'),
    );
    const password = element('password');
    password.value = 'correct horse battery';
    await submit();
    assert.deepEqual([result.textContent, result.className, element('form').hidden], [message, 'bad', false]);
    assert.deepEqual([password.attributes.get('aria-invalid'), password.focused], ['true', true]);
    assert.equal(password.value, 'correct horse battery');
    await submit();
    assert.equal(sent.length, 2);
    assert.doesNotMatch(script, /innerHTML|outerHTML|insertAdjacent|document\.write|eval\(/);
  });

  it('says that the server is unreachable, or that it gave no reason', async () => {
    const unreachable = open('verify-email', '?token=t0ken', () => Promise.reject(new TypeError('fetch failed')));
    await unreachable.submit();
    assert.match(unreachable.result.textContent, /^The server could not be reached\./);
    const withoutReason = open(
      'verify-email',
      '?token=t0ken',
      async () => new Response('<h1>no</h1>', { status: 502 }),
    );
    await withoutReason.submit();
    assert.match(withoutReason.result.textContent, /^The server answered with 502 and gave no reason\./);
    for (const { element, result } of [unreachable, withoutReason]) {
      assert.deepEqual([element('form').hidden, result.className], [false, 'bad']);
    }
  });

  it('sends one request even when the button is pressed again before the answer', async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const { sent, submit, element, result } = open('verify-email', '?token=t0ken', () => promise);
    const presses = [submit(), submit()];
    assert.equal(element('send').attributes.get('aria-disabled'), 'true');
    assert.match(result.textContent, /^One moment/);
    resolve(Response.json({}));
    await Promise.all(presses);
    assert.equal(sent.length, 1);
    assert.equal(element('send').attributes.has('aria-disabled'), false);
  });

  it('shows and hides the password on demand', async () => {
    const { fire, element } = open('accept-invitation', '?token=t0ken');
    const state = () => [element('password').type, element('show').attributes.get('aria-pressed')];
    assert.deepEqual(state(), ['password', 'false']);
    await fire('show', 'click');
    assert.deepEqual(state(), ['text', 'true']);
    await fire('show', 'click');
    assert.deepEqual(state(), ['password', 'false']);
  });

  it('says that the token is missing, and offers no button', async () => {
    for (const name of names) {
      for (const search of ['', '?token=', '?tokens=x']) {
        const { sent, submit, element, result } = open(name, search);
        assert.match(result.textContent, /^There is no token in the address of this page\./);
        assert.equal(element('form').hidden, true);
        await submit();
        assert.deepEqual(sent, []);
      }
    }
  });
});

describe('a link in a mail', () => {
  /** Sends the request to the server. */
  const sendToServer: Responder = ({ url, body, ...request }) => fetch(url, { ...request, body: JSON.stringify(body) });
  const good = 'another quiet evening';

  /** Opens the page of a link after mail scanners have fetched it, which must not use up the token. */
  async function openLink(link: string, name: Name) {
    const { pathname, search } = new URL(link);
    assert.equal(pathname, `/account/${name}`);
    const links = () => sql('select * from one_time_tokens order by hash');
    const before = await links();
    assert.ok(before.length > 0);
    await assertNoWrites({ sql }, ['identity_users', 'jobs', 'sessions'], async () => {
      for (const method of ['GET', 'HEAD', 'GET']) {
        assert.equal((await anonymous.request(method, pathname + search)).status, 200);
      }
    });
    assert.deepEqual(await links(), before);
    return open(name, search, sendToServer);
  }

  const person = async (email: string): Promise<string> =>
    (await admin.create('/api/identity/users', { email, password: 'correct horse battery', roles: ['member'] }))._id;

  it('verifies an address, once', async () => {
    const email = 'verify@example.com';
    const id = await person(email);
    const { link } = await mailbox.next(email, /^Confirm your address/);
    const verified = async () => (await admin.get(`/api/identity/users/${id}`)).body.emailVerified;
    const { submit, result } = await openLink(link, 'verify-email');
    assert.equal(await verified(), false);
    await submit();
    assert.deepEqual([result.className, await verified()], ['good', true]);
    const again = open('verify-email', new URL(link).search, sendToServer);
    await again.submit();
    assert.equal(again.result.className, 'bad');
    assert.match(again.result.textContent, /^token /);
  });

  it('changes a password, when the new one is good enough', async () => {
    const email = 'reset@example.com';
    await person(email);
    await anonymous.post('/api/identity/auth/forgot-password', { email });
    const { link } = await mailbox.next(email, /^Choose a new password/);
    const { submit, result, element } = await openLink(link, 'reset-password');
    element('password').value = 'Password123';
    await submit();
    assert.match(result.textContent, /^password must not be a password that is guessed first/);
    assert.equal(element('password').attributes.get('aria-invalid'), 'true');
    element('password').value = good;
    await submit();
    assert.deepEqual([result.className, result.textContent], ['good', element('form').dataset.done]);
    await login(email, good);
    await mailbox.next(email, /^Your password for default was changed/);
  });

  it('creates the user of an invitation', async () => {
    const email = 'invited@example.com';
    await admin.create('/api/identity/invitations', { email });
    const { link } = await mailbox.next(email, /^You are invited to default/);
    const { submit, result, element } = await openLink(link, 'accept-invitation');
    element('password').value = good;
    element('first-name').value = 'Ada';
    element('last-name').value = 'Lovelace';
    await submit();
    assert.deepEqual([result.className, result.textContent], ['good', element('form').dataset.done]);
    const { userId } = await login(email, good);
    const { name, emailVerified } = (await admin.get(`/api/identity/users/${userId}`)).body;
    assert.deepEqual([name, emailVerified], ['Ada Lovelace', true]);
  });
});

describe('mails about accounts', () => {
  const accountKey = 'acme';
  const link = accountLink('https://atrium.example', 'verify-email', 'a-b_c');

  it('link to the pages, also when PUBLIC_URL has a path', () => {
    assert.equal(link, 'https://atrium.example/account/verify-email?token=a-b_c');
    assert.equal(
      accountLink('https://example.com/atrium/', 'reset-password', 'a&b'),
      'https://example.com/atrium/account/reset-password?token=a%26b',
    );
    for (const name of names) assert.ok(sources.get(new URL(accountLink(base, name, 't')).pathname.slice(9) as Name));
  });

  it('contain the complete link as text and as HTML, and say how long it is valid', () => {
    const mails = [
      [verificationMail({ link, accountKey, hours: 24 }), /24 hours\b/],
      [resetMail({ link, accountKey, minutes: 60 }), /60 minutes\b/],
      [
        invitationMail({ link, accountKey, invitedBy: 'Ada Lovelace', days: 1 }),
        /Ada Lovelace invites you[\s\S]*\b1 day,/,
      ],
      [alreadyRegisteredMail({ resetLink: link, accountKey }), /already/],
    ] as const;
    for (const [{ subject, text, html }, says] of mails) {
      assert.match(subject, /\bacme\b/);
      assert.ok(text.split('\n').includes(link), text);
      assert.ok(html.includes(`<a href="${link}" `) && html.includes(`>${link}<`), html);
      for (const form of [text, html]) assert.match(form, says);
    }
    const linkless = alreadyRegisteredMail({ accountKey });
    assert.doesNotMatch(linkless.text + linkless.html, /https?:|href/);
  });

  it('say when and from where a password was changed, and which address is the new one', () => {
    const changed = passwordChangedMail({ accountKey, ip: '192.0.2.7', at: new Date('2026-03-01T12:34:56.789Z') });
    assert.match(changed.text, /\bacme was changed on 2026-03-01 at 12:34 UTC, from the address 192\.0\.2\.7\./);
    const unknown = passwordChangedMail({ accountKey, ip: undefined, at: new Date(0) });
    assert.match(unknown.text, /on 1970-01-01 at 00:00 UTC\./);
    assert.match(addressChangedMail({ accountKey, newEmail: 'eve@example.com' }).text, /is now eve@example\.com\./);
  });

  it('show names from strangers as plain text: one line, no markup, no change of direction', () => {
    const evil = 'x\r\nBcc: eve@example.com\u2028\u202e<img src="//evil.example" onerror=\'a\'>&amp;\u0000\ud83d';
    const at = new Date();
    const mails = [
      verificationMail({ link: `${link}&"><script>`, accountKey: evil, hours: 1 }),
      resetMail({ link, accountKey: evil, minutes: 1 }),
      invitationMail({ link, accountKey: evil, invitedBy: evil, days: 1 }),
      alreadyRegisteredMail({ resetLink: link, accountKey: evil }),
      passwordChangedMail({ accountKey: evil, ip: evil, at }),
      addressChangedMail({ accountKey: evil, newEmail: evil }),
    ];
    const shown =
      'x Bcc: eve@example.com &lt;img src=&quot;//evil.example&quot; onerror=&#39;a&#39;&gt;&amp;amp; \ufffd';
    for (const { subject, text, html } of mails) {
      assert.doesNotMatch(subject, /[\p{Cc}\u2028\u202e]/u);
      assert.doesNotMatch(text, /^Bcc/m);
      assert.doesNotMatch(html, /<img|<script|\u202e/);
      assert.ok(html.includes(shown), html);
      assert.ok(subject.isWellFormed() && text.isWellFormed() && html.isWellFormed());
    }
    const long = invitationMail({ link, accountKey, invitedBy: '😀'.repeat(100_000), days: 1 });
    assert.ok(long.text.length < 2000 && long.text.isWellFormed());
  });
});
