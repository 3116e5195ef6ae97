import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { recountConversations as recount } from '../../conversations/recount.ts';

/** For modules that put messages into conversations. It has no route: clients have nothing to recount. */
export const recountConversations = defineAction({
  name: 'communications.recountConversations',
  summary: 'Sets the counts of conversations that got messages',
  routes: [],
  access: 'communications:write',
  input: Type.Object({ ids: Type.Array(Type.String({ format: 'uuid' })) }, { additionalProperties: false }),
  output: Type.Null(),
  run: (context, { ids }) =>
    inTransaction(context, async (within) => {
      await recount(within, ids);
      return { body: null };
    }),
});
