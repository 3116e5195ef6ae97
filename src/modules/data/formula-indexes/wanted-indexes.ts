import { knownReads } from '#core/behaviours/derived-reads.ts';
import { AppError, invalid } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import { formulaDigest } from '#core/models/formula-index.ts';
import type { Model } from '#core/models/model.ts';
import type { Registry } from '#core/models/registry.ts';

/** The formulas that are marked as indexed, and which ones can be. */

const maxIndexesOfModel = 5;

/**
 * Modules that also write records before the tenant's own fields are known: at a sign-in, and in jobs that go through all
 * tenants. Such a write cannot copy the value of a formula.
 */
export const modulesWithoutIndexes: ReadonlySet<string> = new Set(['identity', 'communications', 'ai', 'ui']);

export interface WantedIndex {
  readonly model: Model;
  readonly field: Field;
  readonly definition: string;
}

/** The formulas that should have an index. */
export const wantedIndexes = (registry: Registry): WantedIndex[] =>
  markedFields(registry).flatMap(({ model, field }) =>
    field.derived && problemOf(registry, model, field) === undefined
      ? [{ model, field, definition: formulaDigest(field.derived) }]
      : [],
  );

const markedFields = (registry: Registry): { model: Model; field: Field }[] =>
  registry.models.flatMap((model) => markedOf(model).map((field) => ({ model, field })));

const markedOf = ({ behaviours }: Model): Field[] =>
  (behaviours?.derived ?? []).filter(({ declared, customId }) => declared.index && customId !== undefined);

/** The reason why a formula can have no index; undefined when it can have one. */
function problemOf(registry: Registry, model: Model, field: Field): string | undefined {
  const { derived, declared } = field;
  if (declared.formula === undefined || !derived) return 'applies to formulas only';
  if (modulesWithoutIndexes.has(model.moduleKey))
    return `is not possible for models of ${model.moduleKey}, whose records are also written without the fields of the account`;
  if (derived.usesTime)
    return 'is not possible, because the formula depends on the current time, so its value changes without a write';
  const [source] = derived.sources;
  if (source)
    return `is not possible, because the formula reads ${source.model} through ${source.reference}; it can read fields of the record itself`;
  const eventless = eventlessRead(registry, model, field);
  return eventless && `is not possible, because ${eventless.key} changes without a version of the record`;
}

/** A field that the formula reads, directly or through other formulas, and that changes without an event. */
function eventlessRead(registry: Registry, model: Model, field: Field): Field | undefined {
  for (const read of knownReads(registry, model, field)) {
    if (read.field.declared.eventless) return read.field;
    const further = read.field.derived && eventlessRead(registry, read.model, read.field);
    if (further) return further;
  }
  return undefined;
}

/** Throws when a change of the schema leaves a formula that is marked as indexed and can have no index. */
export function requireIndexable(before: Registry, after: Registry): void {
  for (const { model, field } of markedFields(after)) {
    const problem = problemOf(after, model, field);
    if (problem === undefined) continue;
    const previous = before.find(model.moduleKey, model.slug);
    const old = previous?.fields.get(field.key);
    const isUnchanged = old?.declared.index && old.declared.formula === field.declared.formula;
    if (!previous || !old || !isUnchanged) throw invalid('index', 'not_an_option', problem);
    // A formula that could have no index before does not refuse other changes.
    if (problemOf(before, previous, old) !== undefined) continue;
    throw new AppError(
      'still_referenced',
      `The index of the formula ${field.key} of ${model.name} ${problem}. Remove the mark from that formula first.`,
    );
  }
  for (const model of after.models) {
    const count = markedOf(model).length;
    const previous = before.find(model.moduleKey, model.slug);
    if (count > maxIndexesOfModel && count > (previous ? markedOf(previous).length : 0))
      throw invalid(
        'index',
        'out_of_range',
        `is possible for ${maxIndexesOfModel} formulas of a model, because each one costs every write`,
      );
  }
}
