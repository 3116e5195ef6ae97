import { useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { pagesPath, type WebPage, type Website } from '../site.ts';

const batch = 200;
/** The tree shows at most this many pages. */
const maxPages = 2000;

/** All pages of a website, without content. */
export function usePages({ _id: websiteId }: Website) {
  const input = {
    filter: { websiteId, status: { ne: 'archived' } },
    fields: [
      'name',
      'title',
      'path',
      'status',
      'parentPageId',
      'position',
      'viewCount',
      'type',
      'variantOfId',
      'weight',
    ],
    sort: ['position', 'path'],
    limit: batch,
  };
  return useQuery({
    queryKey: keys.list(pagesPath, input),
    queryFn: async ({ signal }) => {
      const found: RecordData[] = [];
      for (let cursor: string | undefined; found.length < maxPages; ) {
        const { data, meta } = await records.list(pagesPath, { ...input, cursor }, signal);
        found.push(...data);
        if (!meta.nextCursor) break;
        cursor = meta.nextCursor;
      }
      return found as readonly RecordData[] as readonly WebPage[];
    },
  });
}
