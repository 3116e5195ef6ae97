import { Type } from 'typebox';
import { scanStep } from '#core/duplicates/scan.ts';
import { defineJob } from '#core/jobs/job.ts';
import { countRecords } from '../sql/duplicate-lists.ts';
import { findRule } from '../sql/duplicate-rules.ts';
import { withFields } from './active-rules.ts';

/** Each step is a transaction that remembers how far it came, so the job goes on where it stopped. */
export const scanDuplicatesJob = defineJob({
  name: 'duplicates.scan',
  summary: 'Compares all records of a model by a duplicate rule',
  input: Type.Object({ ruleId: Type.String({ format: 'uuid' }) }, { additionalProperties: false }),
  key: ({ ruleId }) => ruleId,
  async run(context, { ruleId }, { signal, progress }) {
    const rule = await findRule(context, ruleId);
    const model = rule && context.registry.named(rule.model);
    const active = model && rule.active ? withFields(model, rule) : undefined;
    // The rule was deleted or changed since; another job makes its keys.
    if (!active) return;
    const total = await countRecords(context, active.model);
    for (let done = 0; ; ) {
      signal.throwIfAborted();
      const { read, finished } = await scanStep(context, active);
      if (finished) return;
      done = Math.min(done + read, total);
      if (total > 0) progress(done / total, { done, total });
    }
  },
});
