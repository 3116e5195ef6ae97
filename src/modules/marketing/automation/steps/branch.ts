import type { Condition } from '#core/query/filter.ts';
import { isJsonObject } from '#lib/json.ts';
import type { JsonObject } from '../definition/definition.ts';
import { optionalText, readConditions, readNext, requireKnown } from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { defineStep, type Enrolled, type StepResult } from './step-type.ts';

interface Branch {
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly next: string | null;
}

interface Config {
  readonly branches: readonly Branch[];
  readonly otherwise: string | null;
}

const maxBranches = 20;

/** Goes on at the first branch whose filter the record matches. */
export const branch = defineStep<Config>({
  read(reading, config) {
    const { branches } = config;
    if (!Array.isArray(branches) || branches.length === 0 || branches.length > maxBranches)
      throw new StepProblem('branches', 'required', `must be a list of 1 to ${maxBranches} branches`);
    return {
      branches: branches.map((one, n) => readBranch(reading, one, n)),
      otherwise: readNext(config.else, 'else'),
    };
  },
  conditions: ({ branches }) => branches.map(({ conditions }) => conditions),
  nextKeys: ({ branches, otherwise }) => [
    ...branches.map(({ next }, n) => [`branches[${n}].next`, next] as const),
    ['else', otherwise],
  ],
  run: async ({ rows }, config) => rows.map((row) => choose(row, config)),
});

function readBranch(reading: StepReading, value: unknown, n: number): Branch {
  const at = `branches[${n}]`;
  if (!isJsonObject(value)) throw new StepProblem(at, 'invalid_type', 'must be an object with filter and next');
  const given = value as JsonObject;
  requireKnown(given, ['name', 'filter', 'next'], `${at}.`);
  if (given.filter === undefined || given.filter === null)
    throw new StepProblem(`${at}.filter`, 'required', 'is required; use else for all others');
  return {
    name: optionalText(given, 'name', 200) ?? `branch ${n + 1}`,
    conditions: readConditions(reading, reading.model, given.filter, `${at}.filter`),
    next: readNext(given.next, `${at}.next`),
  };
}

function choose({ matched }: Enrolled, { branches, otherwise }: Config): StepResult {
  const n = matched.indexOf(true);
  const chosen = branches[n];
  if (!chosen) return { outcome: 'done', why: 'No branch matches the record, so it takes else.', next: otherwise };
  return {
    outcome: 'done',
    why: `The record matches “${chosen.name}”.`,
    next: chosen.next,
    output: { branch: chosen.name },
  };
}
