import { useDebouncedCallback } from '@mantine/hooks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { keys } from '~/api/keys.ts';
import { onChange } from '~/api/live.ts';
import { useCan } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { type PanelKind, panelKinds, panelLinks, type TalkLink, talkLinks } from '../panel-links.ts';
import { type EntryKind, historySource, linkSource, type TimelineEntry } from './entries.ts';
import { type Progress, readOlder, start } from './merge.ts';

/** One page shows at least this many entries. */
const atLeast = 15;

interface TimelineLink extends TalkLink {
  readonly kind: PanelKind;
}

/** The kinds of entries that records of this model can have. */
export function useEntryKinds(model: Model): readonly EntryKind[] {
  const registry = useRegistry();
  const can = useCan();
  const links = panelLinks(registry, model, can.read);
  const talks = talkLinks(registry, model, can.read);
  return ['changes', ...panelKinds.filter((kind) => links.has(kind) || (kind === 'comments' && talks.length > 0))];
}

/** All that happened around a record, newest first; only one kind when it is given. */
export function useTimeline(model: Model, id: string, only: EntryKind | undefined) {
  const registry = useRegistry();
  const can = useCan();
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a person may read changes only with the registry.
  const links = useMemo((): readonly TimelineLink[] => {
    const talks = talkLinks(registry, model, can.read).map((talk) => ({ kind: 'comments' as const, ...talk }));
    // Comments repeat the contact of their conversation, and would come twice.
    const direct = [...panelLinks(registry, model, can.read)].filter(
      ([kind]) => kind !== 'comments' || talks.length === 0,
    );
    return [...direct.flatMap(([kind, of]) => of.map((link) => ({ kind, link, path: link.field.key }))), ...talks];
  }, [registry, model]);
  const refresh = useDebouncedCallback(() => {
    client.invalidateQueries({ queryKey: keys.history(model.path, id) });
  }, 500);
  useEffect(
    () =>
      onChange((change) => {
        const isLinked = links.some(
          ({ link, path }) =>
            link.model.moduleKey === change.moduleKey &&
            link.model.slug === change.slug &&
            // A change does not tell which record its conversation is about.
            (path !== link.field.key || change.record[path] === id),
        );
        if (isLinked) refresh();
      }),
    [links, id, refresh],
  );
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
