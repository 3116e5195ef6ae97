import type { Limits } from '../platforms/platform.ts';

const links = /https?:\/\/[^\s<>"']+/gi;
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** True for code points that X counts as one. All others count as two. */
const light = (point: number): boolean =>
  point <= 0x10ff ||
  (point >= 0x2000 && point <= 0x200d) ||
  (point >= 0x2010 && point <= 0x201f) ||
  (point >= 0x2032 && point <= 0x2037);

/** The weight of a grapheme for X. An emoji counts as two, however many code points it has. */
function weightOf(grapheme: string): number {
  if (/\p{Extended_Pictographic}/u.test(grapheme)) return 2;
  let weight = 0;
  for (const character of grapheme) weight += light(character.codePointAt(0) as number) ? 1 : 2;
  return weight;
}

function countOf(text: string, counts: Limits['text']['counts']): number {
  if (counts === 'codePoints') return [...text].length;
  let count = 0;
  for (const { segment } of segmenter.segment(text)) count += counts === 'graphemes' ? 1 : weightOf(segment);
  return count;
}

/** The length of a text as a platform counts it. */
export function measureText(text: string, { counts, linkLength }: Limits['text']): number {
  if (linkLength === undefined) return countOf(text, counts);
  let linked = 0;
  const rest = text.replace(links, () => {
    linked += 1;
    return '';
  });
  return countOf(rest, counts) + linked * linkLength;
}
