import { viaKinds } from '../../context.ts';
import type { JsonSchema } from '../../fields/field.ts';
import { platformScopes } from '../../platform-names.ts';

/** The parameters, schemas and errors that paths share. */

export const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
export const json = (schema: JsonSchema, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

export const parameter = (
  name: string,
  location: string,
  description: string,
  schema: JsonSchema,
  more: object = {},
) => ({
  name,
  in: location,
  description,
  schema,
  ...more,
});

export const query = (name: string, description: string, schema: JsonSchema = { type: 'string' }) =>
  parameter(name, 'query', description, schema);

export const parameters = {
  id: parameter('id', 'path', 'The id of the record.', { type: 'string', format: 'uuid' }, { required: true }),
  filter: parameter(
    'filter',
    'query',
    'filter[field]=value, or filter[field][operator]=value with eq, ne, gt, gte, lt, lte, in, nin, contains, startsWith, endsWith, between, null. Groups, up to three levels deep: filter[or][0][field]=value (one of them), filter[and][0][field]=value (all of them), filter[not][field]=value (records that do not meet the group, those without a value included). One reference deep: filter[accountId.name]=value. Of dates and times, gt, gte, lt, lte and between also take a period: today, thisMonth, lastQuarter, last30Days, nextWeek. Of references to users, eq, ne, in and nin also take me (the caller) and myTeam (the caller and the members of the caller’s teams); of references to teams, myTeam (the caller’s teams).',
    { type: 'object', additionalProperties: true },
    { style: 'deepObject', explode: true },
  ),
  q: query('q', 'Words to look for in the searchable fields; each matches the beginning of a word.'),
  sort: query('sort', 'Fields, comma-separated; a leading - means descending.'),
  page: query('page', 'From 1.', { type: 'integer', minimum: 1, default: 1 }),
  limit: query('limit', 'Records on a page.', { type: 'integer', minimum: 1, maximum: 200, default: 20 }),
  cursor: query('cursor', 'nextCursor of the page before, in place of page.'),
  fields: query('fields', 'Fields, comma-separated: each record has only these and `_id`.'),
  include: query('include', 'References whose records are embedded, comma-separated.'),
  count: query('count', 'auto counts to 10,000; exact counts all; none does not count.', {
    type: 'string',
    enum: ['auto', 'exact', 'none'],
  }),
  tz: query('tz', 'The time zone of periods in the filter, such as Europe/Paris; that of the company when absent.'),
  return: query('return', 'minimal: of each record only its id and version, for answers that would be large.', {
    type: 'string',
    enum: ['full', 'minimal'],
    default: 'full',
  }),
  asOf: query('asOf', 'The record as it was at this moment; not together with include.', {
    type: 'string',
    format: 'date-time',
  }),
  dryRun: query('dryRun', 'Checks everything, answers as a real request would, and writes nothing.', {
    type: 'boolean',
  }),
  async: query(
    'async',
    'true: a background job does it, in batches, and the answer is 202. Needed for more than 5,000 dependants. Not together with dryRun.',
    { type: 'boolean' },
  ),
  groupBy: query(
    'groupBy',
    'Fields, comma-separated, also one reference deep (accountId.industryId); dates as field:day, week, month, quarter or year.',
  ),
  groupTz: query(
    'tz',
    'The time zone in which times fall into days, weeks and so on, and of periods in the filter, such as Europe/Paris; that of the company when absent.',
  ),
  groupCurrency: query(
    'currency',
    'The currency to which amounts are converted, each by the exchange rate of the day of its record. Without it, sums over several currencies have mixedCurrencies.',
  ),
  groupInclude: query('include', 'References among groupBy whose records are embedded, comma-separated.'),
  sum: query('sum', 'Fields whose sum is asked for, comma-separated.'),
  avg: query('avg', 'Fields whose average is asked for, comma-separated.'),
  min: query('min', 'Fields whose lowest value is asked for, comma-separated.'),
  max: query('max', 'Fields whose highest value is asked for, comma-separated.'),
  groupCount: query('count', 'Whether to count the records.', { type: 'boolean' }),
  groupSort: query('sort', 'Groups or measures, such as -count or -sum.value.'),
  groupLimit: query('limit', 'Groups at most.', { type: 'integer', minimum: 1, maximum: 1000 }),
  ifMatch: parameter('If-Match', 'header', 'Writes only if the record still has this ETag.', { type: 'string' }),
  ifNoneMatch: parameter('If-None-Match', 'header', 'Answers 304 if the record still has this ETag.', {
    type: 'string',
  }),
  idempotencyKey: parameter(
    'Idempotency-Key',
    'header',
    'Repeats of the request within 24 hours get the first answer and write nothing.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
};

const detailSchema = {
  type: 'object',
  properties: {
    field: { type: 'string' },
    code: { type: 'string' },
    message: { type: 'string' },
    position: { type: 'integer', description: 'Of an error in a formula: where it begins, from 0.' },
    length: { type: 'integer', description: 'Of an error in a formula: the number of characters that are wrong.' },
  },
  required: ['code', 'message'],
};

const changeSchema = {
  type: 'object',
  properties: { field: { type: 'string' }, before: {}, after: {} },
  required: ['field', 'before', 'after'],
  additionalProperties: false,
};

const exampleHistory = {
  data: [
    {
      version: 2,
      action: 'updated',
      timestamp: '2026-01-01T09:00:00.000Z',
      actor: { _id: '01930000-0000-7000-8000-000000000002', email: 'jane@example.com' },
      requestId: '01930000-0000-7000-8000-000000000003',
      changes: [{ field: 'name', before: 'Example', after: 'Example Ltd' }],
    },
  ],
  meta: { page: 1, limit: 20, hasMore: false, nextCursor: null },
};

export const sharedSchemas = {
  Error: {
    type: 'object',
    properties: {
      error: ref('schemas', 'ErrorDetails'),
    },
    required: ['error'],
  },
  ErrorDetails: {
    type: 'object',
    properties: {
      code: { type: 'string' },
      message: { type: 'string' },
      requestId: { type: 'string' },
      details: { type: 'array', items: detailSchema },
    },
    required: ['code', 'message', 'requestId', 'details'],
  },
  ListMeta: {
    type: 'object',
    properties: {
      page: { type: ['integer', 'null'] },
      limit: { type: 'integer' },
      total: { type: 'integer' },
      totalExact: { type: 'boolean' },
      totalPages: { type: 'integer' },
      hasMore: { type: 'boolean' },
      nextCursor: { type: ['string', 'null'] },
    },
    required: ['page', 'limit', 'hasMore', 'nextCursor'],
    additionalProperties: false,
  },
  Search: {
    type: 'object',
    properties: {
      filter: {
        type: 'object',
        additionalProperties: true,
        description:
          'Fields with a value or an object of operators. `or` and `and` take a list of such objects, `not` takes one. A record without a value meets no comparison, so `not` of that comparison is true for it. Of dates and times, `gt`, `gte`, `lt`, `lte` and `between` also take a period such as `thisMonth` or `last30Days`. Of references to users, `eq`, `ne`, `in` and `nin` also take `me` and `myTeam`; of references to teams, `myTeam`.',
      },
      sort: { type: 'array', items: { type: 'string' } },
      page: { type: 'integer', minimum: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 200 },
      cursor: { type: 'string' },
      fields: { type: 'array', items: { type: 'string' } },
      include: { type: 'array', items: { type: 'string' } },
      q: { type: 'string' },
      count: { type: 'string', enum: ['auto', 'exact', 'none'] },
      tz: {
        type: 'string',
        description: 'The time zone of the periods in the filter; that of the company when absent.',
      },
    },
    additionalProperties: false,
  },
  History: {
    type: 'object',
    properties: { data: { type: 'array', items: ref('schemas', 'HistoryEntry') }, meta: ref('schemas', 'ListMeta') },
    required: ['data', 'meta'],
    additionalProperties: false,
  },
  HistoryEntry: {
    type: 'object',
    properties: {
      version: { type: 'integer', description: 'Of the record after it; of a deletion, the last one before.' },
      action: { type: 'string', enum: ['created', 'updated', 'deleted', 'restored'] },
      timestamp: { type: 'string', format: 'date-time' },
      actor: {
        type: ['object', 'null'],
        description: 'Who did it; null when the platform itself did.',
        properties: {
          _id: { type: 'string', format: 'uuid' },
          email: { type: ['string', 'null'] },
          via: {
            enum: [...viaKinds],
            description:
              'Set when a language model, a program by MCP, a form, a campaign, an import, a workflow or a rule acted for the user.',
          },
          completionId: {
            type: 'string',
            format: 'uuid',
            description: 'The log of the completion whose tool call it was.',
          },
          viaId: {
            type: 'string',
            format: 'uuid',
            description: 'The form, the campaign, or the enrollment in the workflow.',
          },
        },
        required: ['_id', 'email'],
        additionalProperties: false,
      },
      requestId: { type: ['string', 'null'] },
      derived: {
        const: true,
        description:
          'Formulas and rollups changed because other records did. The record itself was not written, so its version is the same as before.',
      },
      changes: { type: 'array', items: changeSchema },
    },
    required: ['version', 'action', 'timestamp', 'actor', 'requestId', 'changes'],
    additionalProperties: false,
  },
  Revert: {
    type: 'object',
    properties: { version: { type: 'integer', minimum: 1 } },
    required: ['version'],
    additionalProperties: false,
  },
  Queued: {
    type: 'object',
    properties: { jobId: { type: 'string', format: 'uuid' }, status: { const: 'queued' } },
    required: ['jobId', 'status'],
    additionalProperties: false,
  },
  Aggregates: {
    type: 'object',
    properties: {
      data: { type: 'array', items: { type: 'object', additionalProperties: true } },
      included: { type: 'object', additionalProperties: { type: 'object', additionalProperties: true } },
    },
    required: ['data'],
  },
  BulkRequest: {
    type: 'object',
    properties: {
      operations: {
        type: 'array',
        minItems: 1,
        maxItems: 1000,
        items: {
          type: 'object',
          properties: {
            op: { type: 'string', enum: ['create', 'update', 'upsert', 'delete'] },
            _id: { type: 'string', format: 'uuid' },
            by: { type: 'string', description: 'The field by which update, upsert and delete find their record.' },
            record: { type: 'object', additionalProperties: true, description: 'Fields, as in a single write.' },
          },
          required: ['op'],
          additionalProperties: false,
        },
      },
      atomic: { type: 'boolean', description: 'All or nothing. When left out: true.' },
      import: {
        type: 'boolean',
        description: `Needs ${platformScopes.imports}. Created records may set their createdAt and updatedAt. Their events have the time of the write.`,
      },
    },
    required: ['operations'],
    additionalProperties: false,
  },
  BulkResult: {
    type: 'object',
    description: 'Of one operation. An answer of more than 8 MB is refused before anything is written.',
    properties: {
      status: { type: 'integer' },
      _id: { type: 'string', format: 'uuid', description: 'With return=minimal.' },
      version: { type: 'integer', description: 'With return=minimal.' },
      error: ref('schemas', 'ErrorDetails'),
    },
    required: ['status'],
  },
};

const errorDescriptions = {
  '400': 'The query or the JSON is malformed.',
  '401': 'There is no valid session.',
  '402': 'The files of the account are larger than its quota.',
  '404': 'There is no such record or path.',
  '409': 'The write conflicts with what is stored, or has too many dependants for one request.',
  '412': 'The record has another version.',
  '416': 'The range lies outside of the file.',
  '422': 'A field is not valid.',
  '423': 'Too many failed sign-ins locked the address; Retry-After says for how long.',
  '429': 'Too many requests of this kind; Retry-After says when to try again.',
} as const;

type ErrorStatus = keyof typeof errorDescriptions;

/**
 * The errors of every operation. One response describes them all, because 9,000 references to five responses would be a
 * fifth of the document.
 */
const commonErrors =
  '401: there is no valid session. 403: a permission is missing. 413: the body is larger than 1 MiB, or a file than FILE_MAX_SIZE. 415: the body is not JSON. 503: the database does not answer, or the service is too busy.';

export const headers = { ETag: { description: 'The version of the record.', schema: { type: 'string' } } };
export const etagHeader = { headers: { ETag: ref('headers', 'ETag') } };

export const requestBodies = {
  Search: { required: true, ...json(ref('schemas', 'Search')) },
  Revert: { required: true, ...json(ref('schemas', 'Revert'), { version: 1 }) },
};

export const responses = {
  ...Object.fromEntries(
    Object.entries(errorDescriptions).map(([status, description]) => [
      `Error${status}`,
      { description, ...json(ref('schemas', 'Error')) },
    ]),
  ),
  Error: { description: commonErrors, ...json(ref('schemas', 'Error')) },
  Queued: {
    description: 'With async=true: a background job does it.',
    headers: { Location: { description: 'The path of the job.', schema: { type: 'string' } } },
    ...json(ref('schemas', 'Queued')),
  },
  History: {
    description: 'The changes of the record. Deleted records have a history too.',
    ...json(ref('schemas', 'History'), exampleHistory),
  },
  Aggregates: { description: 'One entry for each group.', ...json(ref('schemas', 'Aggregates')) },
};

/** The errors of an operation: its own, and those of every operation. */
export const errorRefs = (...statuses: ErrorStatus[]) => ({
  ...Object.fromEntries(statuses.map((status) => [status, ref('responses', `Error${status}`)])),
  default: ref('responses', 'Error'),
});
export const readErrors: ErrorStatus[] = ['400', '404'];
export const writeErrors: ErrorStatus[] = [...readErrors, '409', '422'];
/** Public actions have rate limits, so they can return these errors. */
export const rateLimitErrors: ErrorStatus[] = ['423', '429'];
export const parameterRefs = (...names: (keyof typeof parameters)[]) => names.map((name) => ref('parameters', name));
export const queuedResponse = { '202': ref('responses', 'Queued') };
