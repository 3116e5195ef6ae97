import { type Context, queryable } from '../context.ts';
import { badQuery } from '../errors.ts';

/** Zones that PostgreSQL knows, read once: it reads a file for each of them. */
let known: Promise<ReadonlySet<string>> | undefined;

const readKnown = async (context: Context): Promise<ReadonlySet<string>> => {
  const rows = await queryable(context).query<{ name: string }>(
    `select name from pg_timezone_names where name !~ '^(posix|right)/' and name not in ('localtime', 'Factory', 'posixrules')`,
  );
  return new Set(rows.map(({ name }) => name));
};

/** The zone that `tz` names; UTC when nothing is said. */
export async function readTimeZone(context: Context, tz: unknown): Promise<string> {
  if (tz === undefined || tz === 'UTC') return 'UTC';
  known ??= readKnown(context);
  const zones = await known.catch((error: unknown) => {
    known = undefined;
    throw error;
  });
  if (typeof tz !== 'string' || !zones.has(tz))
    throw badQuery('tz', `${String(tz).slice(0, 100)} is not a time zone; use a name such as Europe/Paris`);
  return tz;
}
