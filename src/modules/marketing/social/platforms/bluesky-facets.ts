const links = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]]/gi;
const hashtags = /(?<=^|\s)#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu;

/** Returns the links and hashtags of a text. Bluesky counts their positions in UTF-8 bytes. */
export function facetsOf(text: string): unknown[] {
  const bytesBefore = (index: number) => Buffer.byteLength(text.slice(0, index));
  const place = (index: number, length: number) => ({
    byteStart: bytesBefore(index),
    byteEnd: bytesBefore(index + length),
  });
  return [
    ...[...text.matchAll(links)].map(({ 0: uri, index }) => ({
      index: place(index, uri.length),
      features: [{ $type: 'app.bsky.richtext.facet#link', uri }],
    })),
    ...[...text.matchAll(hashtags)].map(({ 0: all, 1: tag, index }) => ({
      index: place(index, all.length),
      features: [{ $type: 'app.bsky.richtext.facet#tag', tag }],
    })),
  ];
}
