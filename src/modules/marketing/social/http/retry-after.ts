const standardMs = 60_000;
const maxMs = 24 * 3_600_000;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Headers by which platforms state the end of a rate limit: in seconds, as a date, or as a time in seconds since 1970.
 */
const names = ['retry-after', 'x-rate-limit-reset', 'x-ratelimit-reset', 'ratelimit-reset'];

/** Returns the time to wait after a 429 answer. */
export function retryAfterOf(headers: Headers, nowMs = Date.now()): number {
  for (const name of names) {
    const given = headers[name];
    const text = Array.isArray(given) ? given[0] : given;
    const ms = text === undefined ? undefined : readDelay(text.trim(), nowMs);
    if (ms !== undefined) return Math.min(Math.max(ms, 1000), maxMs);
  }
  return standardMs;
}

function readDelay(text: string, nowMs: number): number | undefined {
  if (/^\d{1,10}(?:\.\d+)?$/.test(text)) {
    const seconds = Number(text);
    return seconds > 1_000_000_000 ? seconds * 1000 - nowMs : seconds * 1000;
  }
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at - nowMs;
}
