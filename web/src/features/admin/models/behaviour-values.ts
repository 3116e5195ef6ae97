import type { Filter } from '~/api/records.ts';
import type { Behaviour, DeclaredType, Field, Model, RollupFunction, StampValue } from '~/metadata/model.ts';
import type { Link, Registry } from '~/metadata/registry.ts';
import { isDerived, modelName } from '../../../metadata/model.ts';

/** The source of a field's value: people write it, a condition sets it, or it is copied from a referenced record. */
export type FilledBy = 'people' | 'stamp' | 'follow';

export interface RollupValues {
  /** The model of the other records and their reference, such as `sales.opportunities.accountId`. */
  readonly link: string | null;
  readonly function: RollupFunction;
  readonly field: string | null;
  readonly filter: Filter | undefined;
}

interface StampCondition {
  readonly field: string | null;
  readonly values: readonly StampValue[];
}

export type StampValues = readonly StampCondition[];

export const noRollup: RollupValues = { link: null, function: 'count', field: null, filter: undefined };
export const noStamp: StampValues = [{ field: null, values: [] }];

export const rollupOf = (behaviour: Behaviour | undefined): RollupValues =>
  behaviour?.kind === 'rollup'
    ? {
        link: `${behaviour.model}.${behaviour.by}`,
        function: behaviour.function,
        field: behaviour.field ?? null,
        filter: behaviour.filter,
      }
    : noRollup;

export const filledByOf = (behaviour: Behaviour | undefined): FilledBy =>
  behaviour?.kind === 'stamp' || behaviour?.kind === 'follow' ? behaviour.kind : 'people';

export const stampOf = (behaviour: Behaviour | undefined): StampValues =>
  behaviour?.kind === 'stamp' ? Object.entries(behaviour.when).map(([field, values]) => ({ field, values })) : noStamp;

interface Values {
  readonly type: DeclaredType;
  readonly formula: string;
  readonly rollup: RollupValues;
  readonly filledBy: FilledBy;
  readonly stamp: StampValues;
  readonly follow: string | null;
}

/** The behaviour in the form of the API. */
export function behaviourParts({ type, formula, rollup, filledBy, stamp, follow }: Values): Record<string, unknown> {
  if (type === 'formula') return { formula: formula.trim() };
  if (type === 'rollup') return { rollup: rollupDefinition(rollup) };
  if (filledBy === 'stamp') return { stamp: stampDefinition(type, stamp) };
  if (filledBy === 'follow' && follow !== null) return { follow };
  return {};
}

/** The two parts of a link: `sales.opportunities.accountId` is the model `sales.opportunities` and `accountId`. */
function linkParts(link: string): { readonly model: string; readonly by: string } {
  const at = link.lastIndexOf('.');
  return { model: link.slice(0, at), by: link.slice(at + 1) };
}

function rollupDefinition({ link, function: name, field, filter }: RollupValues): Record<string, unknown> {
  return {
    ...linkParts(link ?? ''),
    function: name,
    ...(name !== 'count' && field !== null && { field }),
    ...(filter && Object.keys(filter).length > 0 && { filter }),
  };
}

const stampedAs: Partial<Readonly<Record<DeclaredType, string>>> = { date: 'today', datetime: 'now', reference: 'me' };

const stampDefinition = (type: DeclaredType, conditions: StampValues): Record<string, unknown> => ({
  when: Object.fromEntries(conditions.flatMap(({ field, values }) => (field === null ? [] : [[field, values]]))),
  set: stampedAs[type],
});

const stampable: ReadonlySet<string> = new Set([
  'choice',
  'text',
  'email',
  'phone',
  'url',
  'boolean',
  'number',
  'integer',
]);

/** The fields on which a stamp can depend: those with one value that people write. */
export const stampFields = ({ fields }: Model, key: string): Field[] =>
  fields.filter(
    (field) =>
      field.key !== key && field.key !== 'version' && stampable.has(field.type) && !field.computed && !isDerived(field),
  );

/** The references of other models from whose records a rollup can be computed. */
export const rollupLinks = (registry: Registry, model: Model): { readonly name: string; readonly link: Link }[] =>
  registry
    .incoming(model)
    .filter(({ field }) => field.type === 'reference')
    .map((link) => ({ name: `${modelName(link.model)}.${link.field.key}`, link }));

/** The fields of the other records that a function can compute. */
export function measuredFields({ fields }: Model, name: RollupFunction): Field[] {
  const types = name === 'min' || name === 'max' ? ['number', 'integer', 'date', 'datetime'] : ['number', 'integer'];
  return fields.filter(({ key, type, filterable }) => types.includes(type) && filterable && key !== 'version');
}

/** A value of a referenced record that has the type of the field. */
export interface FollowSource {
  /** Example: `accountId.ownerId`. */
  readonly path: string;
  readonly label: string;
}

/** The values of referenced records that a field of this type can copy. */
export function followSources(
  registry: Registry,
  model: Model,
  { type, reference, key }: { readonly type: DeclaredType; readonly reference: string | null; readonly key: string },
): FollowSource[] {
  const fits = (field: Field) =>
    field.type === type &&
    !isDerived(field) &&
    (field.reference ? modelName(field.reference) : null) === (field.reference ? reference : null);
  return model.fields
    .filter((field) => field.type === 'reference' && field.key !== key)
    .flatMap((through) =>
      (registry.target(through)?.fields ?? [])
        .filter(fits)
        .map((field) => ({ path: `${through.key}.${field.key}`, label: `${through.label} › ${field.label}` })),
    );
}
