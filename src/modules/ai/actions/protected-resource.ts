import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { mcpPath, metadataPath, protectedResource } from '../mcp/protected-resource.ts';

export const getProtectedResource = defineAction({
  name: 'ai.protected-resource',
  summary: 'Say how programs authenticate for the Model Context Protocol (RFC 9728)',
  routes: [
    { method: 'GET', path: metadataPath },
    { method: 'GET', path: `${metadataPath}${mcpPath}` },
  ],
  access: 'public',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    resource: Type.String({ format: 'uri' }),
    resource_name: Type.String(),
    bearer_methods_supported: Type.Array(Type.String()),
    scopes_supported: Type.Array(Type.String()),
    resource_documentation: Type.String({ format: 'uri' }),
  }),
  async run(context) {
    return { body: protectedResource(context) };
  },
});
