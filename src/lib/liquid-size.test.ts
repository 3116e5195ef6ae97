import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Liquid, Tokenizer } from 'liquidjs';
import { compileLayout } from '../modules/marketing/sites/rendering/layout.ts';
import { LiquidSizeError, measureLiquid } from './liquid-size.ts';

const { options } = new Liquid();
const bounds = { tags: 20, tagOperands: 10, operands: 60 };
const measure = (source: string) =>
  measureLiquid(source, new Tokenizer(source, options.operators).readTopLevelTokens(options), bounds);
const refused = (source: string, line: number, message: RegExp) =>
  assert.throws(
    () => measure(source),
    (error) => error instanceof LiquidSizeError && error.line === line && message.test(error.message),
    source,
  );

describe('the size of a Liquid template', () => {
  it('counts tags and what is in them, but not their texts', () => {
    assert.deepEqual(measure('a {{ contact.firstName | default: "a, b or c" }} {% raw %}{{ x }}{% endraw %}'), {
      tags: 3,
      // The operands are contact, firstName, default, the text, raw and endraw.
      operands: 6,
    });
  });

  it('is bounded in each tag: operands, filters, arguments, parts of paths, ranges and operators', () => {
    const tag = /^The tag has more than 10 values/;
    for (const source of [
      `{% if ${'a or '.repeat(11)}a %}`,
      `{{ a${' | upcase'.repeat(11)} }}`,
      `{{ a | f: ${'1, '.repeat(11)}1 }}`,
      `{{ a${'.b'.repeat(11)} }}`,
      `{{ a${'[b]'.repeat(11)} }}`,
      `{{ ${"'x' ".repeat(11)} }}`,
      `{% for i in (${'1..'.repeat(11)}2) %}`,
      `{% if a ${'or '.repeat(60)} %}`,
      `{{ ${'|'.repeat(60)} }}`,
    ])
      refused(`first line\n${source}`, 2, tag);
    refused(`{% liquid\n  assign a = 1\n  if ${'a or '.repeat(11)}a\n  endif\n%}`, 3, tag);
  });

  it('is bounded for all tags together', () => {
    refused('{{ a }}\n'.repeat(21), 21, /^There are more than 20 Liquid tags/);
    refused('{{ a.b.c.d.e }}\n'.repeat(13), 13, /^All Liquid tags together have more than 60 values/);
  });

  it('does not count comments', () => {
    measure(`{% comment %}{% if ${'a or '.repeat(50)} %}{% endcomment %}{% # ${'a word '.repeat(50)} %}`);
  });

  it('is bounded in the layouts of websites', () => {
    assert.throws(
      () => compileLayout(`<p>\n{% if ${'a or '.repeat(300)}a %}{% endif %}</p>`),
      /line 2: The tag has more than 200/,
    );
    assert.equal(compileLayout('<p>{{ a.b }}</p>')({ a: { b: 'x' } }), '<p>x</p>');
  });
});
