/** A signal of the first Ctrl+C, which ends a loop in an orderly way. A second one ends the process. */
export function onInterrupt(): AbortSignal {
  const ending = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => ending.abort());
  return ending.signal;
}
