import { type Static, Type } from 'typebox';
import type { Context } from '#core/context.ts';
import { actorOf } from '#core/events/event-actors.ts';
import { labelOf } from '#core/fields/labels.ts';
import { type DeletedSchemaRow, deletedSchema } from '../sql/deleted-schema.ts';

/** A restorable model or field. */
export const deletedEntry = Type.Object(
  {
    kind: Type.Enum(['model', 'field']),
    moduleKey: Type.String(),
    slug: Type.String(),
    modelKey: Type.Optional(Type.String({ description: 'Of a model.' })),
    key: Type.Optional(Type.String({ description: 'Of a field.' })),
    type: Type.Optional(Type.String({ description: 'Of a field.' })),
    label: Type.String(),
    deletedAt: Type.String({ format: 'date-time' }),
    deletedBy: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: { _id: { type: 'string', format: 'uuid' }, email: { type: ['string', 'null'] } },
      required: ['_id', 'email'],
      additionalProperties: false,
    }),
    restorableUntil: Type.String({ format: 'date-time' }),
    restorePath: Type.String({ description: 'POST here to restore it.' }),
  },
  { additionalProperties: false },
);

export interface DeletedFilter {
  readonly moduleKey?: string | undefined;
  readonly slug?: string | undefined;
  readonly modelKey?: string | undefined;
}

/** Restorable models and fields, without fields that the caller's roles hide. */
export async function listDeleted(context: Context, filter: DeletedFilter): Promise<Static<typeof deletedEntry>[]> {
  const { registry, caller } = context;
  const modelKeyOf = (row: DeletedSchemaRow) => row.modelKey ?? registry.find(row.moduleKey, row.slug)?.key;
  const rows = (await deletedSchema(context)).filter(
    (row) =>
      (filter.moduleKey === undefined || row.moduleKey === filter.moduleKey) &&
      (filter.slug === undefined || row.slug === filter.slug) &&
      (filter.modelKey === undefined || modelKeyOf(row) === filter.modelKey) &&
      (row.key === null || !caller.access.hiddenFields({ name: `${row.moduleKey}.${row.slug}` }).has(row.key)),
  );
  return rows.map(entryOf);
}

function entryOf(row: DeletedSchemaRow): Static<typeof deletedEntry> {
  const { moduleKey, slug, key, modelKey, type, label, deletedAt, restorableUntil } = row;
  const model = `/api/data/models/${moduleKey}/${slug}`;
  return {
    kind: key === null ? 'model' : 'field',
    moduleKey,
    slug,
    ...(key === null ? { modelKey: modelKey ?? '' } : { key, type: type ?? '' }),
    label: label ?? labelOf(key ?? slug),
    deletedAt,
    deletedBy: actorOf(row.actor_id, row.email),
    restorableUntil,
    restorePath: key === null ? `${model}/restore` : `${model}/fields/${key}/restore`,
  };
}
