import type { QueryClient } from '@tanstack/react-query';
import { keys } from './keys.ts';
import type { RecordData } from './records.ts';

/**
 * Shows what was saved at once, and then reads everything about the model again. Without the first, what a person does
 * next would name the version before, and the server would refuse it.
 */
export function showSaved(client: QueryClient, path: string, saved: RecordData): Promise<void> {
  const merged = (record: unknown) => (isRecord(record, saved._id) ? [{ ...record, ...saved }] : [record]);
  client.setQueriesData({ queryKey: keys.model(path) }, (shown: unknown) => mapRecords(shown, merged));
  return client.invalidateQueries({ queryKey: keys.model(path) });
}

/** Takes a deleted record out of the lists at once, and then reads them again. */
export function showRemoved(client: QueryClient, path: string, id: string): Promise<void> {
  const without = (record: unknown) => (isRecord(record, id) ? [] : [record]);
  client.setQueriesData({ queryKey: keys.model(path) }, (shown: unknown) =>
    isRecord(shown, id) ? shown : mapRecords(shown, without),
  );
  return client.invalidateQueries({ queryKey: keys.model(path) });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRecord = (value: unknown, id: string): value is RecordData => isObject(value) && value._id === id;

/** Maps the records of an answer: a record, a list, or the pages of a list. */
export function mapRecords(answer: unknown, map: (record: unknown) => readonly unknown[]): unknown {
  if (Array.isArray(answer)) return answer.flatMap(map);
  if (!isObject(answer)) return answer;
  if (Array.isArray(answer.pages)) return { ...answer, pages: answer.pages.map((page) => mapRecords(page, map)) };
  if (Array.isArray(answer.data)) return { ...answer, data: answer.data.flatMap(map) };
  return map(answer)[0];
}
