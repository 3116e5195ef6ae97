import { useEffect, useState } from 'react';
import { onFirstMove } from '~/lib/first-move.ts';

/** The code is loaded after this time even if the person does nothing. */
const waitMs = 2000;

let wasActive = false;

/**
 * True when the person has been active on this page, or `waitMs` have passed. Large code for editing is loaded then.
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
