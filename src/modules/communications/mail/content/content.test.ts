import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';

import { companyDefaults } from '#core/company/company.ts';
import { compileContent } from '#test/compiled-content.ts';
import { starterTemplates } from '../starters/index.ts';
import { mailScope } from './mail-scope.ts';
import { ContentError } from './template/content-error.ts';
import type { MailContent } from './template/mail-content.ts';
import { ContentCache } from './thread/content-cache.ts';

const rendered = async (content: Partial<MailContent>, scope: Record<string, unknown> = {}) =>
  (await compileContent({ subject: 'Subject', ...content })).render(scope);

const htmlOf = async (html: string, scope: Record<string, unknown> = {}) => (await rendered({ html }, scope)).html;
const textOf = async (html: string, scope: Record<string, unknown> = {}) => (await rendered({ html }, scope)).text;

const fails = (content: Partial<MailContent>, field: string, message: RegExp) =>
  assert.rejects(compileContent({ subject: 'Subject', ...content }), (error) => {
    assert.ok(error instanceof ContentError, String(error));
    assert.equal(error.field, field);
    assert.match(error.message, message);
    return true;
  });

const mjml = (body: string, head = '') => `<mjml>${head}<mj-body>${body}</mj-body></mjml>`;
const column = (body: string) => mjml(`<mj-section><mj-column>${body}</mj-column></mj-section>`);

describe('the scope of a mail', () => {
  it('offers variables by their own name and below variables', async () => {
    const scope = mailScope({ contact: { firstName: 'Ada' }, variables: { plan: 'Gold' } });
    const { text } = await rendered({ text: '{{ contact.firstName }} {{ plan }} {{ variables.plan }}' }, scope);
    assert.equal(text, 'Ada Gold Gold');
  });

  it('keeps fixed names, even empty ones, when a variable has the same name', async () => {
    const variables = { contact: { firstName: 'Eve' }, unsubscribeUrl: 'https://evil.example', variables: 1 };
    const scope = mailScope({ contact: { firstName: 'Ada' }, variables });
    const { text } = await rendered({ text: '{{ contact.firstName }}|{{ unsubscribeUrl }}' }, scope);
    assert.equal(text, 'Ada|');
  });
});

