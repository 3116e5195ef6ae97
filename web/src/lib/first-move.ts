const activityEvents = ['pointermove', 'pointerdown', 'keydown'] as const;

/**
 * Calls the listener once, at the first pointer move, pointer press or key press on this page. Returns the function
 * that stops waiting.
 */
export function onFirstMove(listener: () => void): () => void {
  const ended = new AbortController();
  const call = () => {
    ended.abort();
    listener();
  };
  for (const name of activityEvents) addEventListener(name, call, { signal: ended.signal, passive: true });
  return () => ended.abort();
}
