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

const outcomes: Readonly<Record<string, Outcome>> = {
  draft: 'open',
  open: 'open',
  won: 'won',
  fulfilled: 'won',
  lost: 'lost',
  cancelled: 'lost',
  returned: 'lost',
  closed: 'closed',
};

/** The outcome of a status by its category. */
export const outcomeOfCategory = (category: string): Outcome => outcomes[category] ?? 'closed';

/** Derives the outcome of a value that is no status from its words, such as `failed`. */
export function outcomeOf(value: string): Outcome {
  const words = wordsOf(value);
  const has = (list: readonly string[]) => words.some((word) => list.includes(word));
  if (has(lostWords)) return 'lost';
  if (has(wonWords)) return 'won';
  return has(closedWords) ? 'closed' : 'open';
}
