import type { JsonSchema } from '../../fields/field.ts';
import type { Model } from '../../models/model.ts';
import { inputSchema } from '../schemas.ts';
import { errorRefs, json, parameterRefs, readErrors, writeErrors } from './components.ts';

/** The schema of bytes of any type. */
export const binary = { type: 'string', contentMediaType: 'application/octet-stream' };

/** The body of an upload: the fields as texts, and parts named `file`. */
export const multipartContent = (schema: JsonSchema, maxFiles: number) => {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] };
  const file = maxFiles === 1 ? binary : { type: 'array', items: binary, maxItems: maxFiles };
  return {
    'multipart/form-data': {
      schema: { type: 'object', properties: { ...properties, file }, required: [...required, 'file'] },
    },
  };
};

/** The body that creates a record of a file model: JSON, or a multipart form with the file. */
export const withMultipart = (body: JsonSchema, model: Model): JsonSchema => ({
  ...body,
  content: { ...(body.content as object), ...multipartContent(inputSchema(model), 1) },
});

/** The paths for the content of a record. */
export function filePaths(
  { path, label }: Model,
  operation: (verb: string, summary: string, more: object) => JsonSchema,
): Record<string, JsonSchema> {
  const one = label.toLowerCase();
  const whole = { description: 'The content.', content: { '*/*': { schema: binary } } };
  return {
    [`${path}/{id}/content`]: {
      parameters: parameterRefs('id'),
      get: operation('content', `Downloads the content of a ${one}`, {
        parameters: [
          { name: 'Range', in: 'header', description: 'One range of bytes: bytes=0-1023.', schema: { type: 'string' } },
          ...parameterRefs('ifNoneMatch'),
        ],
        responses: {
          '200': whole,
          '206': { ...whole, description: 'The range of the content that was asked for.' },
          '304': { description: 'It has not changed.' },
          ...errorRefs(...readErrors, '416'),
        },
      }),
    },
    [`${path}/{id}/share`]: {
      parameters: parameterRefs('id'),
      post: operation('share', `Makes a link to the content of a ${one} that needs no session`, {
        parameters: parameterRefs('dryRun', 'idempotencyKey'),
        requestBody: {
          ...json({
            type: 'object',
            properties: {
              expiresIn: {
                type: ['string', 'integer'],
                description: 'A duration such as 15m or 7d, or seconds; at most 90d. 7d when absent.',
              },
            },
            additionalProperties: false,
          }),
        },
        responses: {
          '201': {
            description: 'The link.',
            ...json({
              type: 'object',
              properties: {
                url: { type: 'string', format: 'uri' },
                expiresAt: { type: 'string', format: 'date-time' },
              },
              required: ['url', 'expiresAt'],
            }),
          },
          ...errorRefs(...writeErrors),
        },
      }),
    },
  };
}
