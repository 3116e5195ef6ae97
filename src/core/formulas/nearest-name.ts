/** Maximum length of a name to compare, because the time for the distance grows with the product of both lengths. */
const maxLength = 60;

/** Finds the name that differs least from a misspelt one, in at most a third of its letters, or in one letter. */
export function nearestName(wanted: string, names: Iterable<string>): string | undefined {
  if (wanted.length > maxLength) return undefined;
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(wanted.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - wanted.length) >= bestDistance) continue;
    const found = distance(wanted.toLowerCase(), name.toLowerCase());
    if (found < bestDistance) {
      best = name;
      bestDistance = found;
    }
  }
  return best;
}

/** The number of letters to insert, remove, replace or exchange with the next one. */
function distance(a: string, b: string): number {
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, n) => n)];
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const exchanged = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? (before[j - 2] ?? Infinity) + 1 : Infinity;
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, exchanged));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
