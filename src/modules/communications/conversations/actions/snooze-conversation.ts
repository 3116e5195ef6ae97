import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { inTransaction } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import {
  conversationPath,
  conversationRecord,
  conversationRoute,
  lockConversation,
  saveConversation,
} from '../conversation.ts';
import { snoozedState } from '../states.ts';
import { wakeAt } from '../wake-at.ts';

const maxAheadMs = 366 * 24 * 3_600_000;

export const snoozeConversation = defineAction({
  name: 'communications.snoozeConversation',
  summary: 'Hides a conversation until a time. It opens again then, or when a reply comes',
  routes: [{ method: 'POST', path: `${conversationRoute}/snooze` }],
  access: 'communications:write',
  input: Type.Object(
    { ...conversationPath, until: Type.String({ format: 'date-time' }) },
    { additionalProperties: false },
  ),
  output: conversationRecord,
  run: (context, { id, until }) => {
    const at = readUntil(until);
    return inTransaction(context, async (within) => {
      await lockConversation(within, id);
      await wakeAt(within, id, at);
      return { text: await saveConversation(within, id, snoozedState(at)) };
    });
  },
});

function readUntil(value: string): Date {
  const at = new Date(value);
  const aheadMs = at.getTime() - Date.now();
  if (!(aheadMs > 0)) throw invalid('until', 'out_of_range', 'must be a time in the future, such as tomorrow at nine');
  if (aheadMs > maxAheadMs) throw invalid('until', 'out_of_range', 'must be within a year');
  return at;
}
