import { keepPreviousData, usePrefetchQuery, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Filter, Included, RecordData } from '~/api/records.ts';
import { withAll } from '../filter/tree.ts';
import { pageQuery, pageSize, type Source } from './pages.ts';
import type { PageRef, RowLayout, Section } from './row-layout.ts';

/** Number of rows outside the view that are loaded in advance. */
const ahead = 40;
/** While somebody drags the scroll bar, pages that only pass by are not loaded. */
const settleMs = 40;

/** A section with an additional filter for its records. */
export interface SourceSection extends Section {
  readonly filter: Filter | undefined;
}

export interface RowView {
  readonly record: RecordData | undefined;
  readonly included: Included | undefined;
}

const unread: RowView = { record: undefined, included: undefined };

/** The number of records, which comes with the first page. */
export function useFirstPage(source: Source) {
  const query = pageQuery(useQueryClient(), source, 0);
  // Prefetching starts the request during rendering, whereas `useQuery` would wait until the page is shown.
  usePrefetchQuery(query);
  return useQuery({ ...query, placeholderData: keepPreviousData });
}

const sourceOf = (source: Source, section: SourceSection | undefined): Source =>
  section?.filter ? { ...source, filter: withAll(source.filter, section.filter) } : source;

export interface Shown {
  readonly source: Source;
  readonly sections: readonly SourceSection[];
  readonly layout: RowLayout;
}

/** Loads the pages of the visible lines. */
export function useRows({ source, sections, layout }: Shown, first: number, last: number) {
  const client = useQueryClient();
  const wanted = useSettled(layout.pagesOf(first - ahead, last + ahead, pageSize));
  const pages = useQueries({
    queries: wanted.map(({ section, page }) => pageQuery(client, sourceOf(source, sections[section]), page)),
  });
  const byPage = new Map(wanted.map(({ section, page }, n) => [`${section}/${page}`, pages[n]]));
  const rowAt = (line: number): RowView => {
    const place = layout.at(line);
    if (place?.kind !== 'row') return unread;
    const page = byPage.get(`${place.section}/${Math.floor(place.row / pageSize)}`)?.data;
    const record = page?.data[place.row % pageSize];
    return record ? { record, included: page?.included } : unread;
  };
  const failed = pages.find(({ isError }) => isError);
  return { rowAt, error: failed?.error, retry: failed?.refetch };
}

const nameOf = (pages: readonly PageRef[]): string => pages.map(({ section, page }) => `${section}/${page}`).join(' ');

/** Returns the pages at once if they follow the previous ones, otherwise after they have been the same for a moment. */
function useSettled(pages: readonly PageRef[]): readonly PageRef[] {
  const [settled, setSettled] = useState(pages);
  const name = nameOf(pages);
  const known = new Set(settled.map(({ section, page }) => `${section}/${page}`));
  const continues = settled.length === 0 || pages.some(({ section, page }) => known.has(`${section}/${page}`));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name identifies the pages.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(pages), continues ? 0 : settleMs);
    return () => clearTimeout(timer);
  }, [name]);
  return continues ? pages : settled;
}
