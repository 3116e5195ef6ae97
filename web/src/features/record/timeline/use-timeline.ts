import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { actions, answer } from '~/api/actions.ts';
import { keys } from '~/api/keys.ts';
import { onChange } from '~/api/live.ts';
import { LiveRefresh } from '~/api/live-refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { panelKinds, panelLinks, submissionLink, type TalkLink, talkLinks } from '../panel-links.ts';
import { type EntryKind, type TimelineEntry, typesOfKind } from './entries.ts';

const pageSize = 20;
/** Changes within this time cause one refresh. */
const gatherMs = 500;

/** The kinds of timeline entries that records of this model can have. */
export function useEntryKinds(model: Model): readonly EntryKind[] {
  const registry = useRegistry();
  const can = useCan();
  const links = panelLinks(registry, model, can.read);
  const talks = talkLinks(registry, model, can.read);
  return ['changes', ...panelKinds.filter((kind) => links.has(kind) || (kind === 'comments' && talks.length > 0))];
}

/** Everything that happened around a record, newest first. `only` limits it to one kind. */
export function useTimeline(model: Model, id: string, only: EntryKind | undefined) {
  useTimelineRefresh(model, id);
  return useInfiniteQuery({
    queryKey: [...keys.history(model.path, id), only ?? 'all'],
    queryFn: async ({ pageParam }) => {
      const query = {
        model: modelName(model),
        id,
        limit: pageSize,
        ...(only !== undefined && { types: typesOfKind[only].join(',') }),
        ...(pageParam !== null && { cursor: pageParam }),
      };
      const { data, meta } = await answer(actions.GET('/api/data/timeline', { params: { query } }));
      return { entries: data as unknown as readonly TimelineEntry[], next: meta.nextCursor };
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** Reads the timeline again when a record that refers to this one changes. */
function useTimelineRefresh(model: Model, id: string): void {
  const registry = useRegistry();
  const can = useCan();
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: permissions change only with the registry.
  const links = useMemo((): readonly TalkLink[] => {
    const direct = [...panelLinks(registry, model, can.read).values()].flat();
    const submissions = submissionLink(registry, model, can.read);
    return [
      ...direct.map((link) => ({ link, path: link.field.key })),
      ...talkLinks(registry, model, can.read),
      ...(submissions ? [submissions] : []),
    ];
  }, [registry, model]);
  useEffect(() => {
    const refresh = new LiveRefresh(client, { gatherMs });
    const stop = onChange((change) => {
      const isLinked = links.some(
        ({ link, path }) =>
          link.model.moduleKey === change.moduleKey &&
          link.model.slug === change.slug &&
          // A change event contains no fields of the conversation, so every comment refreshes the timeline.
          (path !== link.field.key || change.record[path] === id),
      );
      if (isLinked) refresh.add(keys.history(model.path, id), change);
    });
    return () => {
      refresh.stop();
      stop();
    };
  }, [client, links, model, id]);
}
