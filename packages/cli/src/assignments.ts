import { UsageError } from './command-error.ts';
import { readInput } from './input.ts';

export const assignmentHelp = `  key=value            a text; key=@file reads it from a file
  key:=json            a number, true, false, null, a list or an object: score:=12 tags:='["vip"]'
  Without assignments, JSON is read from standard input.`;

export type Fields = Record<string, unknown>;

/** Reads `key=value` and `key:=json`. */
export async function readAssignments(words: readonly string[]): Promise<Fields> {
  const fields: Fields = {};
  for (const word of words) {
    const [, key, isJson, value = ''] = /^([\w]+)(:?)=(.*)$/s.exec(word) ?? [];
    if (key === undefined) throw new UsageError(`"${word}" must be key=value or key:=json`);
    if (Object.hasOwn(fields, key)) throw new UsageError(`${key} is given twice`);
    if (isJson === ':') fields[key] = parseJson(value, key);
    else fields[key] = value.startsWith('@') ? await readInput(value.slice(1)) : value;
  }
  return fields;
}

export function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new UsageError(`${name} is not valid JSON: ${(error as Error).message}`);
  }
}
