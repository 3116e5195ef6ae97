import type { Query, QueryClient } from '@tanstack/react-query';
import { keys } from './keys.ts';
import type { RecordData } from './records.ts';

/**
 * Puts a saved record into everything that is loaded of its model, before that is read again. Otherwise the next change
 * would send the old version, and the server would refuse it.
 */
export function showSaved(client: QueryClient, path: string, saved: RecordData): void {
  const merged = (record: RecordData) => (record.version > saved.version ? [record] : [{ ...record, ...saved }]);
  for (const query of queriesWith(client, path, saved._id)) change(query, saved._id, merged);
}

/** Removes a deleted record from all loaded lists. */
export function showRemoved(client: QueryClient, path: string, id: string): void {
  for (const query of queriesWith(client, path, id)) if (!isRecord(query.state.data, id)) change(query, id, () => []);
}

type Change = (record: RecordData) => readonly RecordData[];

const queriesWith = (client: QueryClient, path: string, id: string): Query[] =>
  client
    .getQueryCache()
    .findAll({ queryKey: keys.model(path) })
    .filter(({ state }) => recordsOf(state.data).some((record) => isRecord(record, id)));

/** Changes the data of a query but keeps its age, so that it still becomes stale at the same time. */
function change(query: Query, id: string, to: Change): void {
  const { dataUpdatedAt, isInvalidated, data } = query.state;
  query.setData(
    changed(data, (record) => (isRecord(record, id) ? to(record) : [record])),
    {
      updatedAt: dataUpdatedAt,
      manual: true,
    },
  );
  if (isInvalidated) query.invalidate();
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isRecord = (value: unknown, id: string): value is RecordData =>
  isObject(value) && value._id === id && typeof value.version === 'number';

/** The records of an answer: a record, a list, or the pages of a list. */
function recordsOf(answer: unknown): readonly unknown[] {
  if (Array.isArray(answer)) return answer;
  if (!isObject(answer)) return [];
  if (Array.isArray(answer.pages)) return answer.pages.flatMap(recordsOf);
  return Array.isArray(answer.data) ? answer.data : [answer];
}

function changed(answer: unknown, to: (record: unknown) => readonly unknown[]): unknown {
  if (Array.isArray(answer)) return answer.flatMap(to);
  if (!isObject(answer)) return answer;
  if (Array.isArray(answer.pages)) return { ...answer, pages: answer.pages.map((page) => changed(page, to)) };
  return Array.isArray(answer.data) ? { ...answer, data: answer.data.flatMap(to) } : to(answer)[0];
}
