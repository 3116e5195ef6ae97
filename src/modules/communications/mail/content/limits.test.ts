import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { compileContent } from '#test/compiled-content.ts';
import { long } from '#test/long.ts';
import { ContentError } from './template/content-error.ts';
import type { MailContent } from './template/mail-content.ts';
import { ContentCache } from './thread/content-cache.ts';

const contents = new ContentCache(1_000_000);
after(() => contents.close());

/** Wall time after which a hostile template must have failed, even on a busy machine. */
const soonMs = 15_000;

async function failsSoon(content: Partial<MailContent>, message: RegExp, scope: Record<string, unknown> = {}) {
  const startedAt = performance.now();
  await assert.rejects(
    async () => (await compileContent({ subject: 'Subject', ...content })).render(scope),
    (error) => {
      assert.ok(error instanceof ContentError, String(error));
      assert.match(error.message, message);
      return true;
    },
  );
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs < soonMs, `took ${tookMs.toFixed(0)} ms`);
}

const textOf = async (text: string, scope: Record<string, unknown> = {}) =>
  (await (await compileContent({ subject: 'Subject', text })).render(scope)).text;

describe('a template that takes too much', () => {
  const time = /longer than 500 ms/;
  const memory = /too much memory/;
  const output = /longer than 2000000 characters/;
  const dateFormat = /The format of the date is longer than 200 characters/;
  const nested =
    '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}{% endfor %}{% endfor %}{% endfor %}';
  const bombs: Readonly<Record<string, readonly [string, RegExp]>> = {
    'nested loops': [nested, /500 ms|too much memory/],
    'nested loops over one list': [
      '{% assign l = (1..1000) %}{% for a in l %}{% for b in l %}{% for c in l %}{% if a == b %}{% endif %}{% endfor %}{% endfor %}{% endfor %}',
      time,
    ],
    'a huge range': ['{% for i in (1..100000000) %}x{% endfor %}', memory],
    'a huge range behind a reversed one': ['{{ (100000000..1) }}{% assign l = (1..100000000) %}', memory],
    'a huge assigned range': ['{% assign l = (1..100000000) | join: "x" %}', memory],
    'a string that doubles': [
      `{% assign s = "0123456789" %}${'{% assign s = s | append: s %}'.repeat(40)}{{ s }}`,
      memory,
    ],
    'a replacement that grows': [
      `{% assign s = "aaaaaaaaaa" %}${'{% assign s = s | replace: "a", "aaaaaaaaaa" %}'.repeat(12)}{{ s }}`,
      memory,
    ],
    'a captured text that doubles': [
      `{% assign s = "0123456789" %}${'{% capture s %}{{ s }}{{ s }}{% endcapture %}'.repeat(40)}{{ s.size }}`,
      output,
    ],
    'much output': [`{% for i in (1..100000) %}${'x'.repeat(1000)}{% endfor %}`, output],
    'a padded date': ['{{ "now" | date: "%999999999d" }}', memory],
    'a long format of a date': [`{{ "now" | date: "${'%A'.repeat(50_000)}" }}`, dateFormat],
    'a long format of a date that was assigned': [
      `{% assign f = "${'%A'.repeat(101)}" %}{{ "now" | date: f }}`,
      dateFormat,
    ],
    'many long comparisons': [
      `{% assign l = (1..400000) %}${`{% if ${Array.from({ length: 90 }, () => 'l contains x').join(' or ')} %}{% endif %}`.repeat(60)}`,
      time,
    ],
    'a filter over a long list': [
      '{% assign l = (1..400000) | where: "a.b.c", 1 | where: "d", 2 %}',
      /500 ms|too much memory/,
    ],
    'a list of one long text, joined': [
      `{% assign l = "${'x'.repeat(400_000)}" | split: "." %}${'{% assign l = l | concat: l %}'.repeat(10)}{{ l | append: "x" }}`,
      memory,
    ],
    'a list of one long text, printed': [
      `{% assign l = "${'x'.repeat(90_000)}" | split: "." %}${'{% assign l = l | concat: l %}'.repeat(3)}{% for i in (1..100) %}{{ l }}{% endfor %}`,
      output,
    ],
    'lists in lists': [
      `{% assign a = "x" | split: "." %}${'{% assign a = a | push: a %}'.repeat(60)}{% if a == a %}x{% endif %}`,
      memory,
    ],
    'two hundred filters': [`{{ "${'é'.repeat(10_000)}"${' | url_encode'.repeat(190)} }}`, memory],
    'JSON in JSON': [`{% assign s = '"""""' %}${'{% assign s = s | json %}'.repeat(40)}{{ s }}`, memory],
  };
  for (const [name, [text, message]] of Object.entries(bombs)) {
    it(`is stopped: ${name}`, async () => {
      await failsSoon({ text }, message);
      await failsSoon({ html: text, text: 'x' }, message);
    });
  }

  it('is named with the tag, since html was compiled', async () => {
    const html = '<p>{% for i in (1..100000000) %}x{% endfor %}</p>';
    await failsSoon({ html }, /^html, at \{% for i in \(1\.\.100000000\) %\}: .* Use shorter ranges/);
  });

  it('is refused when it is larger than 1 MB, has too many tags or is nested too deeply', async () => {
    const large = 'ü'.repeat(500_001);
    for (const field of ['subject', 'html', 'text', 'previewText']) {
      const content = { subject: 'x', html: '<p></p>', [field]: large };
      await assert.rejects(
        contents.get(content, 'a'),
        new RegExp(`^ContentError: ${field} is larger than 1000000 bytes`),
      );
    }
    await failsSoon({ text: '{{a}}'.repeat(200_000) }, /more than 5000 Liquid tags/);
    await failsSoon({ text: '{% if a %}'.repeat(4000) }, /nested more than 50 deep/);
    await failsSoon({ text: `{{ ${'a['.repeat(100_000)}1${']'.repeat(100_000)} }}` }, /more than 200 values/);
    await failsSoon({ text: '{%'.repeat(400_000) }, /not closed/);
  });

  it('is compiled in linear time, whatever its markup', async () => {
    for (const piece of [
      '<body ',
      '<html ',
      '<a ',
      '<!--',
      '</head ',
      '{% if a %}{% endif %}<',
      '<style>',
      '"',
      "='",
    ]) {
      const html = piece.repeat(piece.includes('%') ? 2400 : Math.floor(900_000 / piece.length));
      const startedAt = performance.now();
      await compileContent({ subject: 'x', html, text: 'x', previewText: 'y' }).catch((error) => {
        assert.ok(error instanceof ContentError, String(error));
      });
      const tookMs = performance.now() - startedAt;
      assert.ok(tookMs < soonMs, `${piece} took ${tookMs.toFixed(0)} ms`);
    }
  });

  it('may be large and legitimate', async () => {
    assert.equal((await textOf('x'.repeat(999_999))).length, 999_999);
    const rows = Array.from({ length: 5000 }, (_, id) => ({ id, name: 'A name of usual length' }));
    const text = await textOf('{% for r in rows %}{{ r.id }} {{ r.name | upcase }}\n{% endfor %}', { rows });
    assert.equal(text.split('\n').length, 5001);
  });
});

