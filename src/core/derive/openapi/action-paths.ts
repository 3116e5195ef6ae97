import type { Action } from '../../action.ts';
import type { JsonSchema, JsonValue } from '../../fields/field.ts';
import { defaultInWords } from '../schemas.ts';
import {
  errorRefs,
  json,
  parameter,
  parameterRefs,
  query,
  queuedResponse,
  rateLimitErrors,
  readErrors,
  writeErrors,
} from './components.ts';
import { binary, multipartContent } from './file-paths.ts';

/** Describes one method of a path, when its document is created. */
type Describe = () => readonly [method: string, operation: JsonSchema];

/** The actions grouped by path. */
export function actionsByPath(actions: readonly Action[]): ReadonlyMap<string, readonly Describe[]> {
  const paths = new Map<string, Describe[]>();
  for (const action of actions) {
    for (const [n, { method, path }] of action.routes.entries()) {
      const names = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
      const url = path.replace(/:(\w+)/g, '{$1}');
      const described = paths.get(url) ?? [];
      paths.set(url, described);
      described.push(() => [method.toLowerCase(), describeAction(action, method, names, n)]);
    }
  }
  return paths;
}

/** JSON, and what else the action can send: an event stream, or files. */
const successContent = ({ output, stream, fileTypes }: Action) => {
  const sendsJson = fileTypes === undefined || Object.keys(output).length > 0;
  return {
    content: {
      ...(sendsJson && json(output as JsonSchema).content),
      ...(stream && { 'text/event-stream': { schema: { type: 'string' } } }),
      ...Object.fromEntries((fileTypes ?? []).map((type) => [type, { schema: binary }])),
    },
  };
};

/** Replaces the default with a sentence, as in the schemas of models. */
const inputProperty = ({ default: value, ...schema }: JsonSchema): JsonSchema =>
  value === undefined
    ? schema
    : {
        ...schema,
        description: [schema.description, ...defaultInWords({ default: value as JsonValue })].filter(Boolean).join(' '),
      };

/** JSON, and an HTML form if the action accepts one. */
const bodyOf = ({ form, formFiles, maxFiles, rawBody }: Action, schema: JsonSchema) => {
  if (rawBody) return json({});
  if (maxFiles !== undefined) return { content: multipartContent(schema, maxFiles) };
  const { content } = json(schema);
  return {
    content: {
      ...content,
      ...(form && { 'application/x-www-form-urlencoded': { schema } }),
      ...(formFiles && { 'multipart/form-data': { schema } }),
    },
  };
};

function describeAction(action: Action, method: string, names: readonly string[], n: number): JsonSchema {
  const { properties = {}, required = [] } = action.input as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const { flags = {} } = action;
  const body = Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => !names.includes(key) && !(key in flags))
      .map(([key, schema]) => [key, inputProperty(schema)]),
  );
  const inPath = names.map((name) =>
    parameter(name, 'path', name, properties[name] ?? { type: 'string' }, { required: true }),
  );
  const hasBody =
    method !== 'GET' &&
    method !== 'DELETE' &&
    (Object.keys(body).length > 0 || action.maxFiles !== undefined || action.rawBody === true);
  const inQuery =
    method === 'GET'
      ? Object.entries(body).map(([key, schema]) =>
          parameter(key, 'query', key, schema, schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
        )
      : Object.entries(flags).map(([key, description]) => query(key, description, { type: 'boolean' }));
  const { status = 200 } = action;
  const success = { description: 'Done.', ...(status === 204 || status >= 300 ? {} : successContent(action)) };
  return {
    operationId: n === 0 ? action.name : `${action.name}.${n + 1}`,
    summary: action.summary,
    ...(action.managesCredentials && { description: 'An API key needs the scope identity:admin for this.' }),
    tags: [action.name.split('.')[0] ?? ''],
    ...(action.access === 'public' && { security: [] }),
    parameters: [
      ...inPath,
      ...inQuery,
      ...(method === 'GET' || action.fileTypes ? [] : parameterRefs('dryRun', 'idempotencyKey')),
    ],
    ...(hasBody && {
      requestBody: {
        required: true,
        ...bodyOf(action, {
          ...(action.input as JsonSchema),
          properties: body,
          required: required.filter((key) => !names.includes(key)),
        }),
      },
    }),
    responses: {
      [String(status)]: success,
      ...('async' in flags && queuedResponse),
      ...errorRefs(
        ...(method === 'GET' ? readErrors : writeErrors),
        ...(action.access === 'public' ? rateLimitErrors : []),
      ),
    },
  };
}
