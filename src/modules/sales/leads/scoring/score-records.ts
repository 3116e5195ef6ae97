import { asPlatform } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { salesModel } from '../sales-model.ts';
import { computeScores, type Score } from './compute-scores.ts';
import { readRules, type Scored, type ScoringRule } from './read-rules.ts';
import { setDue } from './sql/decays.ts';

/**
 * Scores records and writes the scores that changed, as the platform. Without active rules nothing is written, so that
 * scores which people set stay. Undefined means that there are no rules.
 */
export async function scoreRecords(
  context: TransactionContext,
  scored: Scored,
  ids: readonly string[],
  rules?: readonly ScoringRule[],
): Promise<Score[] | undefined> {
  const applied = rules ?? (await readRules(context, scored));
  if (applied.length === 0) return undefined;
  const scores = await computeScores(context, scored, applied, ids);
  const rows = scores.map(({ id, score, rating }) => ({ id, values: { score, rating } }));
  // The hooks of these models do not depend on scores.
  await updateMany(asPlatform(context), salesModel(context, scored), rows, { withoutHooks: true });
  await setDue(context.tx, context.caller.tenantId, scored, scores);
  return scores;
}
