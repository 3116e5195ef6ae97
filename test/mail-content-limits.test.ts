import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { compileContent, type MailContent } from '../src/modules/communications/content/compile.ts';
import { ContentError } from '../src/modules/communications/content/content-error.ts';
import { long } from './long.ts';

/** Wall time within which a hostile template must have failed, on a busy machine. */
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
    'many long comparisons': [
      `{% assign l = (1..400000) %}{% if ${Array.from({ length: 2000 }, () => 'l contains x').join(' or ')} %}{% endif %}`,
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
    'a thousand filters': [`{{ "${'é'.repeat(10_000)}"${' | url_encode'.repeat(9000)} }}`, memory],
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
      await failsSoon({ html: '<p></p>', [field]: large }, new RegExp(`^${field} is larger than 1000000 bytes`));
    }
    await failsSoon({ text: '{{a}}'.repeat(200_000) }, /more than 5000 Liquid tags/);
    await failsSoon({ text: '{% if a %}'.repeat(90_000) }, /nested more than 50 deep/);
    await failsSoon({ text: `{{ ${'a['.repeat(100_000)}1${']'.repeat(100_000)} }}` }, /nested too deeply/);
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

  it('is stopped: very many rules and elements, while others still compile', long, async () => {
    const rules = Array.from({ length: 8000 }, (_, i) => `i:not(.a${i}) b{margin:${i}px}`).join('');
    const html = `<style>${rules}</style>${'<i><b>x</b></i>'.repeat(30_000)}`;
    const startedAt = performance.now();
    const slow = assert.rejects(
      compileContent({ subject: 'x', html }),
      /^ContentError: html: Compiling (takes too long|needs too much memory)/,
    );
    // The event loop is free meanwhile.
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert.ok(performance.now() - startedAt < 5000);
    assert.equal(await textOf('{{ a }}', { a: 1 }), '1');
    await slow;
    const next = await compileContent({ subject: 'x', html: '<style>p{margin:0}</style><p>x</p>' });
    assert.match((await next.render({})).html ?? '', /<p style="margin: 0;?">/);
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
