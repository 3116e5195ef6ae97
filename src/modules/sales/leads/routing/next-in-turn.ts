import type { Turns } from './sql/turns.ts';

/** A user who may get a lead. */
export interface Candidate {
  readonly id: string;
  /** The share of the user, relative to those of the others. */
  readonly weight: number;
}

/**
 * Chooses the next user in turn, and spreads the leads of users with a larger share evenly among the others (smooth
 * weighted round robin): with the weights 2 and 1 the order is a, b, a. After as many leads as the sum of the weights,
 * each user has had exactly their share.
 */
export function nextInTurn(
  candidates: readonly [Candidate, ...Candidate[]],
  turns: Turns,
): { readonly chosen: Candidate; readonly turns: Turns } {
  const total = candidates.reduce((sum, { weight }) => sum + weight, 0);
  const next: Record<string, number> = { ...turns };
  let [chosen] = candidates;
  for (const candidate of candidates) {
    next[candidate.id] = (next[candidate.id] ?? 0) + candidate.weight;
    if ((next[candidate.id] as number) > (next[chosen.id] as number)) chosen = candidate;
  }
  next[chosen.id] = (next[chosen.id] as number) - total;
  return { chosen, turns: next };
}
