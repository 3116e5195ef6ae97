import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { FormulaFunction } from './functions/function.ts';
import { functionTable } from './index.ts';

const guide = readFileSync(new URL('../../../docs/formulas.md', import.meta.url), 'utf8');
const customFields = readFileSync(new URL('../../../docs/custom-fields.md', import.meta.url), 'utf8');

function signatureOf({ name, parameters }: FormulaFunction): string {
  const words = parameters.map((one) => {
    const word = one.repeats ? `${one.name} …` : one.name;
    return one.optional ? `[${word}]` : word;
  });
  return `${name}(${words.join(', ')})`;
}

const rowOf = (one: FormulaFunction): string => `| \`${signatureOf(one)}\` | ${one.help} | \`${one.example}\` |`;

describe('docs/formulas.md', () => {
  it('has a row for every function, in the order of the function table', () => {
    const rows = guide.split('## Functions')[1]?.match(/^\| `.*$/gm) ?? [];
    assert.deepEqual(rows, functionTable.map(rowOf));
  });

  it('is announced with the number of functions', () => {
    assert.match(customFields, new RegExp(`conditions and ${functionTable.length} functions`));
  });
});
