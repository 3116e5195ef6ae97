import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { keys } from '~/api/keys.ts';
import { onChange } from '~/api/live.ts';
import { LiveRefresh } from '~/api/live-refresh.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { type PanelKind, panelKinds, panelLinks, submissionLink, type TalkLink, talkLinks } from '../panel-links.ts';
import { type EntryKind, historySource, linkSource, type TimelineEntry } from './entries.ts';
import { type Progress, readOlder, start } from './merge.ts';

/** The minimum number of entries per page. */
const atLeast = 15;
/** Changes within this time cause one refresh. */
const gatherMs = 500;

interface TimelineLink extends TalkLink {
  readonly kind: PanelKind;
}

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
  const registry = useRegistry();
  const can = useCan();
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: permissions change only with the registry.
  const links = useMemo((): readonly TimelineLink[] => {
    const talks = talkLinks(registry, model, can.read).map((talk) => ({ kind: 'comments' as const, ...talk }));
    // Comments also refer to the contact of their conversation, and would appear twice.
    const direct = [...panelLinks(registry, model, can.read)].filter(
      ([kind]) => kind !== 'comments' || talks.length === 0,
    );
    const submissions = submissionLink(registry, model, can.read);
    return [
      ...direct.flatMap(([kind, of]) => of.map((link) => ({ kind, link, path: link.field.key }))),
      ...talks,
      ...(submissions ? [{ kind: 'submissions' as const, ...submissions }] : []),
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
  return useInfiniteQuery({
    queryKey: [...keys.history(model.path, id), only ?? 'all'],
    queryFn: ({ pageParam }) => {
      const sources = [
        ...(only === undefined || only === 'changes' ? [historySource(model, id)] : []),
        ...links
          .filter(({ kind }) => only === undefined || kind === only)
          .map(({ kind, link, path }) => linkSource(kind, link, path, id)),
      ];
      return readOlder(sources, pageParam, atLeast);
    },
    initialPageParam: start as Progress<TimelineEntry>,
    getNextPageParam: ({ next }) => next,
  });
}
