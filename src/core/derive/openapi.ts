import type { Action } from '../action.ts';
import type { JsonSchema } from '../fields/field.ts';
import type { Model } from '../model.ts';
import type { Registry } from '../registry.ts';
import { exampleInput, exampleRecord, inputSchema, recordSchema } from './schemas.ts';

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const json = (schema: JsonSchema, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

const parameter = (name: string, place: string, description: string, schema: JsonSchema, more: object = {}) => ({
  name,
  in: place,
  description,
  schema,
  ...more,
});

const query = (name: string, description: string, schema: JsonSchema = { type: 'string' }) =>
  parameter(name, 'query', description, schema);

const parameters = {
  id: parameter('id', 'path', 'The id of the record.', { type: 'string', format: 'uuid' }, { required: true }),
  filter: parameter(
    'filter',
    'query',
    'filter[field]=value, or filter[field][operator]=value with eq, ne, gt, gte, lt, lte, in, nin, contains, startsWith, endsWith, between, null. Alternatives: filter[or][0][field]=value. One reference deep: filter[accountId.name]=value.',
    { type: 'object', additionalProperties: true },
    { style: 'deepObject', explode: true },
  ),
  q: query('q', 'Words to look for in the searchable fields; each matches the beginning of a word.'),
  sort: query('sort', 'Fields, comma-separated; a leading - means descending.'),
  page: query('page', 'From 1.', { type: 'integer', minimum: 1, default: 1 }),
  limit: query('limit', 'Records on a page.', { type: 'integer', minimum: 1, maximum: 200, default: 20 }),
  cursor: query('cursor', 'nextCursor of the page before, in place of page.'),
  fields: query('fields', 'Only these fields, comma-separated.'),
  include: query('include', 'References whose records are embedded, comma-separated.'),
  count: query('count', 'auto counts to 10,000; exact counts all; none does not count.', {
    type: 'string',
    enum: ['auto', 'exact', 'none'],
  }),
  dryRun: query('dryRun', 'Checks everything, answers as a real request would, and writes nothing.', {
    type: 'boolean',
  }),
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
  properties: { field: { type: 'string' }, code: { type: 'string' }, message: { type: 'string' } },
  required: ['code', 'message'],
};

const sharedSchemas = {
  Error: {
    type: 'object',
    properties: {
      error: {
        type: 'object',
        properties: {
          code: { type: 'string' },
          message: { type: 'string' },
          requestId: { type: 'string' },
          details: { type: 'array', items: detailSchema },
        },
        required: ['code', 'message', 'requestId', 'details'],
      },
    },
    required: ['error'],
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
      filter: { type: 'object', additionalProperties: true },
      sort: { type: 'array', items: { type: 'string' } },
      page: { type: 'integer', minimum: 1 },
      limit: { type: 'integer', minimum: 1, maximum: 200 },
      cursor: { type: 'string' },
      fields: { type: 'array', items: { type: 'string' } },
      include: { type: 'array', items: { type: 'string' } },
      q: { type: 'string' },
      count: { type: 'string', enum: ['auto', 'exact', 'none'] },
    },
    additionalProperties: false,
  },
  Aggregates: {
    type: 'object',
    properties: { data: { type: 'array', items: { type: 'object', additionalProperties: true } } },
    required: ['data'],
  },
};

const errorResponses = {
  '400': 'The query or the JSON is malformed.',
  '401': 'There is no valid session.',
  '403': 'A permission is missing.',
  '404': 'There is no such record or path.',
  '409': 'The write conflicts with what is stored.',
  '412': 'The record has another version.',
  '413': 'The body is larger than 1 MiB.',
  '415': 'The body is not JSON.',
  '422': 'A field is not valid.',
  '503': 'The database does not answer.',
} as const;

type ErrorStatus = keyof typeof errorResponses;

const errors = (...statuses: ErrorStatus[]) =>
  Object.fromEntries(statuses.map((status) => [status, ref('responses', `Error${status}`)]));
const always: ErrorStatus[] = ['400', '401', '403', '404', '503'];
const writing: ErrorStatus[] = [...always, '409', '413', '415', '422'];
const shared = (...names: (keyof typeof parameters)[]) => names.map((name) => ref('parameters', name));

