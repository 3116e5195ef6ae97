import { type Grant, visibleField } from '#core/access/access.ts';
import type { Context } from '#core/context.ts';
import { notFound } from '#core/errors.ts';
import type { Field } from '#core/fields/field.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { Filter, WidgetAnswer } from './answer.ts';
import { titleIn } from './titles.ts';
import type { Widget } from './widget.ts';

const defaultLimit = 10;
const defaultColumns = 4;

type Rows = Pick<WidgetAnswer, 'value'> & Required<Pick<WidgetAnswer, 'columns' | 'rows' | 'titles'>>;

/** The records of a list or table. */
export async function readRows(
  context: Context,
  grant: Grant,
  widget: Widget,
  { filter, zone }: { readonly filter: Filter; readonly zone: string },
): Promise<Rows> {
  const { model } = grant;
  const columns = columnsOf(grant, widget);
  const { access } = context.caller;
  const references = columns.filter(
    ({ declared }) =>
      declared.to !== undefined && access.reach(context.registry.named(declared.to)?.scopes.read ?? '') !== undefined,
  );
  const query = {
    filter,
    tz: zone,
    limit: widget.limit ?? defaultLimit,
    ...(widget.sort && { sort: widget.sort }),
    fields: [...new Set([...columns.map(({ key }) => key), model.titleField])],
    ...(references.length > 0 && { include: references.map(({ key }) => key) }),
  };
  const { body } = await invoke(context, operations.list, model, { query: () => query });
  const page = JSON.parse(body) as {
    data: Record<string, unknown>[];
    meta: { total: number };
    included?: Record<string, Record<string, unknown>>;
  };
  return {
    value: page.meta.total,
    columns: columns.map(({ key, label, type }) => ({ key, label, type: type.valueType ?? type.name })),
    rows: page.data,
    titles: titlesOf(context, references, page.data, page.included ?? {}),
  };
}

function titlesOf(
  { registry }: Context,
  references: readonly Field[],
  rows: readonly Record<string, unknown>[],
  included: Readonly<Record<string, Record<string, unknown>>>,
): Record<string, string> {
  const titles: Record<string, string> = {};
  for (const field of references) {
    const target = registry.target(field);
    for (const id of rows.flatMap((row) => (row[field.key] ?? []) as string | string[])) {
      if (included[id]) titles[id] = titleIn(target, included[id], id);
    }
  }
  return titles;
}

/** Returns the columns of the widget, or the title and the first short fields. */
function columnsOf(grant: Grant, { columns = [] }: Widget): Field[] {
  const { model, hidden } = grant;
  if (columns.length > 0) {
    return columns.map((key) => {
      const field = visibleField(grant, key);
      if (!field) throw notFound(`The field ${key} of ${model.slug}`);
      return field;
    });
  }
  const title = visibleField(grant, model.titleField);
  const others = [...model.fields.values()].filter(
    (field) => field !== title && field.sortable && !field.readOnly && !hidden.has(field.key),
  );
  return [...(title && title.key !== '_id' ? [title] : []), ...others].slice(0, defaultColumns);
}
