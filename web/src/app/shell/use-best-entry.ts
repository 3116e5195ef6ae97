import { useSpotlight } from '@mantine/spotlight';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Entry } from './palette-commands.tsx';
import { palette, paletteStore } from './palette-store.ts';

/**
 * Highlights the first entry of the palette, which is the best match, whenever the entries change. Enter runs it; if
 * search results are still loading, Enter runs the best of them when they arrive.
 */
export function useBestEntry(query: string, entries: readonly Entry[], searching: boolean) {
  const { opened, listId } = useSpotlight(paletteStore);
  const [waits, setWaits] = useState(false);
  const moved = useRef(false);
  const isTyped = query.trim() !== '';
  const ids = entries.map(({ id }) => id).join(' ');

  const run = useEffectEvent(() => {
    setWaits(false);
    const [best] = entries;
    if (!best) return;
    best.run();
    palette.close();
  });
  useEffect(() => {
    if (waits && !searching) run();
  }, [waits, searching]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new entries have a new best match.
  useEffect(() => {
    moved.current = false;
    const shown = [...(document.getElementById(listId)?.querySelectorAll('[data-action]') ?? [])];
    for (const entry of shown) entry.removeAttribute('data-selected');
    if (isTyped) shown[0]?.setAttribute('data-selected', 'true');
    paletteStore.updateState((state) => ({ ...state, selected: isTyped ? 0 : -1 }));
  }, [ids, isTyped, opened, listId]);

  return {
    /** Called when Enter was pressed before the palette was loaded. */
    enter: () => setWaits(true),
    cancel: () => setWaits(false),
    onKeyDownCapture: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moved.current = true;
      // Mantine runs an entry that was chosen with the arrow keys.
      if (event.key !== 'Enter' || event.nativeEvent.isComposing || moved.current || !isTyped) return;
      event.preventDefault();
      event.stopPropagation();
      setWaits(true);
    },
  };
}
