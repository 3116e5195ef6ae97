import type { FastifyRequest } from 'fastify';
import type { Action, Route } from '#core/action.ts';
import { AppError, badQuery, Problems, summary, validationFailed } from '#core/errors.ts';
import { readInteger } from '#core/query/list-query.ts';
import { isJsonObject } from '#lib/json.ts';
import { schemaCheck } from '#lib/schema-check.ts';
import type { SchemaError } from '#lib/schema-words.ts';
import { queryOf } from './query-string.ts';

/** Parses and validates the input of an action: the query or the body, with the parameters of the path. */
export function inputReader({ input: schema, flags }: Action, method: Route['method']) {
  const errorsIn = schemaCheck(schema);
  const flagKeys = Object.keys(flags ?? {});
  const numbers = method === 'GET' ? wholeNumbersOf(schema) : [];
  return (request: FastifyRequest): unknown => {
    const problems = new Problems();
    const params = request.params as Record<string, string>;
    const given = givenIn(request, method);
    // An action that makes a dry run itself takes dryRun in its body too. The query takes precedence.
    const misplaced = Object.keys(given).find((key) => key in params || (flagKeys.includes(key) && key !== 'dryRun'));
    if (misplaced !== undefined) {
      problems.add(misplaced, 'unknown_field', unknownField);
      throw refused(method, problems);
    }
    const input: Record<string, unknown> = {
      ...given,
      ...params,
      ...(flagKeys.length > 0 && flagsOf(queryOf(request), flagKeys)),
    };
    for (const { key, minimum, maximum } of numbers) {
      if (input[key] !== undefined) input[key] = readInteger(input[key], key, minimum, maximum);
    }
    for (const error of errorsIn(input)) addProblem(error, method, problems);
    if (problems.count === 0) findIllFormed(given, method, [], problems);
    if (problems.count > 0) throw refused(method, problems);
    return input;
  };
}

interface WholeNumber {
  readonly key: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** Properties that are text in a query, but integers in the schema. */
function wholeNumbersOf(schema: Action['input']): WholeNumber[] {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string } & Partial<WholeNumber>> };
  return Object.entries(properties).flatMap(([key, { type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }]) =>
    type === 'integer' ? [{ key, minimum, maximum }] : [],
  );
}

function givenIn(request: FastifyRequest, method: string): Record<string, unknown> {
  const { body } = request;
  const given = method === 'GET' ? queryOf(request) : body instanceof URLSearchParams ? fieldsOf(body) : (body ?? {});
  if (!isJsonObject(given))
    throw validationFailed([{ code: 'invalid_type', message: 'The body must be a JSON object.' }]);
  return given;
}

/** Converts form data to an object. A repeated field becomes a list. */
const fieldsOf = (form: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((key) => {
      const values = form.getAll(key);
      return [key, values.length > 1 ? values : values[0]];
    }),
  );

function flagsOf(query: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, boolean> {
  const given = keys.filter((key) => query[key] !== undefined);
  return Object.fromEntries(
    given.map((key) => {
      if (query[key] !== 'true' && query[key] !== 'false') throw badQuery(key, 'must be true or false');
      return [key, query[key] === 'true'];
    }),
  );
}

/** Problems in a query are a `bad_request`, problems in a body are `validation_failed`. */
const refused = (method: string, { details, count }: Problems): AppError =>
  method === 'GET'
    ? new AppError('bad_request', summary(details, count, 'The query is not valid.'), details)
    : validationFailed(details, count);

const maxDepth = 40;
const unknownField = 'is not a field here';

/** Formats a path: `filter[label]` in a query, `fields[0].label` in a body. */
const pathText = (path: readonly string[], method: string): string =>
  path.reduce(
    (at, key) => (at === '' ? key : method === 'GET' || /^\d+$/.test(key) ? `${at}[${key}]` : `${at}.${key}`),
    '',
  );

const codes: Readonly<Record<string, string>> = {
  type: 'invalid_type',
  pattern: 'invalid_format',
  format: 'invalid_format',
  enum: 'not_an_option',
  const: 'not_an_option',
};

/** Adds an error of the schema check to the problems, with the name of its field. */
function addProblem({ keyword, instancePath, message, params }: SchemaError, method: string, problems: Problems): void {
  const path = instancePath.split('/').slice(1);
  const names = params as { requiredProperties?: string[]; additionalProperties?: string[] };
  if (keyword === 'required') {
    for (const key of names.requiredProperties ?? [])
      problems.add(pathText([...path, key], method), 'required', 'is required');
  } else if (keyword === 'additionalProperties') {
    for (const key of names.additionalProperties ?? [])
      problems.add(pathText([...path, key], method), 'unknown_field', unknownField);
  } else if (keyword !== 'boolean') {
    const code = codes[keyword] ?? 'out_of_range';
    problems.add(pathText(path, method), code, message);
  }
}

/** Finds texts that PostgreSQL cannot store. The schema limits the depth, so the recursion ends. */
function findIllFormed(value: unknown, method: string, path: readonly string[], problems: Problems): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\u0000'))
      problems.add(pathText(path, method), 'invalid_format', 'must be well-formed Unicode without the NUL character');
  } else if (value !== null && typeof value === 'object' && path.length <= maxDepth) {
    for (const [key, member] of Object.entries(value)) findIllFormed(member, method, [...path, key], problems);
  }
}
