import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assertNoWrites, refused } from '#test/expect.ts';
import { appForFile } from '#test/harness.ts';
import {
  accountLink,
  addressChangedMail,
  alreadyRegisteredMail,
  invitationMail,
  passwordChangedMail,
  resetMail,
  verificationMail,
} from './mails.ts';

const { anonymous, sql } = await appForFile();
const names = ['verify-email', 'reset-password', 'accept-invitation'] as const;

describe('the addresses that mails of earlier versions link to', () => {
  for (const name of names) {
    it(`${name}: leads to the page of the console with the same token, and is not cached`, async () => {
      for (const [search, kept] of [
        ['', ''],
        ['?token=', ''],
        ['?token=a%2Bb-_%26', '?token=a%2Bb-_%26'],
        ['?other=x&token=t0ken', '?token=t0ken'],
        [`?token=${'x'.repeat(20_000)}`, ''],
      ]) {
        const { status, headers } = await anonymous.get(`/account/${name}${search}`);
        assert.deepEqual([status, headers.get('location')], [302, `/app/${name}${kept}`]);
        assert.equal(headers.get('cache-control'), 'no-store');
        assert.equal(headers.get('referrer-policy'), 'no-referrer');
        assert.equal(headers.get('x-frame-options'), 'DENY');
        assert.equal(headers.get('set-cookie'), null);
      }
    });

    it(`${name}: never leads to another site, and takes no other text into a header`, async () => {
      for (const search of ['?token=%0d%0aset-cookie:a=b', '?//evil.example/', '?token=%22%3E%3Cscript%3E']) {
        const { headers } = await anonymous.get(`/account/${name}${search}`);
        const location = headers.get('location') ?? '';
        assert.match(location, new RegExp(`^/app/${name}(?:\\?token=[\\w%.+-]+)?$`));
        assert.equal(headers.get('set-cookie'), null);
      }
    });
  }

  it('change nothing when they are fetched, as mail scanners do', () =>
    assertNoWrites({ sql }, ['identity_users', 'jobs'], async () => {
      for (const name of names) {
        const path = `/account/${name}?token=t0ken`;
        assert.equal((await anonymous.get(path)).status, 302);
        assert.equal((await anonymous.request('HEAD', path)).status, 302);
        for (const method of ['POST', 'PUT', 'DELETE']) {
          refused(await anonymous.request(method, path), 405, 'method_not_allowed');
        }
      }
    }));
});

describe('mails about accounts', () => {
  const accountKey = 'acme';
  const link = accountLink('https://atrium.example', 'verify-email', 'a-b_c');

  it('link to the pages, also when PUBLIC_URL has a path', () => {
    assert.equal(link, 'https://atrium.example/app/verify-email?token=a-b_c');
    assert.equal(
      accountLink('https://example.com/atrium/', 'reset-password', 'a&b'),
      'https://example.com/atrium/app/reset-password?token=a%26b',
    );
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
