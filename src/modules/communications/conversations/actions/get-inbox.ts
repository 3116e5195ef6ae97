import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { conversations } from '../../model-names.ts';
import { countInbox } from '../sql/inbox-counts.ts';

const count = Type.Integer();

export const getInbox = defineAction({
  name: 'communications.getInbox',
  summary: 'How many conversations there are in the inbox, of those that you may read',
  routes: [{ method: 'GET', path: '/api/communications/inbox' }],
  access: 'communications:read',
  input: Type.Object({}, { additionalProperties: false }),
  output: Type.Object({
    mine: Type.Integer({ description: 'Open, and assigned to you.' }),
    unassigned: Type.Integer({ description: 'Open, and assigned to no user.' }),
    all: Type.Integer({ description: 'Open or pending.' }),
    snoozed: count,
    closed: Type.Integer({ description: 'At most 10,000 are counted.' }),
    unread: Type.Integer({ description: 'Open, and unread for you.' }),
    overdue: Type.Integer({ description: 'Open, without a reply although the first one was due.' }),
    byConnection: Type.Array(Type.Object({ connectionId: Type.String(), open: count, unread: count })),
    byTeam: Type.Array(Type.Object({ teamId: Type.String({ format: 'uuid' }), open: count, unread: count })),
  }),
  run: async (context) => ({
    body: (await countInbox(context, context.caller.access.grant(conversations(context), 'read'))) as never,
  }),
});
