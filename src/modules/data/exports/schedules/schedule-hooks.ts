import type { TransactionContext } from '#core/context.ts';
import { invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import { readTimeZone } from '#core/query/time-zone.ts';
import { schemaCheck } from '#lib/schema-check.ts';
import { type ExportDefinition, type ExportOptions, exportOptions, readExport } from '../records/export-request.ts';
import { nextRun, readTimes } from './run-times.ts';
import { enqueueRun } from './scheduled-export-job.ts';

const stateOf = (saving: PendingSave, key: string): JsonValue | undefined => {
  const given = givenValue(saving, key);
  return given === undefined ? saving.previous?.[key] : given;
};

const optionErrors = schemaCheck(exportOptions);

/** Checks a schedule with the permissions of the user who saves it. From then on it runs as that user. */
export const scheduleHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const options = stateOf(saving, 'options') ?? {};
    const [problem] = optionErrors(options);
    if (problem)
      throw invalid('options', 'invalid_value', `has an invalid value: ${problem.instancePath} ${problem.message}`);
    const { grant } = await readExport(context, definitionOf(saving, options as ExportOptions));
    setValue(saving, 'model', grant.model.name);
    const zone = await readTimeZone(context, stateOf(saving, 'tz') ?? undefined);
    const cron = String(stateOf(saving, 'cron'));
    readTimes(cron, zone);
    if (givenValue(saving, 'active') === null) setValue(saving, 'active', true);
    const isActive = stateOf(saving, 'active') !== false;
    setValue(saving, 'nextRunAt', isActive ? nextRun(cron, zone) : null);
    setRunner(context, saving);
    setValue(saving, 'error', null);
    return undefined;
  },

  async afterSave(context, { record, previous }) {
    const { nextRunAt } = record;
    if (typeof nextRunAt === 'string' && previous?.nextRunAt !== nextRunAt)
      await enqueueRun(context, String(record._id), nextRunAt);
  },
};

/** A schedule that somebody else changes would else show that person what its former user may read. */
function setRunner({ caller }: TransactionContext, saving: PendingSave): void {
  setValue(saving, 'runAsId', caller.userId);
  setValue(saving, 'scopes', caller.keyId === undefined ? null : [...caller.access.scopes]);
}

const definitionOf = (saving: PendingSave, options: ExportOptions): ExportDefinition =>
  ({
    model: String(stateOf(saving, 'model')),
    format: stateOf(saving, 'format'),
    filter: stateOf(saving, 'filter'),
    q: stateOf(saving, 'q'),
    sort: stateOf(saving, 'sort'),
    fields: stateOf(saving, 'fields'),
    options,
  }) as ExportDefinition;
