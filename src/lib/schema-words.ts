import type { TSchema } from 'typebox';

export interface SchemaError {
  readonly keyword: string;
  /** The position of the value as a JSON pointer: `/fields/0/label`. */
  readonly instancePath: string;
  readonly message: string;
  readonly params: object;
}

/** An error in the format of the library. */
export interface RawError extends SchemaError {
  /** The position of the rule in the schema: `#/properties/role/anyOf/0`. */
  readonly schemaPath: string;
}

type Schema = Readonly<Record<string, unknown>>;

/**
 * Describes errors in words that a user can act on. The library reports a value that matches none of several schemas
 * once for each of them; here it becomes one error that lists what is allowed.
 */
export function inWords(errors: readonly RawError[], schema: TSchema): SchemaError[] {
  const byUnion = Map.groupBy(errors, unionOf);
  const found = [...byUnion].flatMap(([path, some]) =>
    path === undefined ? some.flatMap((error) => oneInWords(error, schema)) : unionInWords(path, some, schema),
  );
  const isNew = ({ instancePath, message }: SchemaError, n: number) =>
    found.findIndex((other) => other.instancePath === instancePath && other.message === message) === n;
  return found.filter(isNew);
}

function oneInWords(error: RawError, schema: TSchema): SchemaError[] {
  const rule = at(schema, error.schemaPath);
  // Another error already says that the value is none of the options.
  if (error.keyword === 'type' && ('enum' in rule || 'const' in rule)) return [];
  return [{ ...error, message: words(error, rule) }];
}

/** The path of the outermost union to which the error belongs. */
function unionOf({ keyword, schemaPath }: RawError): string | undefined {
  const [path, ...branches] = schemaPath.split('/anyOf/');
  return branches.length > 0 || keyword === 'anyOf' ? path : undefined;
}

/** Keywords about the kind of a value, as opposed to errors within it. */
const kinds = ['type', 'const', 'enum'];

function unionInWords(path: string, errors: readonly RawError[], schema: TSchema): SchemaError[] {
  const branches = (at(schema, path).anyOf ?? []) as Schema[];
  const own = `${path}/anyOf/`;
  const byBranch = Map.groupBy(
    errors.filter(({ schemaPath }) => schemaPath.startsWith(own)),
    ({ schemaPath }) => schemaPath.slice(own.length).split('/')[0] as string,
  );
  const depth = Math.min(...errors.map(({ instancePath }) => instancePath.length));
  const instancePath = errors.find((error) => error.instancePath.length === depth)?.instancePath ?? '';
  const isOther = (error: RawError) => error.instancePath === instancePath && kinds.includes(error.keyword);
  // The value is of the kind that one of the schemas describes, so the error is within it.
  const meant = [...byBranch].filter(([, some]) => !some.some(isOther));
  if (meant.length === 1) {
    const [branch, some] = meant[0] as [string, RawError[]];
    return inWords(
      some.map((error) => ({ ...error, schemaPath: `#${error.schemaPath.slice(own.length + branch.length)}` })),
      branches[Number(branch)] as TSchema,
    );
  }
  const options = branches.flatMap(optionsOf);
  const keyword = branches.every(isChoice) ? 'enum' : 'type';
  return [{ keyword, instancePath, params: {}, message: `must be ${listed(options)}` }];
}

const isChoice = (schema: Schema): boolean => 'const' in schema || 'enum' in schema || schema.type === 'null';

function optionsOf(schema: Schema): string[] {
  if ('const' in schema) return [String(schema.const)];
  if (Array.isArray(schema.enum)) return schema.enum.map(String);
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap(optionsOf);
  return [typeName(schema.type)];
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};

const typeName = (type: unknown): string => typeNames[String(type)] ?? String(type);

/** Formats a list: `a, b or c`. */
const listed = (options: readonly string[]): string =>
  options.length < 2 ? options.join() : `${options.slice(0, -1).join(', ')} or ${options.at(-1)}`;

const formats: Readonly<Record<string, string>> = {
  uuid: 'must be an id, such as 01890a5d-ac96-774b-bcce-b302099a8057',
  'date-time': 'must be a time, such as 2030-01-31T09:00:00Z',
  date: 'must be a date, such as 2030-01-31',
  uri: 'must be an address, such as https://example.com/path',
};

function words({ keyword, message, params }: RawError, schema: Schema): string {
  const { limit, type, format } = params as { limit?: number; type?: unknown; format?: string };
  switch (keyword) {
    case 'type':
      return `must be ${listed([type].flat().map(typeName))}`;
    case 'const':
    case 'enum':
      return `must be ${listed(optionsOf(schema))}`;
    case 'format':
      return formats[format ?? ''] ?? message;
    case 'pattern':
      return patternWords(schema);
    case 'minLength':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} characters`;
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'minItems':
      return limit === 1 ? 'must not be empty' : `must have at least ${limit} items`;
    case 'maxItems':
      return `must have at most ${limit} items`;
    default:
      return message;
  }
}

/** A schema with a pattern has a description of it for users. */
function patternWords({ pattern, description }: Schema): string {
  if (pattern === '\\S') return 'must not be empty';
  return typeof description === 'string'
    ? `has the wrong form; expected: ${description.replace(/\.$/, '')}`
    : `must match ${pattern}`;
}

/** The part of a schema at a path such as `#/properties/role`. */
function at(schema: unknown, path: string): Schema {
  const keys = path.split('/').slice(1);
  const part = keys.reduce<unknown>((of, key) => (of as Schema | undefined)?.[decoded(key)], schema);
  return (part ?? {}) as Schema;
}

const decoded = (key: string): string => key.replaceAll('~1', '/').replaceAll('~0', '~');
