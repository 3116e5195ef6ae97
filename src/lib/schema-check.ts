import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/schema';
import { inWords, type RawError, type SchemaError } from './schema-words.ts';

export type SchemaCheck = (value: unknown) => readonly SchemaError[];

/**
 * Finds the errors in a value. The schema is compiled with the first value: most of the many schemas are not used in
 * the lifetime of a process, and compiling all of them at the start cost time and memory.
 */
export function schemaCheck(schema: TSchema): SchemaCheck {
  let validator: Validator | undefined;
  return (value) => {
    validator ??= Compile(schema);
    if (validator.Check(value)) return [];
    const [, errors] = validator.Errors(value);
    return inWords(errors as readonly RawError[], schema);
  };
}
