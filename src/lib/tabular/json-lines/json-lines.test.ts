import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ExactNumber } from '#lib/json.ts';
import { fileOf, rowsOf, tableOf } from '#test/table-tools.ts';
import { openTable } from '../open-table.ts';

const refused = (text: string, problem: object) => assert.rejects(tableOf(fileOf(text)), problem);

describe('a JSON Lines file', () => {
  it('has the keys of its objects as columns, and their values as cells', async () => {
    const text = '{"name":"Ann","age":3}\r\n\n{"tags":["a"],"name":null,"x":{"y":true}}\n{}';
    const cells = [
      ['name', 'age', 'tags', 'x'],
      ['Ann', 3, null, null],
      [null, null, ['a'], { y: true }],
      [null, null, null, null],
    ];
    for (const chunkBytes of [1, 3, 65_536]) assert.deepEqual(await tableOf(fileOf(text, { chunkBytes })), cells);
    const table = await openTable(fileOf(text));
    assert.equal(table.format, 'jsonl');
    assert.deepEqual(
      (await rowsOf(table)).map(({ n, line }) => [n, line]),
      [
        [1, 1],
        [2, 3],
        [3, 4],
      ],
    );
  });

  it('keeps all digits of numbers', async () => {
    const [, row] = await tableOf(fileOf('{"n":12345678901234567890.12,"m":0.1}'));
    assert.deepEqual(row, [new ExactNumber('12345678901234567890.12'), 0.1]);
  });

  it('is refused with the line when it is wrong', async () => {
    await refused('{"a":1}\n{"a":', { code: 'wrong_json', line: 2 });
    await refused('{"a":1}\n[1]', { code: 'not_an_object', line: 2 });
    await refused('{"a":1}\n{"__proto__":{"x":1}}', { code: 'wrong_json', line: 2 });
    await refused('[{"a":1}]', { code: 'json_array', message: /one object in each line/ });
    await refused('{}\n{}', { code: 'no_columns' });
    await refused(`{"a":${'['.repeat(10_000)}`, { code: 'too_complex', line: 1 });
    await refused(`{"a":1}\n{"a":"${'x'.repeat(1_000_000)}"}`, { code: 'line_too_long', line: 2 });
    await refused(`{${Array.from({ length: 501 }, (_, n) => `"c${n}":1`).join()}}`, {
      code: 'too_many_columns',
      line: 1,
    });
    await refused(`${'{"a":1}\n'.repeat(1000)}{"b":1}`, { code: 'unknown_key', line: 1001, message: /"b"/ });
    assert.equal((await tableOf(fileOf(`${'{"a":1}\n'.repeat(1000)}{"b":null}`))).length, 1002);
  });
});
