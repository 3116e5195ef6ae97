import { observeElementOffset, useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useRef } from 'react';

/** Browsers lay out at most some 17 million pixels. In a longer list the content scrolls faster than the scroll bar. */
const maxPixels = 12_000_000;
/** Positions are relative to a multiple of this line number, so that none becomes too large. */
const baseLines = 1000;

interface LinesOptions {
  readonly count: number;
  readonly size: number;
  readonly scroll: RefObject<HTMLDivElement | null>;
  /** Height of the view that sticky rows cover, in pixels. */
  readonly covered: number;
}

/** The visible lines of a list of any length. All lines have the same height. */
export function useLines({ count, size, scroll, covered }: LinesOptions) {
  const realHeight = count * size;
  const height = Math.min(realHeight, maxPixels);
  const ratio = useRef(1);
  const sideways = useRef(false);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => size,
    overscan: 4,
    observeElementOffset: (instance, tell) =>
      observeElementOffset(instance, (offset, isScrolling) => {
        sideways.current = (instance.scrollElement?.scrollLeft ?? 0) !== 0;
        tell(offset * ratio.current, isScrolling);
      }),
  });
  const view = Math.max(0, (virtualizer.scrollRect?.height ?? 0) - covered);
  ratio.current = realHeight > maxPixels && view > 0 ? (realHeight - view) / (maxPixels - view) : 1;
  const items = virtualizer.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? -1;
  const slots = useRef(1);
  slots.current = Math.max(slots.current, items.length);
  const slotOf = (line: number) => line % slots.current;
  const lines = items.map(({ index }) => index);
  const base = Math.floor(first / baseLines) * baseLines;
  const offset = virtualizer.scrollOffset ?? 0;
  return {
    /**
     * While scrolling, lines are in the order of their slots, so that no row moves within the document. Otherwise they
     * are in order from top to bottom.
     */
    lines: virtualizer.isScrolling ? lines.sort((a, b) => slotOf(a) - slotOf(b)) : lines,
    /**
     * The slot, a row element, that shows a line. A row that leaves the view is reused for a line that enters it,
     * because most of the time of a frame goes to the styles of new elements, and a changed text needs none.
     */
    slotOf,
    first,
    last,
    height,
    /** True while the list scrolls vertically only. */
    isUpright: virtualizer.isScrolling && !sideways.current,
    /** The position of the layer with the lines, and of a line within it. */
    layerTop: base * size - (offset - offset / ratio.current),
    topOf: (line: number) => (line - base) * size,
    linesInView: Math.max(1, Math.floor(view / size)),
    /** Scrolls as little as possible to show the line. */
    reveal: (line: number) => {
      const element = scroll.current;
      if (!element) return;
      const top = line * size;
      const now = element.scrollTop * ratio.current;
      if (top < now) element.scrollTop = top / ratio.current;
      else if (top + size > now + view) element.scrollTop = (top + size - view) / ratio.current;
    },
  };
}
