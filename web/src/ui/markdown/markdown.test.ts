import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseBlocks } from './blocks.ts';
import { parseInline } from './inline.ts';
import { markdownWords } from './plain.ts';

describe('blocks of Markdown', () => {
  it('are headings, paragraphs, code, quotes, tables and rules', () => {
    const text =
      '# Title\nOne\ntwo\n\n```js\nlet a;\n\n# b\n```\n> said\n> so\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n| 3 |\n\n---';
    assert.deepEqual(parseBlocks(text), [
      { type: 'heading', level: 1, text: 'Title' },
      { type: 'paragraph', text: 'One\ntwo' },
      { type: 'code', text: 'let a;\n\n# b' },
      { type: 'quote', blocks: [{ type: 'paragraph', text: 'said\nso' }] },
      {
        type: 'table',
        head: ['a', 'b'],
        rows: [
          ['1', '2'],
          ['3', ''],
        ],
      },
      { type: 'rule' },
    ]);
  });

  it('are lists, also inside of lists, with their first number', () => {
    const text = 'Steps:\n3. three\n   more\n   - inner\n\n4. four\n\nEnd';
    assert.deepEqual(parseBlocks(text), [
      { type: 'paragraph', text: 'Steps:' },
      {
        type: 'list',
        start: 3,
        items: [
          [
            { type: 'paragraph', text: 'three\nmore' },
            { type: 'list', start: undefined, items: [[{ type: 'paragraph', text: 'inner' }]] },
          ],
          [{ type: 'paragraph', text: 'four' }],
        ],
      },
      { type: 'paragraph', text: 'End' },
    ]);
  });

  it('come to an end with every beginning of a text', () => {
    const text = '- a\n  1. b\n> c\n```\nd\n```\n|e|f|\n|-|-|\n|g|\n***\n> > > > > > > > > h\n-';
    for (let end = 0; end <= text.length; end += 1) parseBlocks(text.slice(0, end));
  });
});

describe('marks of Markdown', () => {
  const text = (value: string) => ({ type: 'text', text: value });

  it('are bold, italic, struck out and code; names with underscores stay', () => {
    assert.deepEqual(parseInline('**a *b*** first_name_x `*c*` ~~d~~ 2 * 3 * 4'), [
      { type: 'strong', children: [text('a '), { type: 'emphasis', children: [text('b')] }] },
      text(' first_name_x '),
      { type: 'code', text: '*c*' },
      text(' '),
      { type: 'deleted', children: [text('d')] },
      text(' 2 * 3 * 4'),
    ]);
  });

  it('are links to the web only; images are their text', () => {
    assert.deepEqual(
      parseInline(
        '[a](https://x.test/?q=1) [b](javascript:alert(1)) ![c](https://evil.test/?d=secret) https://y.test.',
      ),
      [
        { type: 'link', address: 'https://x.test/?q=1', children: [text('a')] },
        text(' '),
        text('b'),
        text(') '),
        text('c'),
        text(' '),
        { type: 'link', address: 'https://y.test', children: [text('https://y.test')] },
        text('.'),
      ],
    );
  });
});

it('the words of Markdown are without its marks', () => {
  const text = '# Title\n- **bold** [link](https://x.test)\n\n| a | `b` |\n|---|---|\n| 1 | 2 |';
  assert.equal(markdownWords(text), 'Title\nbold link\na, b\n1, 2');
});
