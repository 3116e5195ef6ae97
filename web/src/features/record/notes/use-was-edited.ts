import { useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import type { HistoryEntry } from '../timeline/entries.ts';

const texts = new Set(['content', 'title']);

/**
 * True when the text was edited after the note was created. The version alone does not show this, because pinning
 * changes it too.
 */
export function useWasEdited({ path }: Model, { _id, version }: RecordData): boolean {
  const { data } = useQuery({
    queryKey: [...keys.history(path, _id), 'edited', version],
    queryFn: () => records.history(path, _id, { limit: 100 }),
    enabled: version > 1,
    select: (page) =>
      (page.data as unknown as readonly HistoryEntry[]).some(
        ({ action, changes }) => action === 'updated' && changes.some(({ field }) => texts.has(field)),
      ),
  });
  return data ?? false;
}
