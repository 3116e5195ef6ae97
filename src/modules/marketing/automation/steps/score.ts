import type { JsonValue } from '#core/fields/field.ts';
import { authorize, invoke, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { readInteger } from '../definition/read-config.ts';
import { StepProblem } from '../definition/reading.ts';
import { actingFor } from './acting-for.ts';
import { defineStep, type StepResult } from './step-type.ts';

const maxPoints = 1000;

/** Adds points to the score of the record, or takes them away. */
export const score = defineStep<number>({
  read({ model }, config) {
    if (model.fields.get('score')?.type.numeric !== true)
      throw new StepProblem('points', 'no_score', `cannot be used: ${model.labelPlural.toLowerCase()} have no score`);
    return readInteger(config.points, 'points', -maxPoints, maxPoints);
  },
  async run(run, points) {
    const results: StepResult[] = [];
    for (const row of run.rows) {
      const context = actingFor(run.context, row);
      // The lock keeps the points of steps that run elsewhere at the same time.
      await lockWithinReach(context, authorize(context, operations.update, run.model), row.recordId);
      const { body } = await invoke(context, operations.get, run.model, { id: row.recordId, query: {} });
      const now = Number((JSON.parse(body) as Record<string, JsonValue>).score ?? 0) + points;
      await invoke(context, operations.update, run.model, { id: row.recordId, record: { score: now } });
      results.push({ outcome: 'done', why: `The score is ${now}.`, output: { score: now } });
    }
    return results;
  },
  would: async ({ rows }, points) => rows.map(() => ({ would: `Adds ${points} to the score.` })),
});
