import { queryOptions } from '@tanstack/react-query';
import { request } from '~/api/http.ts';
import { keys } from '~/api/keys.ts';
import type { Page, RecordData } from '~/api/records.ts';

/** A record that the person has opened. */
export interface RecentView extends RecordData {
  readonly modelKey: string;
  readonly recordId: string;
  readonly recordTitle: string | null;
}

const path = '/api/ui/recordRecentViews';

/** The records that the person opened, latest first. */
export const recentViewsQuery = queryOptions({
  queryKey: [...keys.model(path), 'mine'],
  queryFn: async ({ signal }) => (await request<Page<RecentView>>('GET', path, { query: { limit: 8 }, signal })).data,
});
