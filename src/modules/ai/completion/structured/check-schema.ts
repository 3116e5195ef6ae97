import { invalid } from '#core/errors.ts';
import { isJsonObject } from '#lib/json.ts';

const field = 'responseSchema';
const maxCharacters = 100_000;
const maxDepth = 40;
const maxPattern = 500;

const types = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];

type Check = (value: unknown, walk: Walk) => string | undefined;

const isText: Check = (value) => (typeof value === 'string' ? undefined : 'must be a text');
const isFlag: Check = (value) => (typeof value === 'boolean' ? undefined : 'must be true or false');
const isNumber: Check = (value) => (typeof value === 'number' ? undefined : 'must be a number');
const isCount: Check = (value) =>
  Number.isInteger(value) && (value as number) >= 0 ? undefined : 'must be a whole number from 0';
const isNames: Check = (value) =>
  Array.isArray(value) && value.every((name) => typeof name === 'string') ? undefined : 'must be a list of texts';
const isType: Check = (value) =>
  (Array.isArray(value) ? value : [value]).every((type) => types.includes(type))
    ? undefined
    : `must be one or several of ${types.join(', ')}`;
const isPattern: Check = (value) => {
  if (typeof value !== 'string' || value.length > maxPattern)
    return `must be a regular expression of at most ${maxPattern} characters`;
  try {
    new RegExp(value, 'u');
    return undefined;
  } catch {
    return 'must be a regular expression';
  }
};
const isSchema: Check = (value, walk) => walk(value);
const isSchemas: Check = (value, walk) => {
  if (!Array.isArray(value) || value.length === 0) return 'must be a list of schemas';
  return firstProblem(value.entries(), walk);
};
const isSchemaMap: Check = (value, walk) =>
  isJsonObject(value) ? firstProblem(Object.entries(value), walk) : 'must be an object of schemas';
const isSchemaOrList: Check = (value, walk) => (Array.isArray(value) ? isSchemas(value, walk) : walk(value));
const isPatternMap: Check = (value, walk) => {
  const pattern = isJsonObject(value) && Object.keys(value).find((key) => isPattern(key, walk) !== undefined);
  return typeof pattern === 'string'
    ? `has the key ${pattern.slice(0, 50)}, which is no regular expression`
    : isSchemaMap(value, walk);
};
const isLocal: Check = (value) =>
  typeof value === 'string' && value.startsWith('#')
    ? undefined
    : 'must refer to a part of the schema, as #/$defs/name';

/** Keywords of JSON Schema. Others are allowed and ignored. */
const keywords: Readonly<Record<string, Check>> = {
  type: isType,
  properties: isSchemaMap,
  patternProperties: isPatternMap,
  additionalProperties: isSchema,
  unevaluatedProperties: isSchema,
  propertyNames: isSchema,
  required: isNames,
  minProperties: isCount,
  maxProperties: isCount,
  items: isSchemaOrList,
  prefixItems: isSchemas,
  additionalItems: isSchema,
  unevaluatedItems: isSchema,
  contains: isSchema,
  minItems: isCount,
  maxItems: isCount,
  uniqueItems: isFlag,
  enum: (value) => (Array.isArray(value) && value.length > 0 ? undefined : 'must be a list of values'),
  anyOf: isSchemas,
  allOf: isSchemas,
  oneOf: isSchemas,
  not: isSchema,
  if: isSchema,
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: isSchema,
  else: isSchema,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => (typeof value === 'number' && value > 0 ? undefined : 'must be a number above 0'),
  minLength: isCount,
  maxLength: isCount,
  pattern: isPattern,
  format: isText,
  $defs: isSchemaMap,
  definitions: isSchemaMap,
  $ref: isLocal,
  $dynamicRef: isLocal,
};

/** Returns a problem that continues a sentence with the place of the schema. */
type Walk = (schema: unknown, key?: string | number) => string | undefined;

function firstProblem(schemas: Iterable<[string | number, unknown]>, walk: Walk): string | undefined {
  for (const [key, schema] of schemas) {
    const problem = walk(schema, key);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/**
 * Throws unless the value is a JSON Schema that is safe to use: bounded in size, and without references to other
 * documents.
 */
export function requireJsonSchema(schema: object): void {
  if (JSON.stringify(schema).length > maxCharacters)
    throw invalid(field, 'too_long', `must be at most ${maxCharacters.toLocaleString('en')} characters of JSON`);
  const problem = walkSchema(schema, '', 1);
  if (problem !== undefined) throw invalid(field, 'invalid_schema', `is not a JSON Schema: ${problem}`);
}

function walkSchema(schema: unknown, path: string, depth: number): string | undefined {
  const place = path === '' ? 'it' : path;
  if (typeof schema === 'boolean') return undefined;
  if (!isJsonObject(schema)) return `${place} must be an object`;
  if (depth > maxDepth) return `${place.slice(0, 100)}… is nested more than ${maxDepth} levels deep`;
  for (const [keyword, value] of Object.entries(schema)) {
    const check = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
    const at = `${path}/${keyword}`;
    let inner: string | undefined;
    const walk: Walk = (child, key) => {
      inner = walkSchema(child, key === undefined ? at : `${at}/${key}`, depth + 1);
      return inner;
    };
    const problem = check?.(value, walk);
    if (problem !== undefined) return problem === inner ? problem : `${at} ${problem}`;
  }
  return undefined;
}