describe('a mail template', () => {
  it('lists the paths that it reads, and not the variables of its own loops', async () => {
    const { variables } = await compileContent({
      subject: '{{ contact.firstName }}',
      html: '{% for item in order.items %}{{ item.name }}{{ labels[item.kind] }}{% endfor %}<a href="{{ unsubscribeUrl }}">x</a>',
      previewText: '{{ account.name }}',
    });
    const paths = variables.map((path) => path.join('.')).sort();
    assert.deepEqual(paths, ['account.name', 'contact.firstName', 'labels', 'order.items', 'unsubscribeUrl']);
  });

  it('escapes values in html and its attributes, and not in text and subject', async () => {
    const scope = { name: `<script>alert("x")</script> & 'y'` };
    const result = await rendered({ subject: '{{ name }}', html: '<p title="{{ name }}">{{ name }}</p>' }, scope);
    const escaped = '&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;';
    assert.equal(result.html, `<p title="${escaped}">${escaped}</p>`);
    assert.equal(result.subject, scope.name);
    assert.equal(result.text, scope.name);
  });

  it('passes values through with raw, and escapes those of echo, cycle and filters', async () => {
    const scope = { b: '<b>' };
    assert.equal(await htmlOf('{{ b | raw }}', scope), '<b>');
    assert.equal(await htmlOf('{% echo b %}{% cycle b, b %}{{ b | upcase }}', scope), '&lt;b&gt;&lt;b&gt;&lt;B&gt;');
    assert.equal(await htmlOf('{% assign c = b | append: "&" %}{{ c }}', scope), '&lt;b&gt;&amp;');
  });

  it('does not escape captured text a second time', async () => {
    const html = '{% capture hello %}<i>{{ name }}</i>{% endcapture %}{{ hello }}';
    assert.equal(await htmlOf(html, { name: 'A & B' }), '<i>A &amp; B</i>');
    // Another value of the scope with the same text is not trusted.
    assert.equal(await htmlOf(`${html}{{ other }}`, { name: 'x', other: '<i>x</i>' }), '<i>x</i>&lt;i&gt;x&lt;/i&gt;');
  });

  it('never evaluates Liquid inside of a value', async () => {
    const scope = { name: '{{ secret }}{% for i in (1..9) %}x{% endfor %}', secret: 's3cret' };
    const result = await rendered({ subject: '{{ name }}', html: '<p>{{ name | raw }}</p>' }, scope);
    assert.equal(result.subject, scope.name);
    assert.equal(result.html, `<p>${scope.name}</p>`);
    assert.equal(result.text, scope.name);
  });

  it('prints numbers, lists and dates, and nothing for objects', async () => {
    const scope = { n: 0, flag: false, list: ['a', 1], at: new Date(0), object: { a: 1 }, bare: Object.create(null) };
    const { text, missing } = await rendered(
      { text: '{{ n }}|{{ flag }}|{{ list }}|{{ at }}|{{ object }}|{{ bare }}' },
      scope,
    );
    assert.equal(text, '0|false|a1|1970-01-01T00:00:00.000Z||');
    assert.deepEqual(missing, ['object', 'bare']);
  });

  it('formats dates in their own time zone, and in UTC without one', async () => {
    const text = '{{ a | date: "%H:%M" }} {{ b | date: "%Y-%m-%d %H:%M" }} {{ c | date: "%H:%M" }} {{ b | date }}';
    const scope = { a: '2026-05-01T18:00:00+02:00', b: '2026-05-01', c: '2026-05-01 09:30' };
    assert.equal((await rendered({ text }, scope)).text, '18:00 2026-05-01 00:00 09:30 May 1, 2026');
  });

  it('keeps right-to-left text, emoji and their joiners', async () => {
    const scope = { name: 'مرحبا 👩‍👩‍👧‍👦', flag: '🇩🇪' };
    const result = await rendered(
      { subject: '{{ name }} {{ flag }}', html: '<p dir="rtl">{{ name }} שלום</p>' },
      scope,
    );
    assert.equal(result.subject, `${scope.name} ${scope.flag}`);
    assert.equal(result.html, `<p dir="rtl">${scope.name} שלום</p>`);
    assert.equal(result.text, `${scope.name} שלום`);
  });

  it('has no html when it is plain text', async () => {
    assert.deepEqual(await rendered({ text: 'Hi {{ a }} <b>' }, { a: '&' }), {
      subject: 'Subject',
      html: null,
      text: 'Hi & <b>',
      missing: [],
    });
    const both = await rendered({ html: '<p>html</p>', text: 'text', format: 'text' });
    assert.deepEqual([both.html, both.text], [null, 'text']);
    await fails({ html: '<p>html</p>', format: 'text' }, 'text', /format is text, but text is empty/);
  });

  it('keeps the text that its author wrote', async () => {
    const result = await rendered({ html: '<p>Hello</p>', text: 'Hello\n\n\n\n{{ name }}\n' }, { name: '"A"' });
    assert.equal(result.text, 'Hello\n\n\n\n"A"\n');
  });
});

describe('a missing variable', () => {
  it('prints nothing and is reported once, in subject, html, filters, loops and assignments', async () => {
    const { subject, html, missing } = await rendered(
      {
        subject: 'Dear {{ contact.firstName }}',
        html: '{{ contact.firstName }}{{ plan | upcase }}{{ a | append: b }}{% for x in rows %}{% endfor %}{% assign y = contact.city %}{{ y }}.',
      },
      { contact: { firstName: null }, a: 'A' },
    );
    assert.deepEqual([subject, html], ['Dear', 'A.']);
    assert.deepEqual(missing, ['contact.firstName', 'plan', 'b', 'rows', 'contact.city']);
  });

  it('is not reported in a condition, with a default, or where it is not reached', async () => {
    const text = `{% if a %}{{ b }}{% elsif c.d == 1 %}{% endif %}{% unless e %}x{% endunless %}{% case f %}{% when g %}{% endcase %}{{ h | default: 'y' }}{{ i | upcase | default: j }}{% for k in l %}{% else %}z{% endfor %}`;
    const result = await rendered({ text });
    assert.equal(result.text, 'xyz');
    assert.deepEqual(result.missing, []);
  });

  it('is reported for items of a list, by the name that the template uses', async () => {
    const text = '{% for item in items %}{{ item.name }}{{ item.price }}{{ forloop.index }}{% endfor %}';
    const { missing } = await rendered({ text }, { items: [{ name: 'A', price: 1 }, { name: 'B' }] });
    assert.deepEqual(missing, ['item.price']);
  });
});

