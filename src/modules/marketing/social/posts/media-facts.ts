import type { Download } from '#core/action.ts';
import { LruMap } from '#lib/lru.ts';
import { type Mp4Facts, readMp4 } from '#lib/mp4.ts';
import type { MediaFile } from './check-post.ts';

const readable: ReadonlySet<string> = new Set(['video/mp4', 'video/quicktime']);
/** Caches facts by the hash of the content, because the composer checks a post at each pause in typing. */
const known = new LruMap<string, Mp4Facts | 'damaged'>(1000);

/** Reads the header of a video; undefined when the file is not a readable video. */
export async function readFacts(file: Download): Promise<Mp4Facts | undefined> {
  if (!readable.has(file.mimeType)) return undefined;
  let facts = known.get(file.tag);
  if (facts === undefined) {
    const read = async (first: number, last: number) =>
      Buffer.concat(await (await file.read({ first, last })).toArray());
    facts = (await readMp4(read, file.size)) ?? 'damaged';
    known.set(file.tag, facts);
  }
  return facts === 'damaged' ? undefined : facts;
}

/** Reads the properties of files that platforms limit. */
export const describeMedia = (files: readonly (Download & { readonly id: string })[]): Promise<MediaFile[]> =>
  Promise.all(
    files.map(async (file) => {
      const { id, name, mimeType: type, size } = file;
      const facts = readable.has(type) ? ((await readFacts(file)) ?? null) : undefined;
      return { id, name, type, size, ...(facts !== undefined && { video: facts }) };
    }),
  );
