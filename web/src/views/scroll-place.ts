import { type RefObject, useLayoutEffect } from 'react';

interface Offset {
  readonly top: number;
  readonly left: number;
}

/** The address of the last list, and the scroll positions of its parts. */
let shown = '';
const offsets = new Map<string, Offset>();

const addressHere = (): string => `${location.pathname}${location.search}`;

/**
 * Keeps the scroll position of a list while the person opens a record and returns. Another list starts at the top.
 * `isReady` tells that the content is there, so that it can be scrolled.
 */
export function useScrollPlace(element: RefObject<HTMLElement | null>, part: string, isReady: boolean): void {
  useLayoutEffect(() => {
    const scroller = element.current;
    if (!scroller || !isReady) return;
    const { pathname } = location;
    if (shown !== addressHere()) {
      offsets.clear();
      shown = addressHere();
    }
    const known = offsets.get(part);
    if (known) scroller.scrollTo(known);
    const remember = () => {
      // The address already belongs to a record, so this scroll event does not belong to the list.
      if (location.pathname !== pathname) return;
      shown = addressHere();
      offsets.set(part, { top: scroller.scrollTop, left: scroller.scrollLeft });
    };
    scroller.addEventListener('scroll', remember, { passive: true });
    return () => scroller.removeEventListener('scroll', remember);
  }, [element, part, isReady]);
}
