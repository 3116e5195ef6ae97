import type { Grant } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import type { TimelineEntry, TimelineType } from '#core/models/declaration.ts';
import type { Model } from '#core/models/model.ts';
import type { Roots } from './roots.ts';

/** A model whose records are entries of a timeline. */
export interface Source {
  readonly grant: Grant;
  readonly timeline: TimelineEntry;
  readonly at: Field;
  /** The ways from an entry to the records of the timeline. A record that several of them find is one entry. */
  readonly links: readonly Link[];
}

/** A reference from an entry to records of the timeline, directly or through a record of another model. */
export interface Link {
  readonly field: Field;
  readonly roots: Roots;
  readonly through?: { readonly grant: Grant; readonly field: Field };
  /** True when the field contains the id as text. */
  readonly isText?: boolean;
}

/** The models with entries for these records that the caller may read, in the order of their names. */
export function timelineSources(context: Context, roots: readonly Roots[], types: ReadonlySet<TimelineType>): Source[] {
  const sources = context.registry.models.flatMap((model) => {
    const { timeline } = model;
    if (!timeline || !typesOf(timeline).some((type) => types.has(type))) return [];
    const grant = context.caller.access.readGrant(model);
    if (!grant) return [];
    const links = roots.flatMap((one) => linksTo(context, grant, timeline, one));
    return links.length === 0 ? [] : [{ grant, timeline, at: fieldOf(model, timeline.at ?? 'createdAt'), links }];
  });
  return sources.sort((a, b) => (a.grant.model.name < b.grant.model.name ? -1 : 1));
}

const typesOf = ({ type, typeBy }: TimelineEntry): TimelineType[] => [type, ...Object.values(typeBy?.types ?? {})];

function linksTo(context: Context, grant: Grant, { of, through, anyRecord }: TimelineEntry, roots: Roots): Link[] {
  const { model } = grant;
  const direct = referencesTo(grant, of, roots).map((field): Link => ({ field, roots }));
  if (through) direct.push(...linksThrough(context, grant, through, roots));
  if (direct.length > 0 || anyRecord === undefined || grant.hidden.has(anyRecord)) return direct;
  return [{ field: fieldOf(model, anyRecord), roots, isText: true }];
}

function linksThrough(
  context: Context,
  { model }: Grant,
  { reference, of }: NonNullable<TimelineEntry['through']>,
  roots: Roots,
): Link[] {
  const field = fieldOf(model, reference);
  const grant = context.caller.access.readGrant(context.registry.target(field));
  if (!grant) return [];
  return referencesTo(grant, of, roots).map((to) => ({ field, roots, through: { grant, field: to } }));
}

/** The fields among these that refer to the model of the records and that the caller may see. */
const referencesTo = ({ model, hidden }: Grant, keys: readonly string[], roots: Roots): Field[] =>
  keys
    .filter((key) => !hidden.has(key))
    .map((key) => fieldOf(model, key))
    .filter(({ declared }) => declared.to === roots.grant.model.name);

function fieldOf(model: Model, key: string): Field {
  const field = model.fields.get(key);
  if (!field) throw new Error(`${model.name} has no field ${key}`);
  return field;
}
