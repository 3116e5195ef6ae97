import { readFile } from 'node:fs/promises';
import { CommandError, UsageError } from './command-error.ts';

/** The text of a file; `-` is standard input. */
export async function readInput(file: string): Promise<string> {
  if (file !== '-') {
    try {
      return await readFile(file, 'utf8');
    } catch (error) {
      throw new CommandError(`${file} cannot be read: ${(error as Error).message}`);
    }
  }
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Records of standard input: one object, a list of objects, or one in each line. */
export async function readRecords(): Promise<Record<string, unknown>[]> {
  if (process.stdin.isTTY) throw new UsageError('Give key=value, or records as JSON on standard input');
  const text = (await readInput('-')).trim();
  if (text === '') throw new UsageError('Standard input is empty: give key=value, or a record as JSON');
  const values = parseAll(text);
  for (const value of values)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new UsageError('Standard input must have objects: one, a list of them, or one in each line');
  return values as Record<string, unknown>[];
}

function parseAll(text: string): unknown[] {
  try {
    return [JSON.parse(text)].flat();
  } catch (whole) {
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .map((line, n) => {
        try {
          return JSON.parse(line) as unknown;
        } catch (error) {
          const reason = n === 0 ? (whole as Error).message : `line ${n + 1}: ${(error as Error).message}`;
          throw new UsageError(`Standard input is not valid JSON: ${reason}`);
        }
      });
  }
}

/** Asks on the terminal. What is typed is not shown when it is a secret. */
export async function ask(question: string, { secret = false } = {}): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError(`${question.replace(/[:?]\s*$/, '')} is missing, and there is no terminal to ask on`);
  const { createInterface } = await import('node:readline/promises');
  const { Writable } = await import('node:stream');
  let silent = false;
  const output = new Writable({
    write(chunk, _encoding, done) {
      if (!silent) process.stderr.write(chunk as Buffer);
      done();
    },
  });
  const lines = createInterface({ input: process.stdin, output, terminal: true });
  try {
    const answer = lines.question(question);
    silent = secret;
    return (await answer).trim();
  } finally {
    lines.close();
    if (secret) process.stderr.write('\n');
  }
}
