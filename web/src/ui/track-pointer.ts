/** A position in the window. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

const pointOf = (event: MouseEvent | TouchEvent): Point | undefined => {
  const at = event instanceof MouseEvent ? event : event.touches[0];
  return at && { x: at.clientX, y: at.clientY };
};

/**
 * Follows the pointer until it is stopped, and then returns the last position. The distances that dnd-kit reports
 * include scrolling, so they are not positions in the window.
 */
export function trackPointer(onMove: (point: Point) => void): { stop(): Point | undefined } {
  let last: Point | undefined;
  const follow = (event: MouseEvent | TouchEvent): void => {
    last = pointOf(event) ?? last;
    if (last) onMove(last);
  };
  const options = { capture: true, passive: true };
  window.addEventListener('mousemove', follow, options);
  window.addEventListener('touchmove', follow, options);
  return {
    stop() {
      window.removeEventListener('mousemove', follow, options);
      window.removeEventListener('touchmove', follow, options);
      return last;
    },
  };
}
