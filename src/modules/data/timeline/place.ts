import { badQuery } from '#core/errors.ts';
import { isId } from '#lib/ids.ts';

/** The last entry that a page took from the records: its time, its model and its id. */
export interface RecordPlace {
  readonly at: string;
  readonly model: string;
  readonly id: string;
}

/** The last event that a page took from the changes. */
export interface ChangePlace {
  readonly xid: string;
  readonly seq: string;
}

/**
 * The position in a timeline. Records and changes are two streams with an order of their own, and a page continues each
 * after the last entry that was shown. So no entry is lost or repeated, also when several have the same time.
 */
export interface TimelinePlace {
  readonly record: RecordPlace | null;
  readonly change: ChangePlace | null;
}

const begin: TimelinePlace = { record: null, change: null };

export const writeCursor = ({ record, change }: TimelinePlace): string =>
  Buffer.from(
    JSON.stringify([record && [record.at, record.model, record.id], change && [change.xid, change.seq]]),
  ).toString('base64url');

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const maxXid = 2n ** 64n - 1n;
const maxSeq = 2n ** 63n - 1n;

export function readTimelineCursor(cursor: string | undefined): TimelinePlace {
  if (cursor === undefined) return begin;
  const place = parsed(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!place) throw badQuery('cursor', 'is not a cursor that this list gave out; begin again without it');
  return place;
}

function parsed(text: string): TimelinePlace | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 2) return undefined;
  const record = parts[0] === null ? null : recordPlace(parts[0]);
  const change = parts[1] === null ? null : changePlace(parts[1]);
  return record === undefined || change === undefined ? undefined : { record, change };
}

const isTexts = (value: unknown, length: number): value is string[] =>
  Array.isArray(value) && value.length === length && value.every((part) => typeof part === 'string');

function recordPlace(value: unknown): RecordPlace | undefined {
  if (!isTexts(value, 3)) return undefined;
  const [at = '', model = '', id = ''] = value;
  const isTime = moment.test(at) && !Number.isNaN(Date.parse(at));
  return isTime && isId(id) && model.length <= 200 ? { at, model, id } : undefined;
}

function changePlace(value: unknown): ChangePlace | undefined {
  if (!isTexts(value, 2)) return undefined;
  const [xid = '', seq = ''] = value;
  const isPlace = /^\d{1,20}$/.test(xid) && /^\d{1,19}$/.test(seq) && BigInt(xid) <= maxXid && BigInt(seq) <= maxSeq;
  return isPlace ? { xid, seq } : undefined;
}
