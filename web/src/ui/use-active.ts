import { useEffect, useState } from 'react';
import { onFirstMove } from '~/lib/first-move.ts';

/** Without any move of the person, the code is loaded after this time. */
const waitMs = 2000;

let wasActive = false;

/**
 * Whether the person has been active on this page, or had time to be. Large code that is only needed for changes waits
 * for this.
 */
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
