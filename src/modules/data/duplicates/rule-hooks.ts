import type { TransactionContext } from '#core/context.ts';
import { isComparable, isMatchable } from '#core/duplicates/matching.ts';
import { invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { givenValue, type ModelHooks, type PendingSave, setValue } from '#core/models/hooks.ts';
import type { Model } from '#core/models/model.ts';
import { deleteScans, rulesOfModel } from '../sql/duplicate-rules.ts';
import { scanDuplicatesJob } from './scan-job.ts';

/** An empty value means the default. */
const defaults = { method: 'normalized', onCreate: 'allow', active: true } as const;
const maxFields = 5;
/** Each rule of a model costs time for every change of its records, and space for their keys. */
const maxRulesOfModel = 10;

const stateOf = (saving: PendingSave, key: string): JsonValue | undefined =>
  givenValue(saving, key) ?? saving.previous?.[key];

/** The rules of a model are part of the tenant's registry, which every node caches. The database notifies the others. */
function dropRegistry({ tx, services, caller }: TransactionContext): void {
  tx.afterCommit(() => services.directory.invalidate(caller.tenantId));
}

export const duplicateRuleHooks: ModelHooks = {
  async beforeSave(context, saving) {
    const model = readModel(context, saving);
    setValue(saving, 'model', model.name);
    for (const [key, value] of Object.entries(defaults))
      if (givenValue(saving, key) === null) setValue(saving, key, value);
    checkFields(model, stateOf(saving, 'match') as string[], stateOf(saving, 'method') === 'similar');
    if (saving.previous?.model !== model.name) await requireRoom(context, model);
    return undefined;
  },

  async afterSave(context, { record, previous }) {
    dropRegistry(context);
    if (previous) await deleteScans(context, [String(record._id)], record);
    // A rule that warns or blocks needs the keys of all records from the start.
    if (record.active && record.onCreate !== 'allow')
      await context.services.jobs.enqueue(context, scanDuplicatesJob, { ruleId: String(record._id) });
  },

  async afterRemove(context, ids) {
    dropRegistry(context);
    await deleteScans(context, ids);
  },
};

function readModel({ registry }: TransactionContext, saving: PendingSave): Model {
  const model = registry.named(String(stateOf(saving, 'model')));
  if (!model) throw invalid('model', 'unknown_model', 'must name a model: a slug, a model key or module.slug');
  if (model.readOnly)
    throw invalid('model', 'not_writable', 'must name a model whose records are created by users, not by the platform');
  return model;
}

function checkFields(model: Model, match: readonly string[], bySimilarity: boolean): void {
  if (match.length < 1 || match.length > maxFields || new Set(match).size < match.length)
    throw invalid('match', 'out_of_range', `must be a list of 1 to ${maxFields} different fields`);
  for (const key of match) {
    const field = model.fields.get(key);
    if (!field) throw invalid('match', 'unknown_field', `names ${key}, which is not a field of ${model.name}`);
    if (!isMatchable(field))
      throw invalid(
        'match',
        'not_comparable',
        `names ${key}, which cannot be compared; choose a short text, an email address, a telephone number, a URL, a date or a reference`,
      );
    if (bySimilarity && !isComparable(field))
      throw invalid('match', 'not_comparable', `names ${key}, which is not a text; use the method normalized for it`);
  }
}

async function requireRoom(context: TransactionContext, model: Model): Promise<void> {
  if ((await rulesOfModel(context, model.name)).length >= maxRulesOfModel)
    throw invalid('model', 'too_many', `has ${maxRulesOfModel} rules already; change or delete one of them`);
}
