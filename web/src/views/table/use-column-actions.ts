import { type RefObject, useMemo, useRef } from 'react';
import type { ViewProps } from '../view.ts';
import type { ColumnActions } from './column-title.tsx';
import { moveColumn, nextSort } from './columns.ts';
import { columnTracks, type useColumnPrefs } from './use-column-prefs.ts';

/** The actions of the columns. The functions are stable, so that nothing is rendered again while scrolling. */
export function useColumnActions(
  props: Pick<ViewProps, 'state' | 'onState'> & { readonly onFilterField?: ((key: string) => void) | undefined },
  table: RefObject<HTMLTableElement | null>,
  prefs: ReturnType<typeof useColumnPrefs>,
): ColumnActions {
  const now = useRef({ ...props, prefs });
  now.current = { ...props, prefs };
  const canFilter = props.onFilterField !== undefined;
  return useMemo((): ColumnActions => {
    const keysNow = () => now.current.prefs.columns.map(({ field }) => field.key);
    return {
      sort: (key, more) => now.current.onState({ sort: nextSort(now.current.state.sort ?? [], key, more) }),
      sortBy: (sort) => now.current.onState({ sort }),
      groupBy: (key) => now.current.onState({ groupBy: key }),
      filterBy: canFilter ? (key) => now.current.onFilterField?.(key) : undefined,
      hide: (key) => {
        const left = keysNow().filter((one) => one !== key);
        if (left.length > 0) now.current.onState({ columns: left });
      },
      move: (key, step) => {
        const keys = keysNow();
        const to = keys[keys.indexOf(key) + step];
        if (to !== undefined) now.current.onState({ columns: moveColumn(keys, key, to) });
      },
      pin: (key) => now.current.prefs.togglePin(key),
      resize: (key, width) => now.current.prefs.setWidth(key, width),
      previewWidth: (key, width) => {
        const { columns } = now.current.prefs;
        const tracks = columnTracks(columns.map((column) => (column.field.key === key ? { width } : column)));
        table.current?.style.setProperty('--columns', tracks);
      },
    };
  }, [table, canFilter]);
}
