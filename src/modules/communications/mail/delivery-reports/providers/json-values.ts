import { isJsonObject } from '#lib/json.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

/** Events of providers are read leniently: a value of another type counts as absent. */
export const objectIn = (value: unknown): JsonObject => (isJsonObject(value) ? value : {});

export const listIn = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** A time in ISO 8601, or in seconds since 1970. */
export function timeIn(value: unknown): Date | undefined {
  const time = typeof value === 'number' ? new Date(value * 1000) : new Date(textIn(value) ?? Number.NaN);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** The body as JSON; undefined when it is not JSON. */
export function jsonIn(bytes: Buffer | string): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

/** Removes properties that are undefined. */
export const given = <T extends object>(object: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as never;
