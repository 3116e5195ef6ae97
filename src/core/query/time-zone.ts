import { type Context, queryable } from '../context.ts';
import { badQuery } from '../errors.ts';

/** The time zones of PostgreSQL. Cached, because PostgreSQL reads a file for each of them. */
let cachedZones: Promise<ReadonlySet<string>> | undefined;

const readZones = async (context: Context): Promise<ReadonlySet<string>> => {
  const rows = await queryable(context).query<{ name: string }>(
    `select name from pg_timezone_names where name !~ '^(posix|right)/' and name not in ('localtime', 'Factory', 'posixrules')`,
  );
  return new Set(rows.map(({ name }) => name));
};

/** True when PostgreSQL and this process both know the time zone. */
export async function isTimeZone(context: Context, tz: unknown): Promise<boolean> {
  if (tz === 'UTC') return true;
  if (typeof tz !== 'string') return false;
  cachedZones ??= readZones(context);
  const zones = await cachedZones.catch((error: unknown) => {
    cachedZones = undefined;
    throw error;
  });
  if (!zones.has(tz)) return false;
  try {
    readZoneName(tz);
    return true;
  } catch {
    return false;
  }
}

/** Parses `tz`. Defaults to the time zone of the company. */
export async function readTimeZone(context: Context, tz: unknown): Promise<string> {
  if (tz === undefined) return (await context.services.directory.company(context.caller.tenantId)).timeZone;
  if (!(await isTimeZone(context, tz))) throw unknownZone(tz);
  return String(tz);
}

const unknownZone = (tz: unknown) =>
  badQuery('tz', `${String(tz).slice(0, 100)} is not a time zone; use a name such as Europe/Paris`);

/** Parses `tz` where only this process uses it. Defaults to UTC. */
export function readZoneName(tz: unknown): string {
  if (tz === undefined || tz === 'UTC') return 'UTC';
  // Intl also accepts offsets, which are not names.
  if (typeof tz !== 'string' || !/^[A-Za-z]/.test(tz)) throw unknownZone(tz);
  try {
    return new Intl.DateTimeFormat('en', { timeZone: tz }).resolvedOptions().timeZone;
  } catch {
    throw unknownZone(tz);
  }
}
