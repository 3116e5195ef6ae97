import { type RefObject, useEffect, useRef } from 'react';

/** For a list of tabs that scrolls where there is little room: the selected one is scrolled into view. */
export function useSelectedInView(selected: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is selected when `selected` changes.
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected="true"]');
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [selected]);
  return list;
}
