import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls the selected tab into view, for narrow rows of tabs that scroll. */
export function useSelectedInView(selected: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of `selected` selects another tab.
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [selected]);
  return list;
}
