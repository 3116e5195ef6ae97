const earliestMs = Date.UTC(1980, 0, 1);
const clockSkewMs = 2 * 86_400_000;

/** The time in the header Date; undefined when there is none that can be true. */
export function sentDate(header: string | undefined, receivedAt: Date): Date | undefined {
  if (header === undefined) return undefined;
  // Comments such as "(CEST)" are no part of the date.
  const time = Date.parse(
    header
      .slice(0, 200)
      .replace(/\([^()]*\)/g, '')
      .trim(),
  );
  return time >= earliestMs && time <= receivedAt.getTime() + clockSkewMs ? new Date(time) : undefined;
}
