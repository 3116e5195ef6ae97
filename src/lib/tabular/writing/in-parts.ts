import { setImmediate as nextTurn } from 'node:timers/promises';
import { charactersPerTurn } from '../limits.ts';
import type { Cell } from '../table.ts';

export type Rows = readonly (readonly Cell[])[];

/** The texts of rows in parts of about 32 KB, one in each turn of the event loop. */
export async function* inParts(
  rows: Iterable<readonly Cell[]>,
  textOf: (row: readonly Cell[]) => string,
): AsyncGenerator<string> {
  let text = '';
  for (const row of rows) {
    text += textOf(row);
    if (text.length < charactersPerTurn) continue;
    yield text;
    text = '';
    await nextTurn();
  }
  if (text !== '') yield text;
}
