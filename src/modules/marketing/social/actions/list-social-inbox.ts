import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { conversations } from '../model-names.ts';

const maxLimit = 200;

export const listSocialInbox = defineAction({
  name: 'marketing.listSocialInbox',
  summary:
    'Conversations of social accounts: comments, mentions and messages, newest first. Their messages are those of /api/communications/conversations',
  routes: [{ method: 'GET', path: '/api/marketing/social-inbox' }],
  access: 'marketing:read',
  input: Type.Object(
    {
      status: Type.Optional(
        Type.String({ maxLength: 30, description: 'open, closed and so on; all when it is left out.' }),
      ),
      connectionId: Type.Optional(Type.String({ format: 'uuid' })),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxLimit })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object(
    { data: Type.Array(Type.Object({ _id: Type.String() }, { additionalProperties: true })) },
    { additionalProperties: true },
  ),
  async run(context, { status, connectionId, page = 1, limit = 50 }) {
    const filter = {
      channel: { eq: 'social' },
      ...(status !== undefined && { status: { eq: status } }),
      ...(connectionId !== undefined && { connectionId: { eq: connectionId } }),
    };
    const query = { filter, page, limit, sort: '-lastMessageAt' };
    const { body } = await invoke(context, operations.list, conversations(context), { query: () => query });
    return { text: body };
  },
});
