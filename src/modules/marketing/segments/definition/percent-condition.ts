import { badQuery } from '#core/errors.ts';
import type { ParamSink } from '#db/params.ts';
import { isJsonObject } from '#lib/json.ts';

/** A part of all records, by a number from 0 to 99 that each record keeps. */
interface Percent {
  readonly from: number;
  readonly to: number;
  /** Another seed divides the records differently. */
  readonly seed: string;
}

const isPercent = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 100;

const maxSeedLength = 100;

/** `{percent: 20}`, or `{percent: {from: 20, to: 40, seed: 'spring'}}` for groups that have no record in common. */
export function readPercent(value: unknown, at: string): Percent {
  if (isPercent(value)) return { from: 0, to: value, seed: '' };
  if (!isJsonObject(value)) throw badQuery(at, 'must be a whole number from 0 to 100, or an object with from and to');
  const { from, to, seed = '', ...others } = value;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw badQuery(`${at}[${unknown}]`, 'is unknown; there are from, to and seed');
  if (!isPercent(from) || !isPercent(to) || from >= to)
    throw badQuery(at, 'needs from and to, whole numbers from 0 to 100, of which from is the lower one');
  if (typeof seed !== 'string' || seed.length > maxSeedLength || seed.includes('\0'))
    throw badQuery(`${at}[seed]`, `must be a text of at most ${maxSeedLength} characters`);
  return { from, to, seed };
}

export function percentSql({ from, to, seed }: Percent, alias: string, params: ParamSink): string {
  const part = `abs(hashtextextended(${alias}.id::text || ${params.add(seed, 'text')}, 0) % 100)`;
  return `(${part} >= ${from} and ${part} < ${to})`;
}
