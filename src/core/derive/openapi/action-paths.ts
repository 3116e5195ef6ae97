import type { Action } from '../../action.ts';
import type { JsonSchema, JsonValue } from '../../fields/field.ts';
import { platformScopes } from '../../platform-names.ts';
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

/** Describes one method of a path. It is called when a document is created. */
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

const eventContent = { 'text/event-stream': { schema: { type: 'string' } } };

/** The media types of a successful answer. */
function successContent(action: Action): JsonSchema {
  switch (action.answers) {
    case 'json':
      return json(action.output as JsonSchema).content;
    case 'jsonOrEvents':
      return { ...json(action.output as JsonSchema).content, ...eventContent };
    case 'events':
      return eventContent;
    case 'file': {
      const sendsJson = Object.keys(action.output).length > 0;
      const files = action.fileTypes.map((type) => [type, { schema: binary }]);
      return { ...(sendsJson && json(action.output as JsonSchema).content), ...Object.fromEntries(files) };
    }
  }
}

/** True when the action accepts dryRun and Idempotency-Key: it runs in a transaction, and its answer can be stored. */
const takesWriteOptions = ({ answers, waitsForOthers }: Action): boolean => answers === 'json' && !waitsForOthers;

/** Replaces the keyword `default` with a sentence, as in the schemas of models. */
const inputProperty = ({ default: value, ...schema }: JsonSchema): JsonSchema =>
  value === undefined
    ? schema
    : {
        ...schema,
        description: [schema.description, ...defaultInWords({ default: value as JsonValue })].filter(Boolean).join(' '),
      };

/** The media types of a request body. */
function bodyContent({ takes }: Action, schema: JsonSchema): JsonSchema {
  switch (takes?.kind) {
    case 'bytes':
      return json({}).content;
    case 'files':
      return { ...(takes.orJson && json(schema).content), ...multipartContent(schema, takes.max) };
    case 'form':
      return {
        ...json(schema).content,
        'application/x-www-form-urlencoded': { schema },
        ...(takes.files && { 'multipart/form-data': { schema } }),
      };
    case 'csv':
    case undefined:
      return json(schema).content;
  }
}

function describeAction(action: Action, method: string, names: readonly string[], n: number): JsonSchema {
  const { properties = {}, required = [] } = action.input as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  const { flags = {} } = action;
  const body = Object.fromEntries(
    Object.entries(properties)
      .filter(([key]) => !names.includes(key) && (!(key in flags) || key === 'dryRun'))
      .map(([key, schema]) => [key, inputProperty(schema)]),
  );
  const inPath = names.map((name) =>
    parameter(name, 'path', name, properties[name] ?? { type: 'string' }, { required: true }),
  );
  const hasBody =
    method !== 'GET' &&
    method !== 'DELETE' &&
    (Object.keys(body).length > 0 || action.takes?.kind === 'files' || action.takes?.kind === 'bytes');
  const inQuery =
    method === 'GET'
      ? Object.entries(body).map(([key, schema]) =>
          parameter(key, 'query', key, schema, schema.type === 'object' ? { style: 'deepObject', explode: true } : {}),
        )
      : Object.entries(flags).map(([key, description]) => query(key, description, { type: 'boolean' }));
  const { status = 200 } = action;
  const success = {
    description: 'Done.',
    ...(status === 204 || status >= 300 ? {} : { content: successContent(action) }),
  };
  return {
    operationId: n === 0 ? action.name : `${action.name}.${n + 1}`,
    summary: action.summary,
    ...(action.managesCredentials && {
      description: `An API key needs the scope ${platformScopes.accounts} for this.`,
    }),
    tags: [action.name.split('.')[0] ?? ''],
    ...(action.access === 'public' && { security: [] }),
    parameters: [
      ...inPath,
      ...inQuery,
      ...(method === 'GET' || !takesWriteOptions(action)
        ? []
        : parameterRefs(...('dryRun' in flags ? [] : (['dryRun'] as const)), 'idempotencyKey')),
      ...(action.takesVersion ? parameterRefs('ifMatch') : []),
    ],
    ...(hasBody && {
      requestBody: {
        required: true,
        content: bodyContent(action, {
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
