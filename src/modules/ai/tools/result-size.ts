/**
 * The maximum size of a result. A larger one is cut, so that a few long texts do not fill the context window of the
 * model.
 */
export const maxBytes = 40_000;

/** The first items that fit. The caller reports how many were left out. */
export function firstFitting<T>(items: readonly T[]): readonly T[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > maxBytes;
  });
  return end === -1 ? items : items.slice(0, end);
}

/** The result of a write: the record, or only its id and version when the record is too large. */
export function writtenResult({ id, version, body }: { id: string; version: number; body: string }): unknown {
  if (Buffer.byteLength(body) <= maxBytes) return JSON.parse(body);
  return { _id: id, version, note: 'It was saved. It is too large to be shown: use queryRecords with fields.' };
}
