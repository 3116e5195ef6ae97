export interface DiffLine {
  readonly kind: 'same' | 'added' | 'removed' | 'skipped';
  readonly text: string;
  /** The number of lines that `skipped` omits. */
  readonly count?: number;
}

/**
 * The longest common subsequence takes too long to compute above this size. The differing middle is then shown as
 * replaced.
 */
const maxCells = 4_000_000;
const contextLines = 3;

/** The line-by-line difference of two texts, with a few unchanged lines around each change. */
export function diffLines(before: string, after: string): DiffLine[] {
  return shortened(compare(before.split('\n'), after.split('\n')));
}

const same = (text: string): DiffLine => ({ kind: 'same', text });
const removed = (text: string): DiffLine => ({ kind: 'removed', text });
const added = (text: string): DiffLine => ({ kind: 'added', text });

function compare(a: readonly string[], b: readonly string[]): DiffLine[] {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return [
    ...a.slice(0, start).map(same),
    ...middle(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    ...a.slice(a.length - end).map(same),
  ];
}

function middle(a: readonly string[], b: readonly string[]): DiffLine[] {
  if (a.length * b.length > maxCells) return [...a.map(removed), ...b.map(added)];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: DiffLine[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length || j < b.length) {
    const left = a[i];
    const right = b[j];
    if (left !== undefined && left === right) {
      lines.push(same(left));
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push(removed(left));
      i += 1;
    } else if (right !== undefined) {
      lines.push(added(right));
      j += 1;
    }
  }
  return lines;
}

function shortened(lines: readonly DiffLine[]): DiffLine[] {
  const near = new Set<number>();
  for (const [n, { kind }] of lines.entries())
    if (kind !== 'same') for (let m = n - contextLines; m <= n + contextLines; m += 1) near.add(m);
  const result: DiffLine[] = [];
  for (const [n, line] of lines.entries()) {
    const last = result.at(-1);
    if (near.has(n)) result.push(line);
    else if (last?.kind === 'skipped') result[result.length - 1] = { ...last, count: (last.count ?? 0) + 1 };
    else result.push({ kind: 'skipped', text: '', count: 1 });
  }
  return result;
}
