const maxLength = 90;

/** The key of a status by its name, in camelCase: `In review` gives `inReview`, and `inReview2` when that is taken. */
export function freeKey(name: string, taken: ReadonlySet<string>): string {
  const key = keyOf(name);
  for (let n = 1; ; n += 1) {
    const candidate = n === 1 ? key : `${key}${n}`;
    if (!taken.has(candidate.toLowerCase())) return candidate;
  }
}

function keyOf(name: string): string {
  const words = name
    .replace(/[äöüÄÖÜß]/g, (letter) => umlauts[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '');
  const camel = words.map((word, n) => (n === 0 ? word.toLowerCase() : capitalised(word.toLowerCase())));
  return [...camel.join('')].slice(0, maxLength).join('') || 'status';
}

const umlauts: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', Ä: 'Ae', Ö: 'Oe', Ü: 'Ue', ß: 'ss' };

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
