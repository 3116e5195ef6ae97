const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Parses `15m`, `7d`, `2w`, `250ms`, or a plain number of seconds. Undefined when invalid. */
export function parseDurationMs(text: string): number | undefined {
  const match = /^(\d{1,10})(ms|s|m|h|d|w)?$/.exec(text.trim());
  if (!match) return undefined;
  return Number(match[1]) * (unitMs[match[2] ?? 's'] as number);
}
