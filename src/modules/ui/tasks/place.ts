import { badQuery } from '#core/errors.ts';
import { isCalendarDate } from '#core/fields/date.ts';
import { isId } from '#lib/ids.ts';

/** The position of a task in the list: by due date, then by model and id. Tasks without a date come last. */
export interface TaskPlace {
  readonly dueDate: string | null;
  readonly model: string;
  readonly id: string;
}

export const writeTaskCursor = ({ dueDate, model, id }: TaskPlace): string =>
  Buffer.from(JSON.stringify([dueDate, model, id])).toString('base64url');

export function readTaskCursor(cursor: string | undefined): TaskPlace | undefined {
  if (cursor === undefined) return undefined;
  const place = parsed(Buffer.from(cursor, 'base64url').toString('utf8'));
  if (!place) throw badQuery('cursor', 'is not a cursor that this list gave out; begin again without it');
  return place;
}

function parsed(text: string): TaskPlace | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!Array.isArray(parts) || parts.length !== 3) return undefined;
  const [dueDate, model, id] = parts as readonly unknown[];
  const isDate = dueDate === null || (typeof dueDate === 'string' && isCalendarDate(dueDate));
  return isDate && typeof model === 'string' && model.length <= 200 && typeof id === 'string' && isId(id)
    ? { dueDate: dueDate as string | null, model, id }
    : undefined;
}
