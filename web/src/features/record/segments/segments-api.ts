import { actions, answer } from '~/api/actions.ts';
import { keys } from '~/api/keys.ts';
import type { RecordData } from '~/api/records.ts';
import { usePages } from '~/views/parts/use-pages.ts';

export const segmentsPath = '/api/marketing/segments';

const pageSize = 20;

/** A record in a segment. */
export interface Member {
  readonly recordId: string;
  readonly enteredAt: string;
  /** Null when the record was deleted since. */
  readonly record: RecordData | null;
}

/** The members of a segment, last entered first. */
export const useMembers = (id: string) =>
  usePages<Member>({
    queryKey: [...keys.model(segmentsPath), 'members', id],
    read: async (cursor, signal) => {
      const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) };
      const page = await answer(
        actions.GET('/api/marketing/segments/{id}/members', { params: { path: { id }, query }, signal }),
      );
      const { total, totalIsExact, nextCursor, limit } = page.meta;
      return {
        data: page.data as unknown as Member[],
        meta: { limit, total, totalExact: totalIsExact, nextCursor },
      } as never;
    },
  });

export const refreshSegment = (id: string) =>
  answer(actions.POST('/api/marketing/segments/{id}/refresh', { params: { path: { id } } }));