const etag = { headers: { ETag: { description: 'The version of the record.', schema: { type: 'string' } } } };

/** OpenAPI 3.1 of every path: the models' from their fields, the actions' from their schemas. */
export function openApiDocument(registry: Registry, actions: readonly Action[]): JsonSchema {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Atrium',
      version: '0.1.0',
      description:
        'A multi-tenant business platform. Every model has the same operations; records, lists and errors look alike everywhere.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }, { cookie: [] }],
    tags: registry.models.map((model) => ({ name: model.name, description: model.labelPlural })),
    paths: Object.assign({}, systemPaths, actionPaths(actions), ...registry.models.map(modelPaths)),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'platform_access' },
      },
      parameters,
      responses: Object.fromEntries(
        Object.entries(errorResponses).map(([status, description]) => [
          `Error${status}`,
          { description, ...json(ref('schemas', 'Error')) },
        ]),
      ),
      schemas: Object.assign(
        {},
        sharedSchemas,
        ...registry.models.map((model) => ({
          [model.name]: recordSchema(model),
          [`${model.name}.input`]: inputSchema(model),
        })),
      ),
    },
  };
}

const systemPaths = {
  '/health': {
    get: {
      operationId: 'health',
      summary: 'Tells whether the database answers',
      security: [],
      responses: {
        '200': {
          description: 'It does.',
          ...json({ type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] }),
        },
        '503': {
          description: 'It does not.',
          ...json({ type: 'object', properties: { status: { const: 'unavailable' } }, required: ['status'] }),
        },
      },
    },
  },
};

function actionPaths(actions: readonly Action[]): Record<string, JsonSchema> {
  const paths: Record<string, JsonSchema> = {};
  for (const action of actions) {
    for (const [n, { method, path }] of action.routes.entries()) {
      const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
      const url = path.replace(/:(\w+)/g, '{$1}');
      paths[url] = { ...paths[url], [method.toLowerCase()]: describeAction(action, method, names, n) };
    }
  }
  return paths;
}

