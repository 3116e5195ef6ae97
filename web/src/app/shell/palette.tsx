import { Loader } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Spotlight } from '@mantine/spotlight';
import { IconHistory, IconSearch, IconTable } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import { namedFirst, rankMatches } from '~/lib/rank-matches.ts';
import { useCan } from '~/metadata/access.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { recentViewsQuery } from '~/metadata/recent-views.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { errorText } from '~/ui/error-text.ts';
import { type Entry, type EntryGroup, useCommands } from './palette-commands.tsx';
import { paletteStore } from './palette-store.ts';
import classes from './top-bar.module.css';
import { paletteSearchId, takeTyped } from './type-ahead.ts';
import type { AssistantState } from './use-assistant.ts';
import { useBestEntry } from './use-best-entry.ts';

interface Found {
  readonly moduleKey: string;
  readonly slug: string;
  readonly recordId: string;
  readonly title: string;
  readonly subtitle: string | null;
}

const maxRecents = 5;
const minSearched = 2;

interface PaletteProps {
  readonly onToggleSidebar: () => void;
  readonly assistant: AssistantState;
}

/** Ctrl-K: finds records, goes to pages, creates records. */
export function Palette({ onToggleSidebar, assistant }: PaletteProps) {
  const { t } = useTranslation('shell');
  const [query, setQuery] = useState('');
  const records = useRecords(query);
  const recents = useRecents();
  const first: EntryGroup =
    query === ''
      ? { label: t('palette.recent'), entries: recents }
      : { label: t('palette.records'), entries: records.entries };
  const groups = bestGroupFirst([first, ...useCommands(query, onToggleSidebar, assistant)], query);
  const choice = useBestEntry(
    query,
    groups.flatMap(({ entries }) => entries),
    records.searching,
  );
  return (
    <Spotlight.Root
      store={paletteStore}
      query={query}
      onQueryChange={(text) => {
        choice.cancel();
        setQuery(text);
      }}
      onSpotlightClose={choice.cancel}
      // The shell handles the shortcut, because the palette is loaded after the page.
      shortcut={null}
      scrollable
      maxHeight={420}
      transitionProps={{ duration: 80 }}
    >
      <Spotlight.Search
        id={paletteSearchId}
        onFocus={() => {
          const { text, entered } = takeTyped();
          if (text !== '') setQuery(text);
          if (entered) choice.enter();
        }}
        onKeyDownCapture={choice.onKeyDownCapture}
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.open')}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={records.searching ? <Loader size={16} /> : undefined}
      />
      <Spotlight.ActionsList>
        {groups.map(({ label, entries }) => (
          <Spotlight.ActionsGroup key={label} label={label}>
            {entries.map(({ id, label: text, description, icon, run }) => (
              <Spotlight.Action
                key={id}
                className={classes.entry}
                label={text}
                description={description}
                leftSection={icon}
                onClick={() => run()}
              />
            ))}
          </Spotlight.ActionsGroup>
        ))}
        {records.problem !== undefined && <Spotlight.Empty>{records.problem}</Spotlight.Empty>}
        {groups.length === 0 && records.problem === undefined && (
          <Spotlight.Empty>{t(records.searching ? 'palette.searching' : 'palette.nothing')}</Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** Orders the groups by their best match, so that the first entry is the best one. */
function bestGroupFirst(groups: readonly EntryGroup[], query: string): EntryGroup[] {
  const worst = 9;
  const rankOf = ({ entries }: EntryGroup) => rankMatches(entries, query, ({ label }) => label)[0]?.rank ?? worst;
  return groups
    .filter(({ entries }) => entries.length > 0)
    .map((group) => ({ group, rank: rankOf(group) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ group }) => group);
}

interface FoundRecords {
  readonly entries: readonly Entry[];
  readonly searching: boolean;
  readonly problem: string | undefined;
}

/** Fields whose value may be the subtitle of a found record. */
const stateFields = ['stage', 'status', 'type'];

function descriptionOf(model: Model | undefined, subtitle: string | null): string {
  const states = model?.fields.filter(({ key }) => stateFields.includes(key)).flatMap(({ options = [] }) => options);
  const state = states?.find(({ value }) => value === subtitle)?.label;
  return [model?.label, state ?? subtitle].filter(Boolean).join(' · ');
}

function useRecords(query: string): FoundRecords {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const registry = useRegistry();
  const typed = query.trim();
  const [wanted] = useDebouncedValue(typed, 150);
  const { data, error, isFetching } = useQuery({
    queryKey: ['search', wanted],
    queryFn: async ({ signal }) =>
      (await request<{ data: readonly Found[] }>('GET', '/api/ui/search', { query: { q: wanted }, signal })).data,
    enabled: wanted.length >= minSearched,
    placeholderData: keepPreviousData,
    retry: false,
  });
  if (typed.length < minSearched) return { entries: [], searching: false, problem: undefined };
  const entries = namedFirst(data ?? [], wanted, ({ title }) => title).map((found) => ({
    id: found.recordId,
    label: found.title,
    description: descriptionOf(registry.at(found.moduleKey, found.slug), found.subtitle),
    icon: <IconTable size={16} stroke={1.6} />,
    run: () => navigate({ to: recordPath(found, found.recordId) }),
  }));
  return {
    entries,
    searching: isFetching || wanted !== typed,
    problem: error === null || isFetching ? undefined : errorText(error, t),
  };
}

function useRecents(): Entry[] {
  const navigate = useNavigate();
  const registry = useRegistry();
  const can = useCan();
  const { data = [] } = useQuery({ ...recentViewsQuery, enabled: can.scope('ui:read') });
  return data.slice(0, maxRecents).flatMap((view) => {
    const model = registry.find(view.modelKey);
    if (!model) return [];
    return {
      id: view._id,
      label: view.recordTitle ?? model.label,
      description: model.label,
      icon: <IconHistory size={16} stroke={1.6} />,
      run: () => navigate({ to: recordPath(model, view.recordId) }),
    };
  });
}
