/** The outcome of a record, derived from its status or stage. */
export type Outcome = 'open' | 'won' | 'lost' | 'closed';

const wonWords = ['won', 'done', 'completed', 'solved', 'resolved', 'paid', 'converted', 'accepted', 'approved'];
const lostWords = ['lost', 'cancelled', 'canceled', 'rejected', 'declined', 'failed', 'disqualified', 'unqualified'];
const closedWords = ['closed', 'archived', 'retired', 'inactive', 'expired'];

const wordsOf = (value: string): string[] =>
  value
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);

/** True when the value means a failure that needs attention. */
export const hasFailed = (value: string): boolean => wordsOf(value).includes('failed');

/** Derives the outcome from the words of a value such as `closedWon`. A status record has a field for it. */
export function outcomeOf(value: string, isClosed?: unknown): Outcome {
  const words = wordsOf(value);
  const has = (list: readonly string[]) => words.some((word) => list.includes(word));
  if (isClosed === false) return 'open';
  if (has(lostWords)) return 'lost';
  if (has(wonWords)) return 'won';
  return isClosed === true || has(closedWords) ? 'closed' : 'open';
}
