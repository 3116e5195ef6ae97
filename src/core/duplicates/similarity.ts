import { foldText } from '#lib/match-text.ts';

/** This file measures how similar two texts are. Similar texts share a key, so that not all pairs have to be compared. */

/** Longer texts are compared by their beginning. */
const maxCompared = 200;

/** Legal forms of companies say nothing about which company it is. */
const legalForms: ReadonlySet<string> = new Set(
  'ag bv co corp corporation ev gbr gmbh inc incorporated kg limited llc llp ltd mbh nv ohg oy plc pty sa sarl sas se spa srl ug'.split(
    ' ',
  ),
);

/**
 * The words that are compared, in the order of the alphabet, because names are written in either order. `ue` counts as
 * `u`, because that is how people write an umlaut without its key.
 */
function wordsOf(text: string): string[] {
  const folded = foldText(text.slice(0, maxCompared)).replace(/([aou])e/g, '$1');
  const words = folded.split(' ').filter(Boolean);
  const kept = words.filter((word) => !legalForms.has(word));
  return (kept.length > 0 ? kept : words).toSorted();
}

/** The text that `similarity` compares. */
export const comparable = (text: string): string => wordsOf(text).join(' ');

function trigramsOf(comparableText: string): Set<string> {
  const trigrams = new Set<string>();
  for (const word of comparableText.split(' ')) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at += 1) trigrams.add(padded.slice(at, at + 3));
  }
  return trigrams;
}

/** 0 to 1000: twice the common trigrams per trigram of both, as in `pg_trgm`, but of words in alphabetical order. */
export function similarity(a: string, b: string): number {
  if (a === b) return 1000;
  const [ofA, ofB] = [trigramsOf(a), trigramsOf(b)];
  return Math.round((2000 * ofA.intersection(ofB).size) / (ofA.size + ofB.size));
}

/** Texts from this similarity on count as duplicates: `Jon Smith` and `John Smith`, `Globex` and `Globexx`. */
export const similarEnough = 700;

/** A skeleton has at most this many letters, so a text has at most one key more than that. */
const maxSkeleton = 12;

/** The first letter and the consonants of each word: vowels and doubled letters are where most slips happen. */
const skeletonOf = (comparableText: string): string =>
  comparableText
    .split(' ')
    .map((word) => word.charAt(0) + word.slice(1).replace(/[aeiouyh]/g, ''))
    .join('')
    .replace(/(.)\1+/gu, '$1')
    .slice(0, maxSkeleton);

/** The skeleton, and the skeleton without each of its letters. Texts that differ by one letter of it share one of them. */
export function candidateKeys(comparableText: string): string[] {
  const letters = [...skeletonOf(comparableText)];
  const keys = new Set([letters.join('')]);
  if (letters.length > 3) for (const at of letters.keys()) keys.add(letters.toSpliced(at, 1).join(''));
  return [...keys];
}
