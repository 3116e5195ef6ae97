import { Type } from 'typebox';
import type { Grant } from '#core/access/access.ts';
import { defineAction } from '#core/action.ts';
import type { Context } from '#core/context.ts';
import { badQuery } from '#core/errors.ts';
import { pastState } from '#core/events/past-state.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { pageTooLarge } from '#core/limits/answer-size.ts';
import type { Model } from '#core/models/model.ts';
import { actorOf } from '#core/operations/event-actors.ts';
import { cutPage, readEventPage } from '#core/operations/event-pages.ts';
import { visibleState } from '#core/operations/record-events.ts';
import { pageParameters } from '#core/query/log-pages.ts';
import { type DeletedRow, deletedRecords } from '../sql/deleted-records.ts';

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
  summary: 'Lists deleted records that can be restored, the last deleted first',
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
    const grants = grantsFor(context, filter?.modelKey);
    const found = grants.length === 0 ? [] : await deletedRecords(context, grants, page);
    const cut = cutPage(page, found);
    const byModel = new Map(grants.map((grant) => [grant.model.name, grant]));
    const data = cut.rows.map((row) => entryOf(byModel.get(row.model) as Grant, row));
    return { body: { data, meta: cut.meta } as never };
  },
});

/** Records that are deleted permanently, or that only the platform writes, cannot be restored. */
const isRestorable = ({ permanent, readOnly }: Model): boolean => !permanent && !readOnly;

function grantsFor({ registry, caller: { access } }: Context, name: string | undefined): Grant[] {
  if (name !== undefined) {
    const model = registry.named(name);
    if (!model) throw badQuery('filter[modelKey]', 'must name a model by its key, its slug or module.slug');
    const grant = access.grant(model, 'read');
    return isRestorable(model) ? [grant] : [];
  }
  return registry.models
    .filter((model) => isRestorable(model) && access.reach(model.scopes.read) !== undefined)
    .map((model) => access.grant(model, 'read'));
}

const titleText = (value: JsonValue | undefined): string | null =>
  value === null || value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);

function entryOf(grant: Grant, row: DeletedRow) {
  if (row.previous === null) throw pageTooLarge();
  const { model } = grant;
  const record = visibleState(grant, pastState(model, row.previous));
  return {
    modelKey: model.key,
    moduleKey: model.moduleKey,
    slug: model.slug,
    recordId: row.id,
    title: titleText(record[model.titleField]),
    path: `${model.path}/${row.id}`,
    deletedAt: row.deleted_at,
    deletedBy: actorOf(row.actor_id, row.email),
    record,
  };
}
