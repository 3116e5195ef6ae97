import { invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { isJsonObject } from '#lib/json.ts';
import { type JsonObject, maxSteps } from '../definition/definition.ts';

/** A step in the field `steps` of a workflow. */
export interface StepInput {
  readonly key: string;
  readonly name: string | null;
  readonly type: string;
  readonly config: JsonObject;
  readonly next: string | null;
}

const known = new Set(['key', 'name', 'type', 'config', 'next', '_id']);

const keyPattern = /^[A-Za-z0-9_-]{1,60}$/;

/** Reads the steps in a write of a workflow. A step that does not name the next one is followed by the one after it. */
export function readSteps(given: readonly JsonValue[]): StepInput[] {
  if (given.length > maxSteps) throw invalid('steps', 'too_long', `must be at most ${maxSteps} steps`);
  const steps = given.map((one, n) => readStep(one, n));
  const keys = new Set<string>();
  for (const [n, { key }] of steps.entries()) {
    if (keys.has(key)) throw invalid(`steps[${n}].key`, 'not_unique', `is ${key}, as that of another step`);
    keys.add(key);
  }
  return steps.map(({ isNextGiven, ...step }, n) =>
    isNextGiven ? step : { ...step, next: steps[n + 1]?.key ?? null },
  );
}

function readStep(one: JsonValue, n: number): StepInput & { isNextGiven: boolean } {
  const at = `steps[${n}]`;
  if (!isJsonObject(one)) throw invalid(at, 'invalid_type', 'must be an object with key, type, config and next');
  const given = one as JsonObject;
  const unknown = Object.keys(given).find((key) => !known.has(key));
  if (unknown !== undefined)
    throw invalid(`${at}.${unknown}`, 'unknown_field', 'is unknown; there are key, name, type, config and next');
  const { key = `step${n + 1}`, name = null, type, config = {}, next } = given;
  if (typeof key !== 'string' || !keyPattern.test(key))
    throw invalid(`${at}.key`, 'invalid_value', 'must be 1 to 60 letters, digits, _ or -');
  if (typeof type !== 'string' || type === '' || type.length > 100)
    throw invalid(`${at}.type`, 'required', 'is required');
  if (name !== null && (typeof name !== 'string' || name.length > 255))
    throw invalid(`${at}.name`, 'invalid_type', 'must be a text of at most 255 characters');
  if (config !== null && !isJsonObject(config)) throw invalid(`${at}.config`, 'invalid_type', 'must be an object');
  if (next !== undefined && next !== null && typeof next !== 'string')
    throw invalid(`${at}.next`, 'invalid_type', 'must be the key of a step, or null for the end');
  return { key, name, type, config: (config ?? {}) as JsonObject, next: next ?? null, isNextGiven: next !== undefined };
}
