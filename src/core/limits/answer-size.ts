import { AppError, badQuery } from '../errors.ts';

/**
 * No answer is larger than this, so that a few at once cannot outgrow the heap. Statements compare sizes before they put
 * an answer together; texts are compared again before they are sent.
 */

const megabyte = 1_000_000;

/** Two hundred web pages of a megabyte each are a query, not an answer. */
export const largestAnswer = 8 * megabyte;

const named = `${largestAnswer / megabyte} MB`;

/** UTF-8 takes at most three bytes for a character of a JavaScript string; most texts need not be measured. */
const isTooLarge = (text: string): boolean =>
  text.length * 3 > largestAnswer && Buffer.byteLength(text) > largestAnswer;

export const pageTooLarge = (): AppError =>
  badQuery('limit', `gives a page of more than ${named}; ask for fewer records or fields`);

export const includedTooLarge = (): AppError =>
  badQuery('include', `gives an answer of more than ${named}; include less, or ask for fewer records or fields`);

/** Thrown before anything is committed. */
export const resultsTooLarge = (): AppError =>
  badQuery(
    'return',
    `the answer would be larger than ${named}, and nothing was written; use return=minimal, or name the fields to return`,
  );

/** For answers that change nothing. */
export function requireSendable(text: string): void {
  if (isTooLarge(text))
    throw new AppError('bad_request', `The answer would be larger than ${named}; ask for fewer records or fields.`);
}

/** A write answers with the whole record, so a record must fit into an answer. */
export function requireReadable(record: string): void {
  if (isTooLarge(record))
    throw new AppError('payload_too_large', `The record would be larger than ${named}; nothing was written.`);
}
