import { once } from 'node:events';
import type { Arguments } from '../arguments.ts';

/** True when a person reads the output. */
export const isForPeople = (given: Arguments): boolean => process.stdout.isTTY === true && !given.flag('json');

/** Writes to standard output, and waits while its reader is slow. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(`${text}\n`)) await once(process.stdout, 'drain');
}

export const printJson = (value: unknown): Promise<void> => print(JSON.stringify(value, null, 2));
export const printLine = (value: unknown): Promise<void> => print(JSON.stringify(value));

/** A message beside the output. */
export const note = (text: string): void => {
  process.stderr.write(`${text}\n`);
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not reach a terminal.
const controls = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Text of a record must not move the cursor of a terminal, or change its colours or title. */
export const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(controls, '\ufffd');
