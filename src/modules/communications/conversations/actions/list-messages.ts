import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { badQuery } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';
import { comments, emails } from '../../model-names.ts';
import { conversationPath, conversationRoute, readConversation } from '../conversation.ts';
import { shownMessages } from '../shown-messages.ts';
import { type MessagePosition, type MessageRow, readMessages } from '../sql/list-messages.ts';

const defaultLimit = 100;

export const listMessages = defineAction({
  name: 'communications.listMessages',
  summary: 'The mails and comments of a conversation that you may read, oldest first. The HTML is safe to show',
  routes: [{ method: 'GET', path: `${conversationRoute}/messages` }],
  access: 'communications:read',
  input: Type.Object(
    {
      ...conversationPath,
      remote: Type.Optional(Type.Enum(['true', 'false'], { description: 'Keeps pictures of other servers.' })),
      limit: Type.Optional(
        Type.String({ pattern: '^([1-9]|[1-9][0-9]|1[0-9][0-9]|200)$', description: 'A number from 1 to 200.' }),
      ),
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({
    data: Type.Array(
      Type.Object(
        { kind: Type.Enum(['email', 'comment']), _id: Type.String(), at: Type.String({ format: 'date-time' }) },
        { additionalProperties: true },
      ),
    ),
    meta: Type.Object({
      limit: Type.Integer(),
      hasMore: Type.Boolean(),
      nextCursor: Type.Union([Type.String(), Type.Null()]),
    }),
  }),
  run: async (context, { id, remote, limit: given, cursor }) => {
    await readConversation(context, id);
    const { access } = context.caller;
    const grants = {
      emails: access.grant(emails(context), 'read'),
      comments: access.grant(comments(context), 'read'),
    };
    const limit = given === undefined ? defaultLimit : Number(given);
    const rows = await readMessages(context, grants, id, readCursor(cursor), limit + 1);
    const page = rows.slice(0, limit);
    const data = await shownMessages(context, page, { hidden: grants.emails.hidden, remote: remote === 'true' });
    const hasMore = rows.length > limit;
    return {
      body: { data: data as never, meta: { limit, hasMore, nextCursor: hasMore ? cursorOf(page.at(-1)) : null } },
    };
  },
});

const cursorOf = (row: MessageRow | undefined): string | null =>
  row ? Buffer.from(JSON.stringify([row.at, row.id])).toString('base64url') : null;

function readCursor(cursor: string | undefined): MessagePosition | undefined {
  if (cursor === undefined) return undefined;
  try {
    const [at, id] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')) as [string, string];
    if (isId(id) && !Number.isNaN(Date.parse(at))) return { at, id };
  } catch {
    // The error below also covers a cursor that cannot be decoded.
  }
  throw badQuery('cursor', 'is not a cursor that this list gave out; begin again without it');
}
