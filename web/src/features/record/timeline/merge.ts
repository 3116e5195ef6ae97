/** A timed entry from one of several sources. */
export interface Timed {
  readonly source: string;
  readonly time: string;
}

/** Reads the entries of one kind page by page, newest first. */
export interface Source<E extends Timed> {
  readonly key: string;
  read(cursor: string | undefined): Promise<{ readonly entries: readonly E[]; readonly next: string | null }>;
}

interface Place {
  readonly cursor: string | undefined;
  readonly ended: boolean;
  /** The time of the oldest entry read. */
  readonly reached: string | undefined;
}

/** The position in each source, and entries that were read but cannot be shown yet. */
export interface Progress<E extends Timed> {
  readonly places: Readonly<Record<string, Place>>;
  readonly waiting: readonly E[];
}

export interface MergedPage<E extends Timed> {
  readonly entries: readonly E[];
  /** Undefined after the last page. */
  readonly next: Progress<E> | undefined;
}

export const start: Progress<never> = { places: {}, waiting: [] };

const unread: Place = { cursor: undefined, ended: false, reached: undefined };

/**
 * Merges the next entries of all sources, newest first. An entry waits until every source has been read up to its time,
 * because a source may still have newer entries.
 */
export async function readOlder<E extends Timed>(
  sources: readonly Source<E>[],
  from: Progress<E>,
  atLeast: number,
): Promise<MergedPage<E>> {
  const places: Record<string, Place> = { ...from.places };
  const placeOf = (source: Source<E>): Place => places[source.key] ?? unread;
  let waiting = [...from.waiting];
  const entries: E[] = [];
  for (;;) {
    const behind = sources.filter(
      (source) => !placeOf(source).ended && !waiting.some((entry) => entry.source === source.key),
    );
    await Promise.all(
      behind.map(async (source) => {
        const place = placeOf(source);
        const page = await source.read(place.cursor);
        waiting.push(...page.entries);
        places[source.key] = {
          cursor: page.next ?? undefined,
          ended: page.next === null,
          reached: page.entries.at(-1)?.time ?? place.reached,
        };
      }),
    );
    const open = sources.filter((source) => !placeOf(source).ended);
    const cut =
      open
        .map((source) => placeOf(source).reached ?? '')
        .sort()
        .at(-1) ?? '';
    waiting.sort((a, b) => (a.time < b.time ? 1 : a.time > b.time ? -1 : 0));
    entries.push(...waiting.filter(({ time }) => time >= cut));
    waiting = waiting.filter(({ time }) => time < cut);
    if (open.length === 0) return { entries, next: undefined };
    if (entries.length >= atLeast) return { entries, next: { places, waiting } };
  }
}
