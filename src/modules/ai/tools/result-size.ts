/** Bytes of a result. One that is larger is cut, so that a few long texts do not fill the window of the model. */
export const maxBytes = 40_000;

/** The first items that fit. The caller says how many were left out. */
export function firstFitting<T>(items: readonly T[]): readonly T[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return bytes > maxBytes;
  });
  return end === -1 ? items : items.slice(0, end);
}

/** A record that was written. The model need not read all of one that is large. */
export function writtenResult({ id, version, body }: { id: string; version: number; body: string }): unknown {
  if (Buffer.byteLength(body) <= maxBytes) return JSON.parse(body);
  return { _id: id, version, note: 'It was saved. It is too large to be shown: use queryRecords with fields.' };
}
