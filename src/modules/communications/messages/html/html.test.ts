import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nameOf } from '../../incoming/links/new-contacts.ts';
import { isBlocked } from '../../incoming/storing/blocklist.ts';
import { categoryOf } from '../reading/category.ts';
import { messageIdsIn } from '../reading/raw-headers.ts';
import { normalSubject } from '../subject.ts';
import { boundMarkup } from './bound-markup.ts';
import { fillImages } from './fill-images.ts';
import { foldQuoted, foldQuotedHtml } from './fold-quoted.ts';
import { sanitizeMailHtml } from './sanitize-mail-html.ts';

/** Returns the HTML as it is displayed: bounded, sanitised, and with its images. */
const sanitize = async (html: string, remote = false) => {
  const sanitized = await sanitizeMailHtml(boundMarkup(html).html);
  const cid = (id: string) => (id === 'logo' ? '/api/data/storedFiles/1/content' : undefined);
  return { ...sanitized, html: fillImages(sanitized.html, { remote, cid }) };
};

/** HTML of which nothing may run or load. */
const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\nscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>',
  '<iframe src="https://evil.example"></iframe>',
  '<object data="https://evil.example"></object><embed src="https://evil.example">',
  '<form action="https://evil.example"><input name=p><button>Go</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://evil.example"><base href="https://evil.example">',
  '<link rel=stylesheet href="https://evil.example/x.css">',
  '<style>body{background:url(https://evil.example/x)}</style>',
  '<div style="background:url(https://evil.example/x);position:fixed;top:0">x</div>',
  '<div style="width:expression(alert(1));behavior:url(#x)">x</div>',
  '<table background="https://evil.example/x"><tr><td background="//evil.example">x</td></tr></table>',
  '<img src="//evil.example/t.gif"><img srcset="https://evil.example/t.gif 2x">',
  '<video src="https://evil.example/v" poster="https://evil.example/p"></video><audio src="https://evil.example/a">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  '<template><img src=x onerror=alert(1)></template>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<p id="app" class="x" name="y">x</p>',
  `${'<div>'.repeat(5000)}x`,
];

