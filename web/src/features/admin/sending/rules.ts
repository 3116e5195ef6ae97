import { readSendWindow, type SendWindow } from '~/views/times/send-window.ts';

/** The setting `marketing.sending`. */
export interface Rules {
  readonly window: SendWindow | undefined;
  /** Days such as `2026-12-25`. */
  readonly holidays: readonly string[];
  readonly cap: { readonly count: number; readonly within: string } | undefined;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function rulesOf(value: unknown): Rules {
  const { window, holidays, cap } = isObject(value) ? value : {};
  return {
    window: readSendWindow(window),
    holidays: Array.isArray(holidays) ? holidays.map(String) : [],
    cap: isObject(cap) ? { count: Number(cap.count), within: String(cap.within) } : undefined,
  };
}

/** Leaves out what does not limit anything. */
export const valueOfRules = ({ window, holidays, cap }: Rules): object => ({
  ...(window && { window }),
  ...(holidays.length > 0 && { holidays: [...holidays].sort() }),
  ...(cap && { cap }),
});
