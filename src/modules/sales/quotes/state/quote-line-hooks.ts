import { givenValue, type ModelHooks, type PendingSave } from '#core/models/hooks.ts';
import { lockQuotesOfLines, lockQuotesOfLinesById, type QuoteOfLine, readOlderQuotes } from '../sql/quotes-of-lines.ts';
import { documentSent, isSent } from './quote-state.ts';

const parent = 'quoteId';

/** Refuses changes of the lines of a sent quote, by whatever way they are written. */
export const quoteLineHooks: ModelHooks = {
  async beforeSave(context, saving) {
    if (isOnlyOwner(saving)) return undefined;
    const ids = [givenValue(saving, parent), saving.previous?.[parent]].filter((id) => typeof id === 'string');
    requireDrafts(await lockQuotesOfLines(context, ids));
    return undefined;
  },
  // A restored line has not passed `beforeSave`. Its quote may have been restored with it; only an older one counts.
  async afterSave(context, { previous, record }) {
    if (!previous) requireDrafts(await readOlderQuotes(context, String(record[parent])));
  },
  async beforeRemove(context, ids, _model, deleting) {
    const removed = [...deleting].find(([{ name }]) => name === 'sales.quotes')?.[1];
    const quotes = await lockQuotesOfLinesById(context, ids);
    requireDrafts(quotes.filter(({ id }) => !removed?.has(id)));
  },
};

/** True when only the owner of a line changes, such as when the records of a user are handed over. */
const isOnlyOwner = ({ previous, values }: PendingSave): boolean =>
  previous !== undefined && [...values.keys()].every(({ key }) => key === 'ownerId');

function requireDrafts(quotes: readonly QuoteOfLine[]): void {
  const sent = quotes.find(isSent);
  if (!sent) return;
  const message = 'The lines of a sent quote cannot change; revise the quote.';
  throw documentSent([{ field: parent, code: 'document_sent', message }], sent.number);
}
