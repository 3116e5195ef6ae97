import { useEffect, useState } from 'react';
import { onFirstMove } from '~/lib/first-move.ts';

/** What nobody has asked for by a move is loaded after this time. */
const waitMs = 2000;

let wasActive = false;

/** Whether the person has moved on this page, or had time to: for large code that is only needed to change something. */
export function useActive(): boolean {
  const [active, setActive] = useState(wasActive);
  useEffect(() => {
    if (active) return;
    const begin = () => {
      wasActive = true;
      setActive(true);
    };
    const stop = onFirstMove(begin);
    const timer = setTimeout(begin, waitMs);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [active]);
  return active;
}