describe('the HTML of a mail', () => {
  for (const [n, html] of hostile.entries()) {
    it(`is inert: ${n} ${html.slice(0, 40).replaceAll('\n', ' ')}`, async () => {
      const { html: shown } = await sanitize(html);
      assert.doesNotMatch(
        shown,
        /<(?:script|svg|style|iframe|object|embed|form|input|button|meta|base|link|video|audio|template|math)\b|<[^>]*\son\w+\s*=|javascript:|<[^>]*evil\.example|url\(|position|expression|<[^>]*\s(?:id|class)=/i,
      );
    });
  }

  it('has no links to pages of the site that shows it', async () => {
    for (const href of ['/app/settings', 'x', '#x', '?a=b', '//evil.example', 'ftp://ok.example'])
      assert.doesNotMatch((await sanitize(`<a href="${href}">x</a>`)).html, /href/, href);
    assert.match((await sanitize('<a href=" mailto:a@ok.example">x</a>')).html, /href="\s*mailto:a@ok\.example"/);
  });

  it('keeps what people see, and opens links elsewhere', async () => {
    const { html } = await sanitize(
      '<p style="color:#f00;margin:0 auto">Hi <a href="https://ok.example/a?b=c">link</a></p>',
    );
    assert.equal(
      html,
      '<p style="color:#f00;margin:0 auto">Hi <a href="https://ok.example/a?b=c" rel="noopener noreferrer nofollow" target="_blank">link</a></p>',
    );
  });

  it('shows images of the mail, and those of other servers only when asked', async () => {
    const given = '<img src="cid:logo"><img src="cid:none"><img src="https://t.example/p.gif">';
    const shown = await sanitize(given);
    assert.equal(shown.html, '<img src="/api/data/storedFiles/1/content" /><img /><img />');
    assert.equal(shown.hasRemoteContent, true);
    assert.match((await sanitize(given, true)).html, /<img src="https:\/\/t\.example\/p\.gif" \/>/);
    assert.equal((await sanitize('<p>plain</p>')).hasRemoteContent, false);
  });
});

describe('quoted text', () => {
  for (const [name, quote] of [
    ['Gmail', 'On Mon, 3 Mar 2025 at 10:00, Jane Doe <jane@x.example> wrote:\n> Hi'],
    ['Gmail over two lines', 'On Mon, 3 Mar 2025 at 10:00, Jane Doe\n<jane@x.example> wrote:\n> Hi'],
    ['German', 'Am 03.03.2025 um 10:00 schrieb Jane Doe:\n> Hallo'],
    ['French', 'Le lun. 3 mars 2025 à 10:00, Jane Doe a écrit :\n> Bonjour'],
    ['Outlook', 'From: Jane Doe\nSent: Monday\nTo: me\nSubject: Hi\n\nHi'],
    ['Outlook in German', 'Von: Jane Doe\nGesendet: Montag\nAn: mich\nBetreff: Hi\n\nHi'],
    ['Outlook in French', 'De : Jane Doe\nEnvoyé : lundi\nÀ : moi\nObjet : Hi\n\nHi'],
    ['old Outlook', '-----Original Message-----\nHi'],
    ['lines with >', '> Hi\n> there'],
  ] as const) {
    it(`is folded: ${name}`, () => {
      assert.deepEqual(foldQuoted(`My answer.\n\n${quote}`), { text: 'My answer.', quoted: quote });
    });
  }

  it('stays when the answer is between its lines, or when there is nothing else', () => {
    const between = 'Hi,\n> first?\nyes\n> second?\nno';
    assert.deepEqual(foldQuoted(between), { text: between, quoted: null });
    assert.deepEqual(foldQuoted('> only'), { text: '> only', quoted: null });
  });

  it('is folded in HTML', () => {
    const quoted = '<div class="gmail_quote">On … wrote: <blockquote>x</blockquote></div>';
    assert.deepEqual(foldQuotedHtml(`<div>yes</div>${quoted}`), { html: '<div>yes</div>', quoted });
    assert.equal(foldQuotedHtml('<p>no quote</p>').quoted, null);
  });
});

describe('reading a message', () => {
  it('finds what a subject says', () => {
    for (const subject of [
      'Re: Offer',
      'AW: WG: Offer',
      'RE[2]: Fwd: offer',
      '[list] Re: [list] Offer',
      'Réf : Offer',
      '回复：Offer',
    ])
      assert.equal(normalSubject(subject).text, 'offer', subject);
    assert.equal(normalSubject('Re: Offer').isReply, true);
    assert.equal(normalSubject('Fwd: Offer').isReply, false);
    assert.equal(normalSubject('Report: all').text, 'report: all');
  });

  it('tells people from programs', () => {
    const category = (...headers: string[]) =>
      categoryOf(
        headers.map((line) => ({ key: line.slice(0, line.indexOf(':')).toLowerCase(), line })),
        {
          contentType: headers.find((line) => line.startsWith('Content-Type'))?.slice(14) ?? '',
          from: 'a@b.example',
          subject: 'Hi',
        },
      );
    assert.equal(category(), 'personal');
    assert.equal(category('Auto-Submitted: no'), 'personal');
    assert.equal(category('Auto-Submitted: auto-replied'), 'automatic');
    assert.equal(category('X-Auto-Response-Suppress: All'), 'automatic');
    assert.equal(category('Precedence: bulk'), 'newsletter');
    assert.equal(category('List-Unsubscribe: <mailto:x@y.example>'), 'newsletter');
    assert.equal(category('Content-Type: multipart/report; report-type=delivery-status'), 'bounce');
  });

  it('reads ids, names and blocklists', () => {
    assert.deepEqual(messageIdsIn('<a@b> (comment) <c@d>\t<a@b>'), ['<a@b>', '<c@d>']);
    assert.deepEqual(messageIdsIn('a@b'), ['<a@b>']);
    assert.deepEqual(nameOf({ address: 'x', name: 'Doe, Jane' }), { firstName: 'Jane', lastName: 'Doe' });
    assert.equal(isBlocked('a@mail.x.example', ['x.example']), true);
    assert.equal(isBlocked('a@notx.example', ['x.example']), false);
  });
});
