import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { walkPages } from '../parts/walk-pages.ts';
import type { Source } from './pages.ts';
import { extendTo, noSelection, type Selection, selectAll, toggle, without } from './selection.ts';

/** The largest number of records that can be changed at once. */
const maxSelected = 10_000;

/** The selected rows of a table. A new query clears the selection. */
export function useSelection(source: Source) {
  const { t, i18n } = useTranslation('records');
  const [selection, setSelection] = useState<Selection>(noSelection);
  const [isReading, setIsReading] = useState(false);
  const reading = useRef<AbortController>(undefined);
  const clear = useCallback(() => {
    reading.current?.abort();
    setSelection(noSelection);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new query clears the selection.
  useEffect(() => clear, [source, clear]);

  const readAll = useCallback(async () => {
    const stop = new AbortController();
    reading.current = stop;
    setIsReading(true);
    try {
      const ids: string[] = [];
      let isPartial = false;
      const query = { ...source, fields: ['_id'], include: [] };
      for await (const { data, meta } of walkPages(source.path, query, { max: maxSelected, signal: stop.signal })) {
        ids.push(...data.map(({ _id }) => _id));
        isPartial = ids.length >= maxSelected && meta.hasMore;
      }
      setSelection((now) => selectAll(now, ids));
      if (isPartial) notifyDone(t('select.limit', { max: maxSelected.toLocaleString(i18n.language) }));
    } catch (error) {
      if (!stop.signal.aborted) notifyError(error);
    } finally {
      setIsReading(false);
    }
  }, [source, t, i18n.language]);

  const { ids } = selection;
  const isEmpty = ids.size === 0;
  const toggleAll = useCallback(() => (isEmpty ? void readAll() : clear()), [isEmpty, readAll, clear]);
  return useMemo(
    () => ({
      ids,
      isReading,
      clear,
      selectAll: () => void readAll(),
      toggleAll,
      toggle: (id: string | undefined, line: number) => {
        if (id !== undefined) setSelection((now) => toggle(now, id, line));
      },
      /** `from` is the anchor of the range if there is none yet. */
      extend: (line: number, idAt: (line: number) => string | undefined, from = line) =>
        setSelection((now) => extendTo(now.anchor === undefined ? { ...now, anchor: from } : now, line, idAt)),
      leave: (gone: Iterable<string>) => setSelection((now) => without(now, gone)),
      stateOf: (count: number): 'none' | 'some' | 'all' => (isEmpty ? 'none' : ids.size >= count ? 'all' : 'some'),
    }),
    [ids, isEmpty, isReading, clear, readAll, toggleAll],
  );
}

export type RowSelection = ReturnType<typeof useSelection>;