describe('markup that takes too much', () => {
  const mjml = (body: string) => ({ html: `<mjml><mj-body>${body}</mj-body></mjml>`, format: 'mjml' as const });

  it('is refused: very many or very deep MJML elements', async () => {
    await failsSoon(mjml('<mj-section>\n</mj-section>'.repeat(30_000)), /more than 3000 MJML elements/);
    await failsSoon(mjml('<mj-wrapper>'.repeat(60_000)), /nested more than 30 deep/);
  });

  it('is refused: more CSS than can be inlined soon, by one pass over it', async () => {
    const style = (css: string, elements = 10) => ({ html: `<style>${css}</style>\n${'<p>x</p>'.repeat(elements)}` });
    await failsSoon(
      style(`${'a,'.repeat(100_000)}b{margin:0}`),
      /^html, line 1: The CSS selectors have more than 10000 parts/,
    );
    await failsSoon(
      style(`p{${'margin:0;'.repeat(11_000)}}`),
      /^html, line 1: There are more than 10000 CSS declarations/,
    );
    await failsSoon(style('x~p~p~p{margin:0}'), /^html, line 1: A CSS selector has more than one ~/);
    await failsSoon(
      style(`p{content:"${'x'.repeat(300_000)}"}`),
      /^html, line 1: <style> is longer than 300000 characters/,
    );
    await failsSoon(style(`b{${'a{'.repeat(100_000)}`), /^html, line 1: There are more than 10000 CSS blocks/);
    await failsSoon(style(`b{${'a{'.repeat(20)}`), /^html, line 1: CSS blocks are nested more than 20 deep/);
    await failsSoon(style(`@media x{${'a{}'.repeat(10_000)}}`), /^html, line 1: There are more than 10000 CSS blocks/);
    const hidden = `p{content:"\\""}${'a,'.repeat(100_000)}b{content:"x"}`;
    await failsSoon(style(hidden), /^html, line 1: The CSS selectors have more than 10000 parts/);
    await failsSoon(style('p{margin:0}', 20_001), /^html, line 2: There are more than 20000 HTML elements/);
    const rules = Array.from({ length: 500 }, (_, i) => `.a${i} b{margin:0}`).join('');
    await failsSoon(
      style(rules, 2000),
      /^html: There are 1000 parts of CSS selectors and 2001 elements\. Their product/,
    );
    const sections = '<mj-section><mj-column><mj-text>x</mj-text></mj-column></mj-section>'.repeat(200);
    await failsSoon(
      mjml(`<mj-raw><style>${rules}</style></mj-raw>${sections}`),
      /^html: There are \d+ parts of CSS selectors/,
    );
  });

  it('is inlined when it is a large newsletter', long, async () => {
    const rules = Array.from({ length: 300 }, (_, i) => `.c${i}{margin:${i}px}`).join('\n');
    const media = `@media (max-width:600px){${Array.from({ length: 2000 }, (_, i) => `.m${i}{margin:0}`).join('')}}`;
    const rows = Array.from(
      { length: 600 },
      (_, i) => `<tr><td class="c${i % 300}">{{ contact.firstName }}</td></tr>`,
    ).join('');
    const html = `<style>${rules}${media}</style><table>${rows}</table>`;
    const compiled = await contents.get({ subject: 'x', html }, 'a');
    assert.match(
      (await compiled.render({ contact: { firstName: 'Ada' } })).html ?? '',
      /<td class="c299" style="margin: 299px;?">Ada/,
    );
  });
});

