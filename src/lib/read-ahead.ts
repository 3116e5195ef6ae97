/**
 * The items of `source`, the next of which is made while the consumer works on the current one. A failure of the source is thrown
 * where the consumer would have got the item.
 */
export async function* readAhead<T>(source: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = source[Symbol.asyncIterator]();
  const advance = (): Promise<IteratorResult<T>> => {
    const next = iterator.next();
    // It is awaited later, and its error with it.
    next.catch(() => {});
    return next;
  };
  let next = advance();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = advance();
      yield item.value;
    }
  } finally {
    await next.catch(() => {});
    await iterator.return?.();
  }
}
