const signsOfLife = ['pointermove', 'pointerdown', 'keydown'] as const;

/** Calls the listener with the first move of the person on this page. Returns the function that stops waiting for it. */
export function onFirstMove(listener: () => void): () => void {
  const ended = new AbortController();
  const call = () => {
    ended.abort();
    listener();
  };
  for (const name of signsOfLife) addEventListener(name, call, { signal: ended.signal, passive: true });
  return () => ended.abort();
}
