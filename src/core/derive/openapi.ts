import type { Action } from '../action.ts';
import type { JsonSchema } from '../fields/field.ts';
import type { Registry } from '../registry.ts';
import { actionPaths } from './openapi/actions.ts';
import { json, parameters, responses, sharedSchemas } from './openapi/components.ts';
import { modelPaths } from './openapi/models.ts';
import { inputSchema, recordSchema } from './schemas.ts';

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
    paths: mergedPaths([systemPaths, actionPaths(actions), ...registry.models.map(modelPaths)]),
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'platform_access' },
      },
      parameters,
      responses,
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

/** One path may have methods of a model and of an action. */
function mergedPaths(parts: readonly Readonly<Record<string, JsonSchema>>[]): Record<string, JsonSchema> {
  const merged: Record<string, JsonSchema> = {};
  for (const part of parts) {
    for (const [path, methods] of Object.entries(part)) merged[path] = { ...merged[path], ...methods };
  }
  return merged;
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
