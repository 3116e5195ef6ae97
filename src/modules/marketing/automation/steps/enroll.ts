import type { Model } from '#core/models/model.ts';
import type { Condition } from '#core/query/filter.ts';
import { readConditions, readInteger, readModel, requiredId } from '../definition/read-config.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { enrollRecords } from '../enrolling/enroll-records.ts';
import { readRunning } from '../enrolling/running-workflow.ts';
import { referringRecords } from '../sql/referring-records.ts';
import { defineStep, type StepResult } from './step-type.ts';

const maxEach = 1000;

async function checkWorkflow({ context }: StepReading, workflowId: string, model: Model): Promise<void> {
  const running = await readRunning(context, workflowId);
  if (!running) throw new StepProblem('workflowId', 'reference_not_found', 'is not an active workflow');
  if (running.model.name !== model.name)
    throw new StepProblem(
      'workflowId',
      'other_model',
      `is a workflow of ${running.model.labelPlural.toLowerCase()}, and the records are ${model.labelPlural.toLowerCase()}`,
    );
}

/** Enrolls the record in another workflow. */
export const enroll = defineStep<string>({
  read(_reading, config) {
    return requiredId(config, 'workflowId');
  },
  check: (reading, workflowId) => checkWorkflow(reading, workflowId, reading.model),
  async run({ context, rows }, workflowId) {
    const running = await readRunning(context, workflowId);
    const results: StepResult[] = [];
    for (const { recordId, depth } of rows) {
      const enrolled = running
        ? await enrollRecords(context, running, [{ recordId, depth: depth + 1 }], 'workflow')
        : 0;
      results.push(
        !running
          ? { outcome: 'skipped', why: 'The other workflow is not active.' }
          : enrolled > 0
            ? { outcome: 'done', why: `The record was enrolled in “${running.definition.name}”.` }
            : {
                outcome: 'skipped',
                why: `The record is in “${running.definition.name}” already, or its owner may not see it.`,
              },
      );
    }
    return results;
  },
  would: async ({ rows }, workflowId) =>
    rows.map(() => ({ would: `Enrolls the record in the workflow ${workflowId}.` })),
});

interface ForEach {
  readonly model: Model;
  readonly conditions: readonly Condition[];
  readonly limit: number;
  readonly workflowId: string;
}

/** Enrolls the records of another model that refer to the record, such as the contacts of an account, in a workflow. */
export const forEach = defineStep<ForEach>({
  read(reading, config) {
    const model = readModel(reading, config.model, 'model');
    const refers = [...model.fields.values()].some(({ declared }) => declared.to === reading.model.name);
    if (!refers)
      throw new StepProblem(
        'model',
        'no_reference',
        `must name records that refer to ${reading.model.labelPlural.toLowerCase()}`,
      );
    return {
      model,
      conditions: readConditions(reading, model, config.filter, 'filter'),
      limit: config.limit === undefined ? maxEach : readInteger(config.limit, 'limit', 1, maxEach),
      workflowId: requiredId(config, 'workflowId'),
    };
  },
  check: (reading, { workflowId, model }) => checkWorkflow(reading, workflowId, model),
  async run({ context, model: of, rows }, { model, conditions, limit, workflowId }) {
    const running = await readRunning(context, workflowId);
    const results: StepResult[] = [];
    for (const { recordId, depth } of rows) {
      if (!running) {
        results.push({ outcome: 'skipped', why: 'The other workflow is not active.' });
        continue;
      }
      const ids = await referringRecords(context, { model, of, id: recordId, conditions, limit });
      const targets = ids.map((id) => ({ recordId: id, depth: depth + 1 }));
      const count = await enrollRecords(context, running, targets, 'workflow');
      results.push({
        outcome: count > 0 ? 'done' : 'skipped',
        why: `${count} of ${ids.length} ${model.labelPlural.toLowerCase()} were enrolled in “${running.definition.name}”.`,
        output: { found: ids.length, enrolled: count },
      });
    }
    return results;
  },
  would: async ({ rows }, { model, workflowId }) =>
    rows.map(() => ({
      would: `Enrolls ${model.labelPlural.toLowerCase()} of the record in the workflow ${workflowId}.`,
    })),
});
