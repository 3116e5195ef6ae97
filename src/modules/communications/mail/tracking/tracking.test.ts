import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createVault } from '#lib/vault.ts';
import { eventually } from '#test/eventually.ts';
import { assertNoWrites, nobody } from '#test/expect.ts';
import { appForFile, startApp } from '#test/harness.ts';
import { MailPages } from '#test/mail-pages.ts';
import { LinkSigner } from './mail-links.ts';
import { trackHtml } from './track-html.ts';

const app = await appForFile();
const { admin, sql } = app;
const pages = new MailPages(app);
const scannerMs = 2000;

/** The same token with one bit changed. */
const changed = (token: string, at: number): string => {
  const bytes = Buffer.from(token, 'base64url');
  bytes[at] = (bytes[at] as number) ^ 1;
  return bytes.toString('base64url');
};
const tokenOf = (url: string): string => (url.split('/').at(-1) as string).replace(/\.gif$/, '');

describe('an open', () => {
  it('is answered with an image that is not cached, and counted once as the first', async () => {
    const mail = await pages.mail();
    const reply = await pages.visit(mail.links.openUrl);
    assert.equal(reply.status, 200);
    assert.equal(reply.headers.get('content-type'), 'image/gif');
    assert.match(reply.headers.get('cache-control') ?? '', /no-store/);
    assert.equal(reply.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(reply.headers.get('referrer-policy'), 'no-referrer');
    assert.equal(reply.headers.get('x-robots-tag'), 'noindex');
    await pages.visit(mail.links.openUrl);
    assert.deepEqual(await pages.waitForFacts(mail.id, 'opened', 2), { firstOpened: 1, opened: 2 });
    const queued = await sql('select kind from mail_uncounted where email_id = $1 order by kind', [mail.id]);
    assert.deepEqual(
      queued.map(({ kind }) => kind),
      ['firstOpened', 'opened', 'opened'],
    );
  });

  it('is counted exactly when a hundred come at once', async () => {
    const mails = await Promise.all([pages.mail(), pages.mail()]);
    await Promise.all(Array.from({ length: 100 }, (_, n) => pages.visit((mails[n % 2] ?? mails[0]).links.openUrl)));
    for (const { id } of mails)
      assert.deepEqual(await pages.waitForFacts(id, 'opened', 50), { firstOpened: 1, opened: 50 });
  });

  it('is not counted for HEAD', async () => {
    const mail = await pages.mail();
    assert.equal((await pages.visit(mail.links.openUrl, 'HEAD')).status, 200);
    assert.equal((await pages.visit(mail.links.clickUrl('https://example.com/'), 'HEAD')).status, 302);
    await sleep(scannerMs + 600);
    assert.deepEqual(await pages.facts(mail.id), {});
  });

  it('of a mail that was deleted is answered, and forgotten', async () => {
    const mail = await pages.mail();
    await admin.delete(`/api/communications/emails/${mail.id}`);
    assert.equal((await pages.visit(mail.links.openUrl)).status, 200);
    await sleep(500);
    assert.deepEqual(await pages.facts(mail.id), {});
  });
});

describe('a click', () => {
  it('redirects to the address of the link, and is an open if none was recorded', async () => {
    const mail = await pages.mail();
    const reply = await pages.visit(mail.links.clickUrl('https://example.com/é?a=1&b=2#c'));
    assert.equal(reply.status, 302);
    assert.equal(reply.headers.get('location'), 'https://example.com/%C3%A9?a=1&b=2#c');
    assert.deepEqual(await pages.waitForFacts(mail.id, 'clicked'), {
      clicked: 1,
      firstClicked: 1,
      firstOpened: 1,
      opened: 1,
    });
    const [{ link }] = await sql(`select link from mail_facts where email_id = $1 and kind = 'clicked'`, [mail.id]);
    assert.equal(link, 'https://example.com/é?a=1&b=2#c');
  });

  it('after an open adds no open', async () => {
    const mail = await pages.mail();
    await pages.visit(mail.links.openUrl);
    await pages.visit(mail.links.clickUrl('https://example.com/'));
    assert.deepEqual(await pages.waitForFacts(mail.id, 'clicked'), {
      clicked: 1,
      firstClicked: 1,
      firstOpened: 1,
      opened: 1,
    });
  });

  it('works for a link of 10,000 characters', async () => {
    const mail = await pages.mail();
    const url = `https://example.com/?${'x'.repeat(10_000)}`;
    const reply = await pages.visit(mail.links.clickUrl(url));
    assert.equal(reply.status, 302);
    assert.equal(reply.headers.get('location'), url);
  });
});

describe('a token', () => {
  it('that was changed anywhere is answered with a page 404', async () => {
    const mail = await pages.mail();
    const token = tokenOf(mail.links.clickUrl('https://example.com/'));
    const length = Buffer.from(token, 'base64url').length;
    for (const at of [0, 1, 6, 7, 20, 23, 30, length - 17, length - 16, length - 1]) {
      const reply = await pages.visit(`/m/c/${changed(token, at)}`);
      assert.equal(reply.status, 404, `byte ${at}`);
      assert.equal(reply.headers.get('location'), null);
      assert.match(reply.text, /This link does not work/);
      assert.match(reply.headers.get('content-type') ?? '', /text\/html/);
    }
    for (const bad of [
      '',
      'x',
      '..',
      'a'.repeat(5000),
      `${token}x`,
      `${token}/https://evil.example`,
      token.slice(0, -4),
    ])
      for (const kind of ['o', 'c', 'u', 'v', 's']) assert.equal((await pages.visit(`/m/${kind}/${bad}`)).status, 404);
  });

  it('is of no use for another purpose', async () => {
    const { links } = await pages.mail();
    const tokens = {
      o: links.openUrl,
      c: links.clickUrl('https://example.com/'),
      u: links.unsubscribeUrl,
      v: links.viewUrl,
    };
    for (const [own, url] of Object.entries(tokens)) {
      for (const kind of ['o', 'c', 'u', 'v', 's']) {
        const suffix = kind === 'o' ? '.gif' : '';
        const { status } = await pages.visit(`/m/${kind}/${tokenOf(url)}${suffix}`);
        assert.equal(status === 404, kind !== own, `${own} as ${kind} answered ${status}`);
      }
    }
  });

  it('of another server is refused, and one of a replaced key accepted', async () => {
    const services = { publicUrl: () => app.url, vault: createVault(Buffer.alloc(32, 201)) };
    const mail = await pages.mail();
    const foreign = new LinkSigner(services).of(mail.tenantId, mail.id);
    assert.equal((await pages.visit(foreign.clickUrl('https://evil.example/'))).status, 404);
    assert.equal((await pages.visit(foreign.openUrl)).status, 404);
    const rotated = new LinkSigner({ ...services, vault: createVault(Buffer.alloc(32, 202), Buffer.alloc(32, 201)) });
    const read = rotated.read(tokenOf(foreign.clickUrl('https://example.com/')), 'click');
    assert.deepEqual(read, { tenantId: mail.tenantId, emailId: mail.id, url: 'https://example.com/' });
  });

  it('with the mail of another tenant finds nothing', async () => {
    const other = await app.tenant();
    const mail = await pages.mail({}, other);
    const [{ id: ownTenant }] = await sql(`select id from tenants where account_key = 'default'`);
    const links = pages.signer.of(ownTenant, mail.id);
    await pages.visit(links.openUrl);
    await sleep(500);
    assert.deepEqual(await pages.facts(mail.id), {});
    assert.equal((await pages.visit(links.unsubscribeUrl)).status, 404);
    assert.equal((await pages.visit(links.viewUrl)).status, 404);
    assert.equal((await pages.visit(pages.signer.of('999999', nobody).unsubscribeUrl)).status, 404);
  });

  it('leads only to http and https', () => {
    const links = pages.signer.of('1', nobody);
    for (const url of [
      'javascript:alert(1)',
      '//evil.example',
      'data:text/html,x',
      'https://',
      'ftp://example.com',
      'https://a b',
    ])
      assert.throws(() => links.clickUrl(url), /http or https/, url);
  });
});

describe('machines', () => {
  const machineOpens: [string, Record<string, string>][] = [
    ['a crawler', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['Apple Mail Privacy Protection', { 'user-agent': 'Mozilla/5.0' }],
    ['a prefetch', { 'sec-purpose': 'prefetch;prerender' }],
    ['an old prefetch', { 'x-moz': 'prefetch' }],
    ['a preview', { purpose: 'preview' }],
  ];
  for (const [name, headers] of machineOpens) {
    it(`that open are kept apart: ${name}`, async () => {
      const mail = await pages.mail();
      await pages.visit(mail.links.openUrl, 'GET', headers);
      assert.deepEqual(await pages.waitForFacts(mail.id, 'machineOpened'), { machineOpened: 1 });
      assert.deepEqual(await sql('select kind from mail_uncounted where email_id = $1', [mail.id]), []);
    });
  }

  it('do not include the image proxy of Gmail, which loads images when a person opens the mail', async () => {
    const mail = await pages.mail();
    const agent = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';
    await pages.visit(mail.links.openUrl, 'GET', { 'user-agent': agent });
    assert.deepEqual(await pages.waitForFacts(mail.id, 'opened'), { firstOpened: 1, opened: 1 });
  });

  it('are recognised when they click several links at once', async () => {
    const mail = await pages.mail();
    await pages.visit(mail.links.clickUrl('https://example.com/1'));
    await sleep(700);
    await pages.visit(mail.links.clickUrl('https://example.com/2'));
    assert.deepEqual(await pages.waitForFacts(mail.id, 'machineClicked', 2), { machineClicked: 2 });
  });

  it('are not suspected when one link is clicked twice, or two links slowly', async () => {
    const mail = await pages.mail();
    await pages.visit(mail.links.clickUrl('https://example.com/1'));
    await pages.visit(mail.links.clickUrl('https://example.com/1'));
    await sleep(scannerMs + 300);
    await pages.visit(mail.links.clickUrl('https://example.com/2'));
    const facts = await pages.waitForFacts(mail.id, 'clicked', 3);
    assert.deepEqual(facts, { clicked: 3, firstClicked: 1, firstOpened: 1, opened: 1 });
  });

  it('are not suspected of one click right after sending: a person may have waited for the mail', async () => {
    const mail = await pages.mail({ sentAt: new Date().toISOString() });
    await pages.visit(mail.links.clickUrl('https://example.com/1'));
    const facts = await pages.waitForFacts(mail.id, 'clicked');
    assert.deepEqual(facts, { clicked: 1, firstClicked: 1, firstOpened: 1, opened: 1 });
  });
});

describe('a node', () => {
  it('writes opens and clicks when it stops', async () => {
    const second = await startApp();
    try {
      const own = new MailPages(second);
      const mail = await own.mail();
      await Promise.all([own.visit(mail.links.openUrl), own.visit(mail.links.clickUrl('https://example.com/'))]);
      await second.app.close();
      assert.deepEqual(await own.facts(mail.id), { clicked: 1, firstClicked: 1, firstOpened: 1, opened: 1 });
    } finally {
      await second.close().catch(() => {});
    }
  });

  it('keeps opens that could not be written, and writes them later', async () => {
    const mail = await pages.mail();
    await sql('alter table mail_facts rename to mail_facts_gone');
    try {
      for (let n = 0; n < 3; n += 1) assert.equal((await pages.visit(mail.links.openUrl)).status, 200);
      await sleep(500);
    } finally {
      await sql('alter table mail_facts_gone rename to mail_facts');
    }
    assert.deepEqual(await pages.waitForFacts(mail.id, 'opened', 3), { firstOpened: 1, opened: 3 });
  });
});

describe('the mail in a browser', () => {
  it('has no scripts and is of another origin', async () => {
    const mail = await pages.mail({ html: '<p>Hello</p><script>alert(1)</script>' });
    const reply = await pages.visit(mail.links.viewUrl);
    assert.equal(reply.status, 200);
    assert.match(reply.text, /<p>Hello<\/p>/);
    const policy = reply.headers.get('content-security-policy') ?? '';
    assert.match(policy, /default-src 'none'/);
    assert.match(policy, /sandbox/);
    assert.doesNotMatch(policy, /script-src|allow-scripts|allow-same-origin/);
    const plain = await pages.mail({ text: 'a < b', subject: '<b>' });
    assert.match((await pages.visit(plain.links.viewUrl)).text, /a &lt; b/);
    await admin.delete(`/api/communications/emails/${mail.id}`);
    assert.equal((await pages.visit(mail.links.viewUrl)).status, 404);
  });
});

describe('tracked HTML', () => {
  const links = pages.signer.of('1', nobody);
  const track = (html: string) => trackHtml(html, links, { opens: false, clicks: true });
  const targets = (html: string) =>
    [...track(html).matchAll(/\/m\/c\/([\w-]+)/g)].map(([, token = '']) => pages.signer.read(token, 'click')?.url);

  it('has its links rewritten, whatever their quotes, case and entities', () => {
    assert.deepEqual(targets('<a href="https://a.example/?x=1&amp;y=2">'), ['https://a.example/?x=1&y=2']);
    assert.deepEqual(targets("<A class=b title='a > b' HREF = ' http://a.example/ ' >"), ['http://a.example/']);
    assert.deepEqual(targets('<a href=https://a.example/b>x</a>'), ['https://a.example/b']);
    assert.deepEqual(targets('<area href="https://a.example/&#x41;&#66;">'), ['https://a.example/AB']);
    assert.deepEqual(targets('<!--[if mso]><v:roundrect href="https://a.example/" arcsize="1"><![endif]-->'), [
      'https://a.example/',
    ]);
  });

  it('keeps all other links', () => {
    for (const html of [
      '<a href="mailto:a@example.com">',
      '<a href="tel:+1">',
      '<a href="#top">',
      '<a href="javascript:alert(1)">',
      '<a name="x">https://a.example/</a>',
      '<link href="https://a.example/style.css">',
      '<abbr href="https://a.example/">',
      `<a href="${links.unsubscribeUrl}">`,
      `<a href="${links.viewUrl}">`,
      `<a href="https://a.example/${'x'.repeat(5000)}">`,
      '<a href="https://a.example/&unknown;">',
      '<a href="https://a.example/',
    ])
      assert.equal(track(html), html);
  });

  it('is tracked once, and gets its pixel at the end of the body', () => {
    const html = '<html><body><a href="https://a.example/">x</a></body></html>';
    const once = trackHtml(html, links, { opens: true, clicks: true });
    assert.match(once, /<img src="[^"]+\/m\/o\/[\w-]+\.gif"[^>]*><\/body><\/html>$/);
    assert.equal(track(once), once);
    assert.equal(trackHtml(html, links, { opens: false, clicks: false }), html);
    assert.match(trackHtml('text', links, { opens: true, clicks: false }), /^text<img /);
  });

  it('takes time in proportion to its length', () => {
    const before = performance.now();
    for (const part of ['<a ', '<a x="', '<a x=', "<a '", '<a  /', '<', '<a href="', 'x  '])
      track(part.repeat(200_000));
    assert.ok(performance.now() - before < 10_000);
  });
});

describe('nothing', () => {
  it('is written by a GET of a page', async () => {
    const mail = await pages.mail();
    // Facts of other tests may be counted meanwhile, but not at every attempt.
    await eventually(() =>
      assertNoWrites(app, ['communications_email_suppressions'], async () => {
        assert.equal((await pages.visit(mail.links.unsubscribeUrl)).status, 200);
        assert.equal((await pages.visit(mail.links.viewUrl)).status, 200);
        assert.equal((await pages.visit(mail.links.unsubscribeUrl, 'HEAD')).status, 200);
      }),
    );
    await sleep(scannerMs + 500);
    assert.deepEqual(await pages.facts(mail.id), {});
  });
});

it('a link with a character appended is not the link that was sent', async () => {
  const mail = await pages.mail();
  const url = mail.links.clickUrl('https://example.com/');
  for (const more of ['x', 'xy', 'A']) assert.equal((await pages.visit(`${url}${more}`)).status, 404);
});
