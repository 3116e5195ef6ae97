/**
 * Yields the items of `source`, of which up to `depth` are produced while the consumer works on an earlier one. An
 * error of the source is thrown where the consumer would have got the item.
 */
export async function* readAhead<T>(source: AsyncIterable<T>, depth = 1): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const begun: Promise<IteratorResult<T>>[] = [];
  const advance = () => {
    const next = iterator.next();
    // The promise is awaited later, and its error is thrown then.
    next.catch(() => {});
    begun.push(next);
  };
  try {
    advance();
    for (;;) {
      const item = await (begun.shift() as Promise<IteratorResult<T>>);
      if (item.done) return;
      while (begun.length < depth) advance();
      yield item.value;
    }
  } finally {
    await Promise.allSettled(begun);
    await iterator.return?.();
  }
}
