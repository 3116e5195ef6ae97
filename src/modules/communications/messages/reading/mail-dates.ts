const earliestMs = Date.UTC(1980, 0, 1);
const clockSkewMs = 2 * 86_400_000;

/** The time in the header Date; undefined when it is missing or implausible. */
export function sentDate(header: string | undefined, receivedAt: Date): Date | undefined {
  if (header === undefined) return undefined;
  // Comments such as "(CEST)" do not belong to the date.
  const time = Date.parse(
    header
      .slice(0, 200)
      .replace(/\([^()]*\)/g, '')
      .trim(),
  );
  return time >= earliestMs && time <= receivedAt.getTime() + clockSkewMs ? new Date(time) : undefined;
}
