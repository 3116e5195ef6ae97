import { Type } from 'typebox';
import { defineAction } from '#core/action.ts';
import { readCalendar } from '#core/query/calendar.ts';
import { integerParameter } from '#core/query/integer-parameter.ts';
import { addDays, type Days, todayIn } from '#lib/days.ts';
import { readTaskCursor, writeTaskCursor } from '../tasks/place.ts';
import { assignedTasks, type TaskRow } from '../tasks/sql/assigned-tasks.ts';
import { type TaskModel, taskModels } from '../tasks/task-models.ts';

const strict = { additionalProperties: false };
const text = Type.String();
const textOrNull = Type.Union([Type.String(), Type.Null()]);
const id = Type.String({ format: 'uuid' });

const task = Type.Object(
  {
    modelKey: text,
    moduleKey: text,
    slug: text,
    _id: id,
    title: textOrNull,
    dueDate: Type.Union([Type.String({ format: 'date' }), Type.Null()]),
    status: textOrNull,
    version: Type.Integer(),
    parent: Type.Union([
      Type.Object({ modelKey: text, moduleKey: text, slug: text, _id: id, name: textOrNull }, strict),
      Type.Null(),
    ]),
  },
  strict,
);

/** The days of each choice, from the current day in the time zone of the company. */
const daysOf: Readonly<Record<string, (today: string) => Partial<Days>>> = {
  overdue: (today) => ({ to: today }),
  today: (today) => ({ from: today, to: addDays(today, 1) }),
  week: (today) => ({ from: today, to: addDays(today, 7) }),
  all: () => ({}),
};

export const listTasks = defineAction({
  name: 'ui.listTasks',
  summary: 'Lists the open tasks of all models that are assigned to the caller, by due date',
  routes: [{ method: 'GET', path: '/api/ui/tasks' }],
  access: 'signed-in',
  input: Type.Object(
    {
      due: Type.Optional(
        Type.Enum(['overdue', 'today', 'week', 'all'], {
          description:
            'overdue: before today. week: today and the six days after it. all, also those without a date, when absent.',
        }),
      ),
      tz: Type.Optional(Type.String({ description: 'The time zone of today. Defaults to that of the company.' })),
      limit: integerParameter(1, 200, '1 to 200; 50 when absent.'),
      cursor: Type.Optional(Type.String({ maxLength: 1000, description: 'nextCursor of the page before.' })),
    },
    strict,
  ),
  output: Type.Object(
    {
      data: Type.Array(task),
      meta: Type.Object(
        { limit: Type.Integer(), total: Type.Integer(), hasMore: Type.Boolean(), nextCursor: textOrNull },
        strict,
      ),
    },
    strict,
  ),
  async run(context, { due = 'all', tz, limit = 50, cursor }) {
    const { zone } = await readCalendar(context, tz);
    const models = taskModels(context);
    const days = (daysOf[due] as (today: string) => Partial<Days>)(todayIn(zone));
    const wanted = { days, after: readTaskCursor(cursor), limit: limit + 1 };
    const { rows, total } = await assignedTasks(context, models, wanted);
    const shown = rows.slice(0, limit);
    const hasMore = rows.length > limit;
    const data = shown.map((row) => viewTask(models[row.m] as TaskModel, row));
    const last = shown.at(-1);
    const nextCursor =
      hasMore && last ? writeTaskCursor({ ...last, model: models[last.m]?.grant.model.name ?? '' }) : null;
    return { body: { data, meta: { limit, total, hasMore, nextCursor } } };
  },
});

function viewTask({ grant: { model }, parents }: TaskModel, row: TaskRow) {
  const { id: _id, title, dueDate, status, version, p, parentId, parentName } = row;
  const parent = p === null ? undefined : parents[p];
  const [moduleKey = '', slug = ''] = parent?.field.declared.to?.split('.') ?? [];
  const modelKey = parent?.grant?.model.key ?? slug;
  return {
    modelKey: model.key,
    moduleKey: model.moduleKey,
    slug: model.slug,
    _id,
    title,
    dueDate,
    status,
    version,
    parent: parent && parentId !== null ? { modelKey, moduleKey, slug, _id: parentId, name: parentName } : null,
  };
}
