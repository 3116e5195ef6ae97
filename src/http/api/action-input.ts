import type { FastifyRequest } from 'fastify';
import { Compile } from 'typebox/compile';
import type { Action, Route } from '#core/action.ts';
import { AppError, badQuery, Problems, summary, validationFailed } from '#core/errors.ts';
import { readWhole } from '#core/query/read.ts';
import { isJsonObject } from '#lib/json.ts';
import { queryOf } from './records.ts';

/** Reads and checks what a request gives an action: the query or the body, with the parameters of the path. */
export function inputReader({ input: schema, flags }: Action, method: Route['method']) {
  const check = Compile(schema);
  const flagKeys = Object.keys(flags ?? {});
  const numbers = method === 'GET' ? wholeNumbersOf(schema) : [];
  return (request: FastifyRequest): unknown => {
    const problems = new Problems();
    const params = request.params as Record<string, string>;
    const given = givenBy(request, method);
    const misplaced = Object.keys(given).find((key) => key in params || flagKeys.includes(key));
    if (misplaced !== undefined) {
      problems.add(misplaced, 'unknown_field', notHere);
      throw refused(method, problems);
    }
    const input: Record<string, unknown> = {
      ...given,
      ...params,
      ...(flagKeys.length > 0 && flagsOf(queryOf(request), flagKeys)),
    };
    for (const { key, minimum, maximum } of numbers) {
      if (input[key] !== undefined) input[key] = readWhole(input[key], key, minimum, maximum);
    }
    for (const error of check.Errors(input)) explain(error, method, problems);
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

/** A query is text: what the schema calls an integer is read as one. */
function wholeNumbersOf(schema: Action['input']): WholeNumber[] {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string } & Partial<WholeNumber>> };
  return Object.entries(properties).flatMap(([key, { type, minimum = 0, maximum = Number.MAX_SAFE_INTEGER }]) =>
    type === 'integer' ? [{ key, minimum, maximum }] : [],
  );
}

function givenBy(request: FastifyRequest, method: string): Record<string, unknown> {
  const { body } = request;
  const given =
    method === 'GET' ? queryOf(request) : body instanceof URLSearchParams ? Object.fromEntries(body) : (body ?? {});
  if (!isJsonObject(given))
    throw validationFailed([{ code: 'invalid_type', message: 'The body must be a JSON object.' }]);
  return given;
}

function flagsOf(query: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, boolean> {
  const given = keys.filter((key) => query[key] !== undefined);
  return Object.fromEntries(
    given.map((key) => {
      if (query[key] !== 'true' && query[key] !== 'false') throw badQuery(key, 'must be true or false');
      return [key, query[key] === 'true'];
    }),
  );
}

/** What is wrong in a query is a bad request; in a body, a record that is not valid. */
const refused = (method: string, { details, count }: Problems): AppError =>
  method === 'GET'
    ? new AppError('bad_request', summary(details, count, 'The query is not valid.'), details)
    : validationFailed(details, count);

const deepest = 40;
const notHere = 'is not a field here';

interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** `filter[label]` in a query, `fields[0].label` in a body. */
const placeOf = (path: readonly string[], method: string): string =>
  path.reduce(
    (at, key) => (at === '' ? key : method === 'GET' || /^\d+$/.test(key) ? `${at}[${key}]` : `${at}.${key}`),
    '',
  );

/** Says of each problem which field has it. */
function explain({ keyword, instancePath, message, params }: SchemaError, method: string, problems: Problems): void {
  const path = instancePath.split('/').slice(1);
  const names = params as { requiredProperties?: string[]; additionalProperties?: string[] };
  if (keyword === 'required') {
    for (const key of names.requiredProperties ?? [])
      problems.add(placeOf([...path, key], method), 'required', 'is required');
  } else if (keyword === 'additionalProperties') {
    for (const key of names.additionalProperties ?? [])
      problems.add(placeOf([...path, key], method), 'unknown_field', notHere);
  } else if (keyword !== 'boolean') {
    const formats = keyword === 'pattern' || keyword === 'format';
    const code = keyword === 'type' ? 'invalid_type' : formats ? 'invalid_format' : 'out_of_range';
    problems.add(placeOf(path, method), code, message);
  }
}

/** Texts that PostgreSQL cannot hold. The schema bounds the depth, so the walk ends. */
function findIllFormed(value: unknown, method: string, path: readonly string[], problems: Problems): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed() || value.includes('\u0000'))
      problems.add(placeOf(path, method), 'invalid_format', 'must be well-formed Unicode without the NUL character');
  } else if (value !== null && typeof value === 'object' && path.length <= deepest) {
    for (const [key, member] of Object.entries(value)) findIllFormed(member, method, [...path, key], problems);
  }
}
