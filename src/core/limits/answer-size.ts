import { AppError, badQuery } from '../errors.ts';

/**
 * The size of answers is limited, so that a few concurrent large ones cannot exhaust the heap. Statements compare sizes
 * before they build an answer; texts are compared again before they are sent.
 */

const megabyte = 1_000_000;

/** A page of 200 records with a megabyte each exceeds it. */
export const maxAnswerBytes = 8 * megabyte;

const limitText = `${maxAnswerBytes / megabyte} MB`;

/** A UTF-16 unit of a JavaScript string takes at most three bytes in UTF-8, so most texts need no exact measurement. */
const isTooLarge = (text: string): boolean =>
  text.length * 3 > maxAnswerBytes && Buffer.byteLength(text) > maxAnswerBytes;

export const pageTooLarge = (): AppError =>
  badQuery('limit', `gives a page of more than ${limitText}; ask for fewer records or fields`);

export const includedTooLarge = (): AppError =>
  badQuery('include', `gives an answer of more than ${limitText}; include less, or ask for fewer records or fields`);

/** Throw this before the commit, because the message says that nothing was written. */
export const resultsTooLarge = (): AppError =>
  badQuery(
    'return',
    `the answer would be larger than ${limitText}, and nothing was written; use return=minimal, or name the fields to return`,
  );

/** Refuses an answer to a read that is too large. */
export function requireSendable(text: string): void {
  if (isTooLarge(text))
    throw new AppError('bad_request', `The answer would be larger than ${limitText}; ask for fewer records or fields.`);
}

/** Refuses a record that is too large for an answer, because a write answers with the complete record. */
export function requireReadable(record: string): void {
  if (isTooLarge(record))
    throw new AppError('payload_too_large', `The record would be larger than ${limitText}; nothing was written.`);
}
