import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { outsideTransaction } from '#core/context.ts';
import { answerMessage, type Message } from '../mcp/answer-message.ts';
import { rpcErrorFormat } from '../mcp/json-rpc.ts';
import { challenge, mcpPath } from '../mcp/protected-resource.ts';

const id = Type.Union([Type.String({ maxLength: 200 }), Type.Number()]);

export const mcp = defineAction({
  name: 'ai.mcp',
  summary: 'Use the tools of the platform by the Model Context Protocol',
  routes: [{ method: 'POST', path: mcpPath }],
  access: 'ai:write',
  waitsForOthers: true,
  ownOriginsOnly: true,
  input: Type.Object(
    {
      jsonrpc: Type.Literal('2.0'),
      method: Type.String({ minLength: 1, maxLength: 200 }),
      id: Type.Optional(id),
      params: Type.Optional(Type.Object({}, { additionalProperties: true })),
    },
    { additionalProperties: false, description: 'One message of JSON-RPC 2.0.' },
  ),
  output: Type.Object(
    {
      jsonrpc: Type.Literal('2.0'),
      id: Type.Union([id, Type.Null()]),
      result: Type.Optional(Type.Object({}, { additionalProperties: true })),
      error: Type.Optional(
        Type.Object({ code: Type.Integer(), message: Type.String(), data: Type.Optional(Type.Unknown()) }),
      ),
    },
    { description: 'The answer to a request. A notification is answered with 202 and no body.' },
  ),
  errorFormat: (error, visit) =>
    error.status === 401 ? { headers: { 'www-authenticate': challenge(visit) } } : rpcErrorFormat(error),
  async run(context, message) {
    const { status, text } = await answerMessage({ ...context, ...outsideTransaction(context) }, message as Message);
    return { status, text };
  },
});
