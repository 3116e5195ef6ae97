import type { TransactionContext } from '#core/context.ts';
import { recordAnswers } from '../../../sales/contract.ts';
import type { NewMessage } from '../../messages/reading/message.ts';

/** Records the answers of attendees. A person answers only for the address that the message comes from. */
export async function applyCalendarReplies(
  context: TransactionContext,
  messages: readonly NewMessage[],
): Promise<void> {
  const answers = messages.flatMap(({ message: { direction, from, calendarReplies, receivedAt } }) =>
    direction === 'inbound'
      ? calendarReplies
          .filter(({ attendee }) => attendee === from?.address.toLowerCase())
          .map(({ at, ...reply }) => ({ ...reply, at: at ?? receivedAt.toISOString() }))
      : [],
  );
  if (answers.length > 0) await recordAnswers(context, answers);
}
