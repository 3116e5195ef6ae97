import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { badQuery } from '#core/errors.ts';
import { actorOf } from '#core/events/event-actors.ts';
import { pastState } from '#core/events/past-state.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { pageTooLarge } from '#core/limits/answer-size.ts';
import { buildCustomModel } from '#core/models/custom.ts';
import type { Model } from '#core/models/model.ts';
import { cutPage, readEventPage } from '#core/operations/event-pages.ts';
import { visibleState } from '#core/operations/record-events.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { pageParameters } from '#core/query/log-pages.ts';
import { deletedModels } from '../sql/deleted-models.ts';
import { type DeletedRow, deletedRecords, type TrashedModel } from '../sql/deleted-records.ts';

const text = Type.String();
const orNull = (name: 'string' | 'integer') => Type.Unsafe<string | null>({ type: [name, 'null'] });
const strict = { additionalProperties: false };

const trashEntry = Type.Object(
  {
    modelKey: text,
    moduleKey: text,
    slug: text,
    recordId: Type.String({ format: 'uuid' }),
    title: orNull('string'),
    path: text,
    restorePath: Type.String({
      description: 'POST here to restore it. The path of a deleted model restores the model with all of its records.',
    }),
    modelDeleted: Type.Boolean({ description: 'The record was deleted together with its custom model.' }),
    deletedAt: Type.String({ format: 'date-time' }),
    deletedBy: Type.Unsafe<object | null>({
      type: ['object', 'null'],
      properties: { _id: { type: 'string', format: 'uuid' }, email: { type: ['string', 'null'] } },
      required: ['_id', 'email'],
      ...strict,
    }),
    record: Type.Object({}, { additionalProperties: true }),
  },
  strict,
);

const meta = Type.Object(
  { page: orNull('integer'), limit: Type.Integer(), hasMore: Type.Boolean(), nextCursor: orNull('string') },
  strict,
);

export const listTrash = defineAction({
  name: 'data.listTrash',
  summary:
    'Lists deleted records that can be restored, the last deleted first. Those of deleted custom models are shown with data:admin',
  routes: [{ method: 'GET', path: '/api/data/trash' }],
  access: 'signed-in',
  input: Type.Object(
    {
      filter: Type.Optional(Type.Object({ modelKey: Type.Optional(text) }, strict)),
      ...pageParameters,
    },
    strict,
  ),
  output: Type.Object({ data: Type.Array(trashEntry), meta }, strict),
  async run(context, { filter, ...query }) {
    const page = readEventPage(query);
    const trashed = await trashedModels(context, filter?.modelKey);
    const found = trashed.length === 0 ? [] : await deletedRecords(context, trashed, page);
    const cut = cutPage(page, found);
    const byModel = new Map(trashed.map((one) => [one.grant.model.name, one]));
    const data = cut.rows.map((row) => entryOf(byModel.get(row.model) as TrashedModel, row));
    return { body: { data, meta: cut.meta } as never };
  },
});

/** Records that are deleted permanently, or that only the platform writes, cannot be restored. */
const isRestorable = ({ permanent, readOnly }: Model): boolean => !permanent && !readOnly;

async function trashedModels(context: Context, name: string | undefined): Promise<TrashedModel[]> {
  const { access } = context.caller;
  const ofModel = (model: Model) => ({ grant: access.grant(model, 'read') });
  if (name !== undefined) {
    const model = context.registry.named(name);
    if (model) return [ofModel(model)].filter(() => isRestorable(model));
    const deleted = (await trashedWithModels(context)).filter(({ grant }) => isNamed(grant.model, name));
    if (deleted.length > 0) return deleted;
    throw badQuery('filter[modelKey]', 'must name a model by its key, its slug or module.slug');
  }
  const live = context.registry.models.filter(
    (model) => isRestorable(model) && access.reach(model.scopes.read) !== undefined,
  );
  return [...live.map(ofModel), ...(await trashedWithModels(context))];
}

const isNamed = ({ key, slug, name }: Model, given: string): boolean => [key, slug, name].includes(given);

/**
 * Deleted models that the caller may restore and whose records the caller may read. Nobody else learns the name of a
 * deleted model.
 */
async function trashedWithModels(context: Context): Promise<TrashedModel[]> {
  const { access } = context.caller;
  if (access.reach('data:admin') !== 'all') return [];
  return (await deletedModels(context)).flatMap(({ fields, xid, request, ...definition }) => {
    const model = buildCustomModel(definition, fields, context.registry.modules);
    const isShown = !context.registry.named(model.name) && access.reach(model.scopes.read) !== undefined;
    return isShown ? [{ grant: access.grant(model, 'read'), deletion: { xid, request } }] : [];
  });
}

const titleText = (value: JsonValue | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

/**
 * The title of a record. A model without a title field shows its first text, because nobody recognises a record by its
 * id.
 */
function titleOf(model: Model, record: RecordObject): string | null {
  if (model.titleField !== '_id') return titleText(record[model.titleField]);
  const texts = model.writable.filter(({ type }) => ['text', 'email', 'longText'].includes(type.name));
  return titleText(texts.map(({ key }) => record[key]).find(Boolean) ?? record._id);
}

function entryOf({ grant, deletion }: TrashedModel, row: DeletedRow) {
  if (row.previous === null) throw pageTooLarge();
  const { model } = grant;
  const path = `${model.path}/${row.id}`;
  const record = visibleState(grant, pastState(model, row.previous));
  return {
    modelKey: model.key,
    moduleKey: model.moduleKey,
    slug: model.slug,
    recordId: row.id,
    title: titleOf(model, record),
    path,
    restorePath: deletion ? `/api/data/models/${model.moduleKey}/${model.slug}/restore` : `${path}/restore`,
    modelDeleted: deletion !== undefined,
    deletedAt: row.deleted_at,
    deletedBy: actorOf(row.actor_id, row.email),
    record,
  };
}