describe('a hostile template', () => {
  const scope = {
    contact: { firstName: 'Ada', call: () => 'called', toLiquid: () => 'secret', list: [1, 2, 3] },
    text: 'abc',
  };
  const reads: Readonly<Record<string, string>> = {
    prototypes:
      '{{ contact.__proto__ }}{{ contact.constructor }}{{ contact.constructor.name }}{{ __proto__ }}{{ constructor }}{{ contact["constructor"]["constructor"] }}',
    'functions of values':
      '{{ contact.call }}{{ contact.toLiquid }}{{ contact.toString }}{{ text.repeat }}{{ contact.list.map }}',
    'properties of loops':
      '{% for i in contact.list %}{{ forloop.constructor }}{{ forloop.next }}{{ forloop.__proto__ }}{% endfor %}',
    'the process': '{{ process.env }}{{ global.process }}{{ require }}{{ this }}{{ module.exports }}',
    'filters of prototypes':
      '{{ contact.list | map: "constructor" }}{{ contact | map: "__proto__" }}{{ contact.list | where: "constructor" }}',
  };
  for (const [name, text] of Object.entries(reads)) {
    it(`does not read ${name}`, async () => assert.equal(await textOf(text, scope), ''));
  }

  it('reads sizes and ends of lists', async () => {
    const text =
      '{{ contact.list.size }}{{ contact.list.first }}{{ contact.list.last }}{{ contact.list[-2] }}{{ text.size }}';
    assert.equal(await textOf(text, scope), '31323');
  });

  it('does not change the values of its caller', async () => {
    const values = { n: 5, contact: { a: 1 } };
    await textOf('{% increment n %}{% decrement m %}{% assign contact = 1 %}{% capture n %}x{% endcapture %}', values);
    assert.deepEqual(values, { n: 5, contact: { a: 1 } });
    assert.equal(({} as Record<string, unknown>).polluted, undefined);
    await textOf('{% assign __proto__ = "x" %}{% capture constructor %}y{% endcapture %}{{ constructor }}', values);
    assert.equal(Object.getPrototypeOf({}), Object.prototype);
  });

  it('gets names such as __proto__ from JSON as plain values', async () => {
    const values = JSON.parse('{"__proto__": {"polluted": "yes"}, "constructor": "c"}');
    assert.equal(await textOf('{{ polluted }}{{ constructor }}{{ __proto__.polluted }}', values), 'cyes');
  });

  it('cannot have values evaluated by filters', async () => {
    for (const filter of ['where_exp', 'group_by_exp', 'find_exp', 'has_exp', 'reject_exp', 'find_index_exp']) {
      await failsSoon({ text: `{{ list | ${filter}: "x", code }}` }, /There is no filter/);
    }
  });
});