describe('a subject', () => {
  it('is one line without control characters, whatever the values contain', async () => {
    const name = 'Ada\r\nBcc: all@example.com\u0000\u2028\tx\u009b';
    const { subject } = await rendered({ subject: '  Hi\n{{ name }} ' }, { name });
    assert.equal(subject, 'Hi Ada Bcc: all@example.com x');
  });

  it('has at most 998 characters and no half of an emoji', async () => {
    const { subject } = await rendered({ subject: 'x{{ name }}' }, { name: '😀'.repeat(600) });
    assert.equal(subject, `x${'😀'.repeat(498)}`);
    assert.ok(subject.isWellFormed());
  });
});

describe('a preview text', () => {
  it('is a hidden text at the start of the body, and not in the plain text', async () => {
    const content = {
      html: '<html><head></head><body class="a"><p>Hello</p></body></html>',
      previewText: 'R&D for {{ name }}',
    };
    const { html, text } = await rendered(content, { name: '<Ada>' });
    assert.match(
      html ?? '',
      /<body class="a"><div style="display:none;[^>]*>R&amp;D for &lt;Ada&gt;<\/div><p>Hello<\/p>/,
    );
    assert.equal(text, 'Hello');
    const fragment = await rendered({ html: '<p>Hello</p>', previewText: 'Soon' });
    assert.match(fragment.html ?? '', /^<div style="display:none;[^>]*>Soon<\/div><p>Hello<\/p>$/);
    await fails({ html: '<p></p>', previewText: 'a\n{{ b' }, 'html', /^previewText, line 2, column 1:/);
  });
});

describe('CSS in a style element', () => {
  it('is inlined; media queries, hover and Liquid in values stay', async () => {
    const html = await htmlOf(
      '<style>p { color: {{ color }}; margin: 0 } a:hover { color: red } @media (max-width: 400px) { p { margin: 4px } }</style><p style="padding: {{ pad }}px">x</p>',
      { color: 'teal', pad: 3 },
    );
    assert.match(html ?? '', /<p style="color: teal; margin: 0; padding: 3px;?">x<\/p>/);
    assert.match(html ?? '', /<style>[\s\S]*a:hover[\s\S]*@media \(max-width: ?400px\)/);
  });

  it('stays where Liquid decides about a rule or a class', async () => {
    const rules = await htmlOf('<style>{% if dark %}p { color: white }{% endif %}</style><p>x</p>', { dark: true });
    assert.equal(rules, '<style>p { color: white }</style><p>x</p>');
    const classes =
      '<style>.big { font-size: 20px } i { color: red }</style><p class="{% if a %}big{% endif %}"><i>x</i></p>';
    const html = await htmlOf(classes, { a: true });
    assert.match(html ?? '', /\.big \{ font-size: 20px \}/);
    assert.match(html ?? '', /<p class="big"><i style="color: red;?">/);
  });

  it('is never fetched from elsewhere', async () => {
    const link =
      '<link rel="stylesheet" href="http://127.0.0.1:9/x.css"><style>@import "http://127.0.0.1:9/y.css"; p { margin: 0 }</style><p>x</p>';
    assert.match((await htmlOf(link)) ?? '', /<p style="margin: 0;?">x<\/p>/);
  });
});

describe('Liquid inside of markup', () => {
  it('keeps quotes and signs of its tags', async () => {
    const html =
      `<style>p{margin:0}</style><p title='{{ a | default: "it's <b>" }}'>{% if a < 3 and b > "x" %}<b>{{ c | append: '">' | raw }}</b>{% endif %}</p>`.replace(
        "it's",
        'its',
      );
    const result = await htmlOf(html, { a: 1, b: 'y', c: 'C' });
    assert.match(result ?? '', /^<p title=["']1["'] style="margin: ?0;?"><b>C"><\/b><\/p>$/);
  });

  it('can stand between attributes, between rows, in raw text and in comments', async () => {
    const style = '<style>td{color:red}</style>';
    const table =
      '<table>{% for r in rows %}<tr {% if r == 1 %}class="one"{% endif %}><td>{{ r }}</td></tr>{% endfor %}</table>';
    const html = (await htmlOf(style + table, { rows: [1, 2] })) ?? '';
    assert.match(
      html,
      /<tr\s+class="one"\s*><td style="color: red;?">1<\/td><\/tr><tr\s*><td style="color: red;?">2<\/td>/,
    );
    assert.equal(await htmlOf('<p>{% raw %}{{ name }} {% x %}{% endraw %}</p>'), '<p>{{ name }} {% x %}</p>');
    assert.equal(await textOf('<p>{% raw %}{{ name }}{% endraw %} &#123;&#123; b }}</p>'), '{{ name }} {{ b }}');
    assert.equal(await htmlOf('a{% comment %}<p {{ x }} "{% endcomment %}b'), 'ab');
  });

  it('needs quotes around a value of an attribute', async () => {
    await fails({ html: '<p>\n<a href={{ url }}>x</a>' }, 'html', /^html, line 2, column 9: Put quotes around/);
  });
});

describe('the plain text of a mail', () => {
  it('is derived from html, with links, alternative texts, lists and table rows', async () => {
    const text = await textOf(
      `<html><head><title>T</title><style>p{margin:0}</style>{% assign city = contact.city %}</head><body>
       <h1>Hello {{ name }}</h1><p>Caf&eacute; &amp; <a href="{{ url }}">Shop</a> in {{ city }}</p>
       <img src="https://example.com/a.png" alt="A cat"><ul>{% for i in items %}<li>{{ i }}</li>{% endfor %}</ul>
       <table><tr><th>Item</th><th>Price</th></tr>{% for i in items %}<tr><td>{{ i }}</td><td>9 €</td></tr>{% endfor %}</table>
       <!-- {% if no %} --><p>Never</p><!-- {% endif %} --><p>Bye</p></body></html>`,
      { name: 'Ada', url: 'https://example.com?a=1&b=2', items: ['X', 'Y'], contact: { city: 'Bonn' } },
    );
    assert.equal(
      text,
      'Hello Ada\n\nCafé & Shop [https://example.com?a=1&b=2] in Bonn\n\nA cat\n- X\n- Y\n\nItem Price\nX 9 €\nY 9 €\n\nBye',
    );
  });
});

describe('MJML', () => {
  it('is compiled once, with Liquid in texts, links, colours and between elements', async () => {
    const html = column(`
      <mj-text color="{{ color }}">Hi {{ name }}</mj-text>
      {% for p in products %}<mj-button href="{{ p.url }}?q={{ p.name | url_encode }}">{{ p.name }}</mj-button>{% endfor %}
      {%- if vip -%}<mj-text>VIP</mj-text>{%- else -%}<mj-text>Guest</mj-text>{%- endif -%}`);
    const scope = {
      color: '#123456',
      name: '<Ada>',
      products: [
        { name: 'A & B', url: 'https://a.example' },
        { name: 'C', url: 'x' },
      ],
    };
    const result = await rendered({ html: `{% assign vip = true %}\n${html}`, format: 'mjml' }, scope);
    assert.match(result.html ?? '', /color:#123456;">Hi &lt;Ada&gt;<\/div>/);
    assert.equal(result.html?.match(/<a href=/g)?.length, 2);
    assert.match(result.html ?? '', /href="https:\/\/a\.example\?q=A\+%26\+B"/);
    assert.match(result.html ?? '', /VIP/);
    assert.doesNotMatch(result.html ?? '', /Guest|mj-raw|liq\d|\{[{%]|fonts\.googleapis|data-embed/);
    assert.equal(result.text, 'Hi <Ada>\n\nA & B [https://a.example?q=A+%26+B]\n\nC [x?q=C]\n\nVIP');
    assert.deepEqual(result.missing, []);
  });

  it('repeats and omits whole sections', async () => {
    const section = '<mj-section><mj-column><mj-text>{{ p }}</mj-text></mj-column></mj-section>';
    const html = mjml(`{% for p in list %}${section}{% endfor %}{% if no %}${section}{% endif %}`);
    const result = await rendered({ html, format: 'mjml' }, { list: ['one', 'two'] });
    assert.equal(result.text, 'one\n\ntwo');
    const opened = result.html?.match(/<!--\[if mso \| IE\]><table/g)?.length;
    assert.equal(opened, 4);
    assert.equal(result.html?.match(/<\/table><!\[endif\]-->/g)?.length, opened);
  });

  it('has the CSS of mj-style inlined, and media queries kept', async () => {
    const head =
      '<mj-head><mj-style>.a a { color: teal } @media (max-width:300px) { .a { margin: 0 } }</mj-style></mj-head>';
    const html = mjml(
      '<mj-section><mj-column><mj-text css-class="a"><a href="#">x</a></mj-text></mj-column></mj-section>',
      head,
    );
    const result = await rendered({ html, format: 'mjml' });
    assert.match(result.html ?? '', /<a href="#" style="color: teal;?">/);
    assert.match(result.html ?? '', /@media \(max-width: ?300px\)/);
    assert.match(result.html ?? '', /@media only screen and \(min-width:480px\)/);
  });

  it('is recognized without a format, and refused as html', async () => {
    assert.match((await htmlOf(column('<mj-text>x</mj-text>'))) ?? '', /<!doctype html>/);
    await fails({ html: '<mjml></mjml>', format: 'html' }, 'html', /Choose the format mjml/);
  });

  const broken: Readonly<Record<string, readonly [string, RegExp]>> = {
    'an unknown element': [
      mjml('\n<mj-sektion></mj-sektion>'),
      /^html, line 2: <mj-sektion>: Element mj-sektion doesn't exist/,
    ],
    'an unknown attribute': [
      column('\n\n<mj-text colour="red">x</mj-text>'),
      /^html, line 3: <mj-text>: Attribute colour is illegal/,
    ],
    'an element in a wrong place': [
      mjml('\n<mj-text>x</mj-text>'),
      /^html, line 2: <mj-text>: mj-text cannot be used inside mj-body/,
    ],
    'an element that is not closed': [
      mjml('<mj-section>\n<mj-column></mj-section>'),
      /line 2, column 1: <mj-column> is not closed/,
    ],
    'an unclosed text': [column('\n<mj-text>x'), /line 2, column 1: <mj-text> is not closed/],
    'an end without a beginning': [
      '<mjml><mj-body></mj-body></mjml>\n</mj-body>',
      /line 2, column 1: <\/mj-body> does not belong/,
    ],
    'text between elements': [
      column('<mj-text>x</mj-text>\n  Hello'),
      /line 2, column 3: Text directly inside <mj-column>/,
    ],
    'an output between elements': [
      column('\n{{ x }}'),
      /line 2, column 1: An output directly inside <mj-column>.*<mj-text>/,
    ],
    'Liquid between attributes': [
      column('<mj-text\n{% if a %}color="red"{% endif %}>x</mj-text>'),
      /line 2, column 1: .*attributes/,
    ],
    'Liquid in a number': [
      column('<mj-image\n width="{{ w }}px" src="x" />'),
      /^html, line 1: <mj-image>: width cannot contain Liquid/,
    ],
    'Liquid in the head': [
      '<mjml><mj-head>\n{% if a %}<mj-title>x</mj-title>{% endif %}</mj-head><mj-body></mj-body></mjml>',
      /line 2, .*<mj-head>/,
    ],
    'Liquid in a comment': [
      column('<!-- {% if a %} --><mj-text>x</mj-text><!-- {% endif %} -->'),
      /without the comment/,
    ],
    'an include': [
      mjml('\n<mj-include path="/etc/passwd" type="html" />'),
      /line 2, column 1: <mj-include> cannot be used/,
    ],
    'another document': ['<html><body>x</body></html>', /line 1, column 1: MJML begins with <mjml>/],
    'no body': ['<mjml><mj-head></mj-head></mjml>', /There is no <mj-body>/],
  };
  for (const [name, [html, message]] of Object.entries(broken)) {
    it(`with ${name} is refused with the line`, () => fails({ html, format: 'mjml' }, 'html', message));
  }

  it('names the right line behind tags and comments of several lines', async () => {
    const html = `{% comment %}\n\n{% endcomment %}{% assign\n a = 1 %}\n${column('\n<mj-text x="1"></mj-text>')}`;
    await fails({ html, format: 'mjml' }, 'html', /^html, line 6: <mj-text>/);
  });
});

describe('broken Liquid', () => {
  const broken: Readonly<Record<string, readonly [string, RegExp]>> = {
    'an open tag': ['a\n {% if x %}b', /^text, line 2, column 2: \{% if %\} is not closed\. Add \{% endif %\}\.$/],
    'a tag without an end': ['a\n{% if x ', /^text, line 2, column 1: The tag is not closed/],
    'an output without an end': ['\n\n{{ x', /^text, line 3, column 1: The output is not closed/],
    'an unknown tag': ['{% fi x %}', /line 1, column 1: There is no tag \{% fi %\}/],
    'an end without a tag': ['a{% endfor %}', /column 2: \{% endfor %\} does not belong to an open tag/],
    'an unknown filter': ['{{ x | shout }}', /line 1, column 1: There is no filter "shout"/],
    'an include': ['{% include "a" %}', /\{% include %\} cannot be used in a mail/],
    'a render': ['{% render "/etc/passwd" %}', /\{% render %\} cannot be used in a mail/],
    'a layout': ['{% layout "a" %}x', /\{% layout %\} cannot be used in a mail/],
    'no value': ['{{ }}', /line 1, column/],
  };
  for (const [name, [text, message]] of Object.entries(broken)) {
    it(`with ${name} is refused with line and column`, () => fails({ text }, 'text', message));
  }

  it('is named with its field', async () => {
    await fails({ subject: '{{' }, 'subject', /^subject, line 1/);
    await fails({ html: '<p>\n{{ x</p>' }, 'html', /^html, line 2, column 1/);
  });
});

describe('the cache of compiled templates', () => {
  const caches: ContentCache[] = [];
  const newCache = (bytes: number): ContentCache => {
    const cache = new ContentCache(bytes);
    caches.push(cache);
    return cache;
  };
  after(() => {
    for (const cache of caches) cache.close();
  });

  it('compiles the same content once, and a changed one again', async () => {
    const cache = newCache(1_000_000);
    const content = { subject: 'Hi {{ a }}', text: 'x' };
    const [first, second] = await Promise.all([cache.get(content, 'a'), cache.get({ ...content }, 'a')]);
    // The same object shows that it was compiled once.
    assert.equal(first.variables, second.variables);
    assert.equal((await cache.get({ ...content }, 'b')).variables, first.variables);
    assert.notEqual((await cache.get({ ...content, text: 'y' }, 'a')).variables, first.variables);
    assert.equal((await first.render({ a: 'Ada' })).subject, 'Hi Ada');
    assert.ok(cache.bytes > 0);
  });

  it('stays below its bytes, and forgets errors', async () => {
    const cache = newCache(50_000);
    for (let i = 0; i < 20; i += 1) await cache.get({ subject: String(i), text: 'x'.repeat(10_000) }, 'a');
    assert.ok(cache.bytes <= 50_000 && cache.bytes > 20_000, String(cache.bytes));
    await assert.rejects(cache.get({ subject: '{{' }, 'a'), ContentError);
    await assert.rejects(cache.get({ subject: '{{' }, 'a'), ContentError);
  });
});

describe('the templates to start with', () => {
  for (const template of starterTemplates) {
    it(`render ${template.name} with their sample data, and nothing is missing`, async () => {
      const compiled = await compileContent(template);
      // Every mail knows the company of its tenant, which always has colours.
      const company = { ...companyDefaults, onPrimaryColor: '#ffffff', ...(template.sampleData.company as object) };
      const result = await compiled.render({ ...template.sampleData, company });
      assert.deepEqual(result.missing, []);
      assert.ok(result.subject.length > 10 && result.text.length > 200);
      assert.doesNotMatch(`${result.subject}${result.html}${result.text}`, /\{[{%]|\[object|undefined|NaN/);
      if (['marketing', 'newsletter'].includes(template.category)) {
        assert.match(result.html ?? '', /href="https:\/\/kestrelcoffee\.example\/unsubscribe"/);
        assert.match(result.text, /View in browser \[https:\/\/kestrelcoffee\.example\/view\]/);
      }
      // Gmail cuts off mails of more than 102 KB.
      assert.ok((result.html ?? '').length < 60_000);
    });
  }
});
