import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { actions, answer } from '~/api/actions.ts';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { timeZone } from '~/lib/time-zone.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { notifyError } from '~/ui/notify.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';

export const dueChoices = ['overdue', 'today', 'week', 'all'] as const;
export type Due = (typeof dueChoices)[number];

/** The key of tasks of all models: a change of a task of any model reads them again. */
const tasksKey = [...keys.records, 'tasks of all models'] as const;

const tasksQuery = (due: Due, limit: number) =>
  infiniteQueryOptions({
    queryKey: [...tasksKey, due, limit],
    queryFn: ({ pageParam, signal }) => {
      const zone = timeZone();
      const query = { due, limit, ...(zone && { tz: zone }), ...(pageParam !== null && { cursor: pageParam }) };
      return answer(actions.GET('/api/ui/tasks', { params: { query }, signal }));
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.nextCursor,
  });

/** The open tasks of the person, of all models. */
export function useMyTasks(due: Due, limit: number) {
  const tasks = useInfiniteQuery(tasksQuery(due, limit));
  const pages = tasks.data?.pages ?? [];
  return { ...tasks, rows: pages.flatMap(({ data }) => data), total: pages[0]?.meta.total ?? 0 };
}

export type MyTask = ReturnType<typeof useMyTasks>['rows'][number];

/** Returns a function that finishes a task, and offers to undo it. */
export function useFinishTask(): (task: MyTask) => Promise<void> {
  const { t } = useTranslation('home');
  const registry = useRegistry();
  const client = useQueryClient();
  return async ({ moduleKey, slug, _id, version, status, title }) => {
    const model = registry.at(moduleKey, slug);
    if (!model) return;
    const refresh = () => client.invalidateQueries({ queryKey: tasksKey });
    try {
      const done = await records.update(model.path, _id, { status: 'done' }, { version });
      notifyUndo(t('taskDone', { title: title ?? model.label }), async () => {
        await records.update(model.path, _id, { status: status ?? 'open' }, { version: done.version });
        await refresh();
      });
    } catch (error) {
      notifyError(error);
    } finally {
      await refresh();
    }
  };
}
