import { AppError } from '#core/errors.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { JsonObject } from '../definition/definition.ts';
import { optionalText, readModel, readValues } from '../definition/read-config.ts';
import { readFor } from '../definition/read-for.ts';
import { StepProblem, type StepReading } from '../definition/reading.ts';
import { actingFor } from './acting-for.ts';
import { defineStep, type Enrolled, type StepResult, type StepRun } from './step-type.ts';
import { asFieldValues, checkTemplates, renderFor, requireFields } from './templates.ts';

/** Steps that write records, with the permissions of the owner of the workflow. */

interface Created {
  readonly model: Model;
  readonly values: JsonObject;
}

export const createRecord = defineStep<Created, readonly JsonObject[]>({
  usesValues: true,
  read(reading, config) {
    const model = readModel(reading, config.model, 'model');
    const values = readValues(config.values ?? {}, 'values');
    requireFields(model, values, 'values');
    return { model, values };
  },
  check: ({ context }, { values }) => checkTemplates(context, values, 'values'),
  prepare: (run, { values }) => renderFor(run, values, 'values'),
  async run({ context, rows }, { model, values }, rendered) {
    const results: StepResult[] = [];
    for (const [n, row] of rows.entries()) {
      const record = asFieldValues(model, values, rendered[n] ?? {});
      const { id } = await invoke(actingFor(context, row), operations.create, model, { record });
      results.push({
        outcome: 'done',
        why: `A record of ${model.label.toLowerCase()} was created.`,
        output: { _id: id, modelKey: model.name },
      });
    }
    return results;
  },
  async would(run, { model, values }) {
    const rendered = await renderFor(run, values, 'values');
    return rendered.map((one) => ({
      would: `Creates a record of ${model.label.toLowerCase()}: ${JSON.stringify(one)}`,
    }));
  },
});

/** The record of the workflow, or a record to which it refers: `accountId`, `accountId.parentId`. */
interface Target {
  readonly path: readonly string[];
  readonly model: Model;
}

const maxPath = 3;

function readTarget({ context, model }: StepReading, config: JsonObject): Target {
  const text = optionalText(config, 'target', 200) ?? 'record';
  if (text === 'record') return { path: [], model };
  const path = text.split('.');
  if (path.length > maxPath) throw new StepProblem('target', 'too_long', `must have at most ${maxPath} references`);
  let current = model;
  for (const key of path) {
    const field = current.fields.get(key);
    const to = field?.type.array ? undefined : field?.declared.to;
    const next = to === undefined ? undefined : context.registry.named(to);
    if (!next)
      throw new StepProblem(
        'target',
        'unknown_field',
        `must be record, or a reference such as accountId: ${current.labelPlural.toLowerCase()} have no reference ${key}`,
      );
    current = next;
  }
  return { path, model: current };
}

/** The id of the target; undefined when a reference on the way is empty. */
async function targetId(
  context: StepRun['context'],
  model: Model,
  { path }: Target,
  row: Enrolled,
): Promise<string | undefined> {
  let record: JsonObject | undefined = row.record as JsonObject;
  let current = model;
  for (const [n, key] of path.entries()) {
    const id: unknown = record?.[key];
    if (typeof id !== 'string') return undefined;
    if (n === path.length - 1) return id;
    const next = context.registry.named(current.fields.get(key)?.declared.to ?? '');
    if (!next) return undefined;
    current = next;
    record = await readFor(context, next, id);
  }
  return row.recordId;
}

const noTarget = ({ path }: Target): StepResult => ({
  outcome: 'skipped',
  why: `The record refers to nothing by ${path.join('.')}.`,
});

interface Updated {
  readonly target: Target;
  readonly values: JsonObject;
}

export const updateRecord = defineStep<Updated, readonly JsonObject[]>({
  usesValues: true,
  read(reading, config) {
    const target = readTarget(reading, config);
    const values = readValues(config.values, 'values');
    if (Object.keys(values).length === 0) throw new StepProblem('values', 'required', 'must set at least one field');
    requireFields(target.model, values, 'values');
    return { target, values };
  },
  check: ({ context }, { values }) => checkTemplates(context, values, 'values'),
  prepare: (run, { values }) => renderFor(run, values, 'values'),
  async run({ context, model, rows }, { target, values }, rendered) {
    const results: StepResult[] = [];
    for (const [n, row] of rows.entries()) {
      const id = await targetId(context, model, target, row);
      if (id === undefined) results.push(noTarget(target));
      else {
        const record = asFieldValues(target.model, values, rendered[n] ?? {});
        await invoke(actingFor(context, row), operations.update, target.model, { id, record });
        results.push({ outcome: 'done', why: `${target.model.label} was changed.`, output: { _id: id } });
      }
    }
    return results;
  },
  async would(run, { target, values }) {
    const rendered = await renderFor(run, values, 'values');
    return rendered.map((one) => ({
      would: `Changes the ${target.model.label.toLowerCase()}: ${JSON.stringify(one)}`,
    }));
  },
});

export const deleteRecord = defineStep<Target>({
  read(reading, config) {
    return readTarget(reading, config);
  },
  async run({ context, model, rows }, target) {
    const results: StepResult[] = [];
    for (const row of rows) {
      const id = await targetId(context, model, target, row);
      if (id === undefined) {
        results.push(noTarget(target));
        continue;
      }
      try {
        await invoke(actingFor(context, row), operations.remove, target.model, { id });
        results.push({ outcome: 'done', why: `${target.model.label} was deleted.`, output: { _id: id } });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
        results.push({ outcome: 'skipped', why: `${target.model.label} does not exist any more.` });
      }
    }
    return results;
  },
  would: async ({ rows }, { model }) => rows.map(() => ({ would: `Deletes the ${model.label.toLowerCase()}.` })),
});
