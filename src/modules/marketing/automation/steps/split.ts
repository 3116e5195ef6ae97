import { createHash } from 'node:crypto';
import { isJsonObject } from '#lib/json.ts';
import type { JsonObject } from '../definition/definition.ts';
import { optionalText, readInteger, readNext, requireKnown } from '../definition/read-config.ts';
import { StepProblem } from '../definition/reading.ts';
import { defineStep } from './step-type.ts';

interface Part {
  readonly name: string;
  readonly percent: number;
  readonly next: string | null;
}

interface Config {
  readonly parts: readonly Part[];
}

const maxParts = 10;

/** Divides the records by chance. The same record always takes the same part. */
export const split = defineStep<Config>({
  read(_reading, config) {
    const { parts } = config;
    if (!Array.isArray(parts) || parts.length < 2 || parts.length > maxParts)
      throw new StepProblem('parts', 'required', `must be a list of 2 to ${maxParts} parts`);
    const read = parts.map(readPart);
    const sum = read.reduce((total, { percent }) => total + percent, 0);
    if (sum !== 100) throw new StepProblem('parts', 'invalid_value', `must be 100 percent together, and are ${sum}`);
    return { parts: read };
  },
  nextKeys: ({ parts }) => parts.map(({ next }, n) => [`parts[${n}].next`, next] as const),
  run: async ({ rows, workflowId, step }, { parts }) =>
    rows.map(({ recordId }) => {
      const number = numberOf(`${workflowId} ${step.key} ${recordId}`);
      let below = 0;
      const part = parts.find(({ percent }) => {
        below += percent;
        return number < below;
      }) as Part;
      return {
        outcome: 'done',
        why: `The record is in the part “${part.name}”.`,
        next: part.next,
        output: { part: part.name },
      };
    }),
});

function readPart(value: unknown, n: number): Part {
  const at = `parts[${n}]`;
  if (!isJsonObject(value)) throw new StepProblem(at, 'invalid_type', 'must be an object with percent and next');
  const given = value as JsonObject;
  requireKnown(given, ['name', 'percent', 'next'], `${at}.`);
  return {
    name: optionalText(given, 'name', 200) ?? `part ${n + 1}`,
    percent: readInteger(given.percent, `${at}.percent`, 0, 100),
    next: readNext(given.next, `${at}.next`),
  };
}

/** A number from 0 to 99 that always belongs to the text. */
const numberOf = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE(0) % 100;
