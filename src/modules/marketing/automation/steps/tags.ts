import type { JsonValue } from '#core/fields/field.ts';
import { authorize, invoke, operations } from '#core/operations/index.ts';
import { lockWithinReach } from '#core/operations/update.ts';
import { requiredText } from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { actingFor } from './acting-for.ts';
import { defineStep, type StepResult, type StepType } from './step-type.ts';

const tagsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

const isSame = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** A step that changes the tags of the record. */
const tagStep = (what: 'add' | 'remove'): StepType<string> =>
  defineStep<string>({
    read({ model }: StepReading, config) {
      if (!model.fields.get('tags')?.type.array)
        throw new StepProblem('tag', 'no_tags', `cannot be used: ${model.labelPlural.toLowerCase()} have no tags`);
      return requiredText(config, 'tag', 200).trim();
    },
    async run(run, tag) {
      const results: StepResult[] = [];
      for (const row of run.rows) {
        const context = actingFor(run.context, row);
        // Locked and read again, because an earlier step or somebody else may have changed the tags.
        await lockWithinReach(context, authorize(context, operations.update, run.model), row.recordId);
        const { body } = await invoke(context, operations.get, run.model, { id: row.recordId, query: {} });
        const tags = tagsOf((JSON.parse(body) as Record<string, JsonValue>).tags);
        const has = tags.some((one) => isSame(one, tag));
        if (has === (what === 'add')) {
          results.push({
            outcome: 'skipped',
            why: has ? 'The record has the tag.' : 'The record does not have the tag.',
          });
          continue;
        }
        const record = { tags: what === 'add' ? [...tags, tag] : tags.filter((one) => !isSame(one, tag)) };
        await invoke(context, operations.update, run.model, { id: row.recordId, record });
        results.push({ outcome: 'done', why: what === 'add' ? 'The tag was added.' : 'The tag was removed.' });
      }
      return results;
    },
    would: async ({ rows }, tag) =>
      rows.map(() => ({ would: what === 'add' ? `Adds the tag ${tag}.` : `Removes the tag ${tag}.` })),
  });

export const addTag = tagStep('add');
export const removeTag = tagStep('remove');
