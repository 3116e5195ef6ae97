import { isUtf8 } from 'node:buffer';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { charactersPerTurn } from '../limits.ts';
import { type TableFile, TableProblem } from '../table.ts';
import { type FoundEncoding, wholeCharacters } from './find-encoding.ts';

/**
 * Decodes a file in parts of at most 32 KiB, and lets others work after each. Bytes that the encoding does not have are
 * a TableProblem with the line, so that no letter is lost silently.
 */
export async function* readText(file: TableFile, found: FoundEncoding): AsyncGenerator<string> {
  const { encoding, markLength } = found;
  if (file.size <= markLength) return;
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const lines = new LineCount();
  const decode = (bytes: Buffer, stream: boolean): string => {
    try {
      return decoder.decode(bytes, { stream });
    } catch {
      throw wrongBytes(encoding, lines.at(validPart(bytes, encoding)));
    }
  };
  for await (const chunk of (await file.read({ first: markLength, last: file.size - 1 })) as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; at += charactersPerTurn) {
      const text = decode(chunk.subarray(at, at + charactersPerTurn), true);
      yield text;
      lines.add(text);
      await nextTurn();
    }
  }
  const last = decode(Buffer.alloc(0), false);
  if (last !== '') yield last;
}

/** Counts lines that end in LF, or in CR when the text has no LF. */
class LineCount {
  #newlines = 0;
  #returns = 0;

  add(text: string): void {
    this.#newlines += count(text, '\n');
    this.#returns += count(text, '\r');
  }

  /** The line in which the text that follows `text` begins. */
  at(text: string): number {
    this.add(text);
    return 1 + (this.#newlines === 0 ? this.#returns : this.#newlines);
  }
}

function count(text: string, character: string): number {
  let found = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) found += 1;
  return found;
}

/** The text before the first wrong byte. */
function validPart(bytes: Buffer, encoding: string): string {
  if (encoding !== 'utf-8') {
    const [valid = ''] = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes).split('\ufffd', 1);
    return valid;
  }
  // Line ends are single bytes, so the beginning of a character that belongs to the previous part does not matter.
  let start = 0;
  while (start < 3 && ((bytes[start] ?? 0) & 0xc0) === 0x80) start += 1;
  let [valid, wrong] = [start, bytes.length];
  while (wrong - valid > 1) {
    const middle = (valid + wrong) >>> 1;
    if (isUtf8(wholeCharacters(bytes.subarray(start, middle)))) valid = middle;
    else wrong = middle;
  }
  return bytes.toString('latin1', start, valid);
}

function wrongBytes(encoding: string, line: number): TableProblem {
  const remedy =
    encoding === 'utf-8'
      ? 'Save the file as UTF-8, or choose its encoding, for example windows-1252.'
      : 'Choose another encoding, or save the file as UTF-8.';
  return new TableProblem('wrong_encoding', `Line ${line} has bytes that are not ${encoding}. ${remedy}`, line);
}