function describeAction(action: Action, method: string, names: readonly string[], n: number): JsonSchema {
  const { properties = {}, required = [] } = action.input as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const body = Object.fromEntries(Object.entries(properties).filter(([key]) => !names.includes(key)));
  const inPath = names.map((name) =>
    parameter(name, 'path', name, properties[name] ?? { type: 'string' }, { required: true }),
  );
  const hasBody = method !== 'GET' && method !== 'DELETE' && Object.keys(body).length > 0;
  const inQuery =
    method === 'GET'
      ? Object.entries(body).map(([key, schema]) =>
          parameter(key, 'query', key, schema, schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
        )
      : [];
  const success = { description: 'Done.', ...(action.status === 204 ? {} : json(action.output as JsonSchema)) };
  return {
    operationId: n === 0 ? action.name : `${action.name}.${n + 1}`,
    summary: action.summary,
    tags: [action.name.split('.')[0] ?? ''],
    ...(action.access === 'public' && { security: [] }),
    parameters: [...inPath, ...inQuery, ...(method === 'GET' ? [] : shared('dryRun', 'idempotencyKey'))],
    ...(hasBody && {
      requestBody: {
        required: true,
        ...json({
          ...(action.input as JsonSchema),
          properties: body,
          required: required.filter((key) => !names.includes(key)),
        }),
      },
    }),
    responses: { [String(action.status ?? 200)]: success, ...errors(...(method === 'GET' ? always : writing)) },
  };
}

function modelPaths(model: Model): Record<string, JsonSchema> {
  const { name, path } = model;
  const one = model.label.toLowerCase();
  const many = model.labelPlural.toLowerCase();
  const record = ref('schemas', name);
  const input = ref('schemas', `${name}.input`);
  const example = exampleRecord(model);
  const body = { required: true, ...json(input, exampleInput(model)) };
  const operation = (verb: string, summary: string, more: object) => ({
    operationId: `${name}.${verb}`,
    summary,
    tags: [name],
    ...more,
  });
  const listed = {
    type: 'object',
    properties: {
      data: { type: 'array', items: record },
      meta: ref('schemas', 'ListMeta'),
      included: { type: 'object', additionalProperties: { type: 'object' } },
    },
    required: ['data', 'meta'],
  };
  const shown = { description: `The ${one}.`, ...etag, ...json(record, example) };
  const writes = !model.readOnly;
  return {
    [path]: {
      get: operation('list', `Lists ${many}`, {
        parameters: shared('filter', 'q', 'sort', 'page', 'limit', 'cursor', 'fields', 'include', 'count'),
        responses: { '200': { description: `${model.labelPlural}.`, ...json(listed) }, ...errors(...always) },
      }),
      ...(writes && {
        post: operation('create', `Creates a ${one}`, {
          parameters: shared('dryRun', 'idempotencyKey'),
          requestBody: body,
          responses: { '201': shown, ...errors(...writing) },
        }),
      }),
    },
    [`${path}/{id}`]: {
      parameters: shared('id'),
      get: operation('get', `Gets a ${one}`, {
        parameters: shared('fields', 'include', 'ifNoneMatch'),
        responses: { '200': shown, '304': { description: 'It has not changed.' }, ...errors(...always) },
      }),
      ...(writes && {
        put: operation('replace', model.putMerges ? `Updates a ${one}; what is left out stays` : `Replaces a ${one}`, {
          parameters: shared('dryRun', 'idempotencyKey', 'ifMatch'),
          requestBody: body,
          responses: { '200': shown, ...errors(...writing, '412') },
        }),
        patch: operation('update', `Updates fields of a ${one}`, {
          parameters: shared('dryRun', 'idempotencyKey', 'ifMatch'),
          requestBody: {
            required: true,
            ...json({ type: 'object', additionalProperties: true, description: `Any fields of ${name}.input.` }),
          },
          responses: { '200': shown, ...errors(...writing, '412') },
        }),
        delete: operation(
          'remove',
          model.removeSets ? `Deactivates a ${one}` : `Deletes a ${one} with all that belongs to it`,
          {
            parameters: shared('dryRun', 'idempotencyKey', 'ifMatch'),
            responses: { '204': { description: 'Done.' }, ...errors(...always, '409', '412') },
          },
        ),
      }),
    },
    [`${path}/search`]: {
      post: operation('search', `Lists ${many} by a query in the body`, {
        requestBody: { required: true, ...json(ref('schemas', 'Search')) },
        responses: {
          '200': { description: `${model.labelPlural}.`, ...json(listed) },
          ...errors(...always, '413', '415'),
        },
      }),
    },
    [`${path}/aggregate`]: {
      get: operation('aggregate', `Counts and sums ${many}`, {
        parameters: [
          query('groupBy', 'Fields, comma-separated; dates as field:day, week, month, quarter or year.'),
          ...['sum', 'avg', 'min', 'max'].map((measure) =>
            query(measure, `Fields whose ${measure} is asked for, comma-separated.`),
          ),
          query('count', 'Whether to count the records.', { type: 'boolean' }),
          query('sort', 'Groups or measures, such as -count or -sum.value.'),
          query('limit', 'Groups at most.', { type: 'integer', minimum: 1, maximum: 1000 }),
          ...shared('filter', 'q'),
        ],
        responses: {
          '200': { description: 'One entry for each group.', ...json(ref('schemas', 'Aggregates')) },
          ...errors(...always),
        },
      }),
    },
    ...(writes && {
      [`${path}/bulk`]: { post: operation('bulk', `Creates, updates and deletes many ${many}`, bulkOperation(record)) },
    }),
  };
}

const bulkOperation = (record: JsonSchema): JsonSchema => ({
  parameters: shared('dryRun', 'idempotencyKey'),
  requestBody: {
    required: true,
    ...json({
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
        atomic: { type: 'boolean', default: true },
      },
      required: ['operations'],
      additionalProperties: false,
    }),
  },
  responses: {
    '200': {
      description: 'The result of each operation, in order.',
      ...json({
        type: 'object',
        properties: {
          results: {
            type: 'array',
            items: {
              type: 'object',
              properties: { status: { type: 'integer' }, record, error: { type: 'object' } },
              required: ['status'],
            },
          },
        },
        required: ['results'],
      }),
    },
    ...errors(...writing, '412'),
  },
});
