import type { Condition } from '#core/query/filter.ts';
import { readConditions } from '../definition/read-config.ts';
import { StepProblem } from '../definition/reading.ts';
import { defineStep } from './step-type.ts';

/**
 * A goal that can be reached at any time after the enrollment: the record goes to this step at once. A record that gets
 * here without having reached it goes on, and the log says so.
 */
export const goal = defineStep<readonly Condition[]>({
  read(reading, config) {
    const conditions = readConditions(reading, reading.model, config.filter, 'filter');
    if (conditions.length === 0) throw new StepProblem('filter', 'required', 'is required');
    return conditions;
  },
  conditions: (conditions) => [conditions],
  run: async ({ rows }) =>
    rows.map(({ matched }) =>
      matched[0]
        ? { outcome: 'done', why: 'The goal is reached.', output: { reached: true } }
        : { outcome: 'done', why: 'The goal is not reached.', output: { reached: false } },
    ),
});
