import type { JsonSchema } from '../../fields/field.ts';
import { isFileModel } from '../../files/file-hooks.ts';
import type { Model } from '../../models/model.ts';
import { exampleInput, examplePatch } from '../schemas.ts';
import { bulkPath } from './bulk-path.ts';
import {
  errorRefs,
  etagHeader,
  json,
  parameterRefs,
  queuedResponse,
  readErrors,
  ref,
  writeErrors,
} from './components.ts';
import { filePaths, withMultipart } from './file-paths.ts';
import { historyPaths } from './history-paths.ts';
import { schemaNames } from './schema-names.ts';
import { shownOnce } from './shown-once.ts';

/** The parts that the paths of one model share. */
interface ModelParts {
  readonly model: Model;
  /** The label in lower case, singular and plural. */
  readonly one: string;
  readonly many: string;
  readonly names: ReturnType<typeof schemaNames>;
  /** The schema of the answer that creates a record, if it shows secrets once. */
  readonly created: JsonSchema | undefined;
  /** The schema of the answer to a write, if it contains more than the fields. */
  readonly written: JsonSchema | undefined;
  /** The body that creates a record, and the body that changes it. */
  readonly inputBody: JsonSchema;
  readonly patchBody: JsonSchema;
  /** The answer to a read, and the answer to a write. */
  readonly readResponse: JsonSchema;
  readonly writeResponse: JsonSchema;
  operation(verb: string, summary: string, more: object): JsonSchema;
}

function partsOf(model: Model): ModelParts {
  const { name } = model;
  const one = model.label.toLowerCase();
  const names = schemaNames(model);
  const written = model.shownOnWrite ? ref('schemas', names.written) : undefined;
  const readResponse = { description: `The ${one}.`, ...etagHeader, ...json(ref('schemas', names.record)) };
  return {
    model,
    one,
    many: model.labelPlural.toLowerCase(),
    names,
    created: shownOnce(model).length > 0 ? ref('schemas', names.created) : undefined,
    written,
    inputBody: { required: true, ...json(ref('schemas', names.input), exampleInput(model)) },
    patchBody: { required: true, ...json(ref('schemas', names.patch), examplePatch(model)) },
    readResponse,
    writeResponse: written ? { ...readResponse, ...json(written) } : readResponse,
    operation: (verb, summary, more) => ({ operationId: `${name}.${verb}`, summary, tags: [name], ...more }),
  };
}

/** The paths of a model, derived from its fields. */
export function modelPaths(model: Model): Record<string, JsonSchema> {
  const parts = partsOf(model);
  const { path } = model;
  const { names, created, written, operation } = parts;
  const record = ref('schemas', names.record);
  const input = { anyOf: [ref('schemas', names.input), ref('schemas', names.patch)] };
  const others = [created, written].filter((schema) => schema !== undefined);
  return {
    [path]: collectionPath(parts),
    [`${path}/{id}`]: recordPath(parts),
    ...historyPaths(model, operation, parts.writeResponse),
    ...(isFileModel(model) && filePaths(model, operation)),
    [`${path}/search`]: searchPath(parts),
    [`${path}/aggregate`]: aggregatePath(parts),
    ...(!model.readOnly && {
      [`${path}/bulk`]: {
        post: operation(
          'bulk',
          `Creates, updates and deletes many ${parts.many}`,
          bulkPath(input, others.length > 0 ? { anyOf: [record, ...others] } : record),
        ),
      },
    }),
  };
}

const listResponse = ({ model, names }: ModelParts): JsonSchema => ({
  description: `${model.labelPlural}.`,
  ...json(ref('schemas', names.list)),
});

const collectionPath = (parts: ModelParts): JsonSchema => {
  const { model, one, many, created, inputBody, readResponse, writeResponse, operation } = parts;
  return {
    get: operation('list', `Lists ${many}`, {
      parameters: parameterRefs('filter', 'q', 'sort', 'page', 'limit', 'cursor', 'fields', 'include', 'count', 'tz'),
      responses: { '200': listResponse(parts), ...errorRefs(...readErrors) },
    }),
    ...(!model.readOnly && {
      post: operation('create', `Creates a ${one}`, {
        parameters: parameterRefs('dryRun', 'idempotencyKey'),
        requestBody: isFileModel(model) ? withMultipart(inputBody, model) : inputBody,
        responses: {
          '201': created ? { ...readResponse, ...json(created) } : writeResponse,
          ...errorRefs(...writeErrors, ...(isFileModel(model) ? ['402' as const] : [])),
        },
      }),
    }),
  };
};

const recordPath = (parts: ModelParts): JsonSchema => {
  const { model, one, names, readResponse, operation } = parts;
  return {
    parameters: parameterRefs('id'),
    get: operation('get', `Gets a ${one}`, {
      parameters: parameterRefs('fields', 'include', 'asOf', 'ifNoneMatch'),
      responses: {
        '200': { ...readResponse, ...json(ref('schemas', names.withIncluded)) },
        '304': { description: 'It has not changed.' },
        ...errorRefs(...readErrors),
      },
    }),
    ...(!model.readOnly && recordWrites(parts)),
  };
};

const recordWrites = ({ model, one, inputBody, patchBody, writeResponse, operation }: ModelParts): JsonSchema => ({
  put: operation('replace', model.putMerges ? `Updates a ${one}; what is left out stays` : `Replaces a ${one}`, {
    parameters: parameterRefs('dryRun', 'idempotencyKey', 'ifMatch'),
    requestBody: model.putMerges ? patchBody : inputBody,
    responses: { '200': writeResponse, ...errorRefs(...writeErrors, '412') },
  }),
  patch: operation('update', `Updates fields of a ${one}`, {
    parameters: parameterRefs('dryRun', 'idempotencyKey', 'ifMatch'),
    requestBody: patchBody,
    responses: { '200': writeResponse, ...errorRefs(...writeErrors, '412') },
  }),
  delete: operation(
    'remove',
    model.removeSets ? `Deactivates a ${one}` : `Deletes a ${one} with all that belongs to it`,
    {
      parameters: parameterRefs(...(model.removeSets ? [] : ['async' as const]), 'dryRun', 'idempotencyKey', 'ifMatch'),
      responses: {
        '204': { description: 'Done.' },
        ...(!model.removeSets && queuedResponse),
        ...errorRefs(...readErrors, '409', '412'),
      },
    },
  ),
});

const searchPath = (parts: ModelParts): JsonSchema => ({
  post: parts.operation('search', `Lists ${parts.many} by a query in the body`, {
    requestBody: ref('requestBodies', 'Search'),
    responses: { '200': listResponse(parts), ...errorRefs(...readErrors) },
  }),
});

const aggregatePath = ({ many, operation }: ModelParts): JsonSchema => ({
  get: operation('aggregate', `Counts and sums ${many}`, {
    parameters: parameterRefs(
      'groupBy',
      'groupTz',
      'groupCurrency',
      'groupInclude',
      'sum',
      'avg',
      'min',
      'max',
      'groupCount',
      'groupSort',
      'groupLimit',
      'filter',
      'q',
    ),
    responses: { '200': ref('responses', 'Aggregates'), ...errorRefs(...readErrors) },
  }),
});
