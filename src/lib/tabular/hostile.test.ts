import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TurnMeter } from '#test/bombs/turn-meter.ts';
import { fileOf } from '#test/table-tools.ts';
import { openTable } from './open-table.ts';

const size = 8_000_000;
const keys = (n: number) => Array.from({ length: 1500 }, (_, k) => `"${n}-${k}":1`).join();

/** Texts with the code of their problem. Undefined: they are read to the end. */
const texts: Readonly<Record<string, readonly [text: string, code: string | undefined]>> = {
  'CSV of escaped quotes': [`a,b\n1,"${'""'.repeat(size / 2)}`, 'cell_too_long'],
  'CSV of quoted cells': [`a\n${'"x"\n'.repeat(size / 4)}`, undefined],
  'CSV of delimiters': [`a,b\n${','.repeat(size)}`, 'too_many_columns'],
  'CSV of short rows': [`a,b\n${'1\n'.repeat(size / 20)}`, undefined],
  'CSV of empty lines': [`a\n${'\r'.repeat(size)}`, undefined],
  'CSV of one long cell': ['a'.repeat(size), 'cell_too_long'],
  'CSV of quotes without delimiters': ['"'.repeat(size), 'cell_too_long'],
  'CSV of titles that are alike': [Array.from({ length: 500 }, () => 'a').join(), undefined],
  'JSON Lines of one line': [`{"a":"${'x'.repeat(size)}`, 'line_too_long'],
  'JSON Lines of brackets': [`{"a":1}\n${'['.repeat(999_000)}`, 'too_complex'],
  'JSON Lines of keys': [Array.from({ length: 500 }, (_, n) => `{${keys(n)}}`).join('\n'), 'too_many_columns'],
  'JSON Lines of empty objects': ['{"a":1}\n'.repeat(size / 40), undefined],
  'cards of folded lines': [`BEGIN:VCARD\nFN:x\n${' \n'.repeat(size / 2)}`, 'line_too_long'],
  'cards of backslashes': [`BEGIN:VCARD\n${`N:${'\\'.repeat(90_000)}\n`.repeat(9)}END:VCARD`, undefined],
  'cards of parameters': [`BEGIN:VCARD\nTEL${';'.repeat(90_000)}:1\nEND:VCARD`, undefined],
  'empty cards': ['BEGIN:VCARD\nEND:VCARD\n'.repeat(size / 40), undefined],
};

describe('a hostile text', () => {
  for (const [name, [text, code]] of Object.entries(texts))
    it(`(${name}) blocks nobody and takes little memory`, async (t) => {
      const file = fileOf(text);
      const before = process.memoryUsage().rss;
      const meter = new TurnMeter();
      let found: string | undefined;
      try {
        for await (const _ of (await openTable(file)).rows());
      } catch (error) {
        found = (error as { code?: string }).code ?? String(error);
      }
      const longestMs = meter.stop();
      const grownMb = (process.memoryUsage().rss - before) / 1e6;
      t.diagnostic(`longest turn ${longestMs.toFixed(0)} ms`);
      assert.equal(found, code);
      assert.ok(longestMs < 100, `a turn took ${longestMs} ms`);
      assert.ok(grownMb < 250, `memory grew by ${grownMb} MB`);
    });
});
