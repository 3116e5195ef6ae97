import { visibleField } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import type { Days } from '#lib/days.ts';
import type { TaskPlace } from '../place.ts';
import type { TaskModel } from '../task-models.ts';

export interface TaskRow {
  /** The index of the model. */
  readonly m: number;
  readonly id: string;
  readonly dueDate: string | null;
  readonly title: string | null;
  readonly status: string | null;
  readonly version: number;
  /** The index of the reference to the parent, its id and its name. All are null without a parent. */
  readonly p: number | null;
  readonly parentId: string | null;
  readonly parentName: string | null;
}

interface Wanted {
  /** Undefined bounds are open. Tasks without a date belong only to the list without bounds. */
  readonly days: Partial<Days>;
  readonly after: TaskPlace | undefined;
  readonly limit: number;
}

/** The open tasks of all models that are assigned to the caller, by due date, in one statement, and their number. */
export async function assignedTasks(
  context: Context,
  models: readonly TaskModel[],
  { days, after, limit }: Wanted,
): Promise<{ rows: readonly TaskRow[]; total: number }> {
  if (models.length === 0) return { rows: [], total: 0 };
  const params = new Params(context.caller.tenantId);
  const user = params.add(context.caller.userId, 'uuid');
  const from = days.from === undefined ? undefined : params.add(days.from, 'date');
  const to = days.to === undefined ? undefined : params.add(days.to, 'date');
  const open = models.map(({ grant, dueDate, status, completedAt, assignee }, m) => {
    const due = dueDate.sql('t');
    const bounds = `${from ? ` and ${due} >= ${from}` : ''}${to ? ` and ${due} < ${to}` : ''}`;
    return `select ${m} as m, t.id, ${due} as due from ${tableAs(grant.model, 't')}
      where ${scopedRows(grant.model, 't')} and ${assignee.sql('t')} = ${user} and ${completedAt.sql('t')} is null
        and ${status.sql('t')} is distinct from 'done' and ${status.sql('t')} is distinct from 'cancelled'
        ${bounds}${withinReach(grant, 't', params)}`;
  });
  const place = after ? afterPlace(models, after, params) : 'true';
  const page = `select o.* from open_tasks o where ${place} order by o.due nulls last, o.m, o.id limit ${limit}`;
  const rows = models.map((model, m) => taskSql(model, m, params));
  const sql = `with open_tasks as materialized (${open.join(' union all ')})
    select (select count(*)::int from open_tasks) as total,
      (select json_agg(j.task order by o.due nulls last, o.m, o.id)
       from (${page}) o cross join lateral (${rows.join(' union all ')}) j)::text as tasks`;
  const [found] = await queryable(context).query<{ total: number; tasks: string | null }>(
    `select s.total, s.tasks from ${scoped('s', sql)}`,
    params.values,
  );
  return { rows: JSON.parse(found?.tasks ?? '[]') as TaskRow[], total: found?.total ?? 0 };
}

/** SQL of one task of the page as JSON. */
function taskSql({ grant, title, status, parents }: TaskModel, m: number, params: Params): string {
  const { model } = grant;
  const cases = parents.map(({ field }, p) => `when ${field.sql('t')} is not null then ${p}`);
  const ids = parents.map(({ field }) => field.sql('t'));
  const names = parents.flatMap((parent, p) => {
    const titleField = parent.grant && visibleField(parent.grant, parent.grant.model.titleField);
    if (!parent.grant || !titleField || titleField.key === '_id') return [];
    const of = parent.grant.model;
    return [
      `when ${p} then (select left(${titleField.sql('p')}::text, 300) from ${tableAs(of, 'p')}
        where ${scopedRows(of, 'p')} and p.id = ${parent.field.sql('t')}${withinReach(parent.grant, 'p', params)})`,
    ];
  });
  const place = cases.length === 0 ? 'null::int' : `case ${cases.join(' ')} end`;
  return `select json_build_object('m', ${m}, 'id', t.id, 'dueDate', o.due, 'version', t.version,
      'title', ${title ? `left(${title.sql('t')}::text, 1000)` : 'null'}, 'status', ${status.sql('t')}, 'p', w.p,
      'parentId', ${ids.length === 0 ? 'null' : `coalesce(${ids.join(', ')})`},
      'parentName', ${names.length === 0 ? 'null' : `case w.p ${names.join(' ')} end`}) as task
    from ${tableAs(model, 't')} cross join lateral (select ${place} as p) w
    where o.m = ${m} and ${scopedRows(model, 't')} and t.id = o.id`;
}

/** The condition for tasks after a place. A model that is no longer listed has the rank of the next one. */
function afterPlace(models: readonly TaskModel[], { dueDate, model, id }: TaskPlace, params: Params): string {
  const rank = models.filter(({ grant }) => grant.model.name < model).length;
  const isListed = models[rank]?.grant.model.name === model;
  const later = isListed ? `(o.m, o.id) > (${rank}, ${params.add(id, 'uuid')})` : `o.m >= ${rank}`;
  if (dueDate === null) return `o.due is null and ${later}`;
  const due = params.add(dueDate, 'date');
  return `(o.due > ${due} or o.due is null or o.due = ${due} and ${later})`;
}
