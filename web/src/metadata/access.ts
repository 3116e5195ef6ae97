import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { keys } from '~/api/keys.ts';
import type { RecordData } from '~/api/records.ts';
import { type Me, session } from '~/api/session.ts';
import type { Model } from './model.ts';
import { mayChangeRecord, mayWriteRecord, reachOf } from './record-access.ts';

export const meQuery = queryOptions({
  queryKey: keys.me,
  queryFn: ({ signal }) => session.me(signal),
  staleTime: 5 * 60_000,
});

export const useMe = (): Me => useSuspenseQuery(meQuery).data;

/** The user's permissions, used to show only what will work. The server decides. */
export function useCan() {
  const me = useMe();
  return useMemo(() => {
    const holds = (wanted: string) => reachOf(me.scopes, wanted) !== undefined;
    return {
      scope: holds,
      read: (model: Model) => holds(model.scopes.read),
      /** True when the person may create records of the model, and so may write at least their own records. */
      write: (model: Model) =>
        !model.readOnly && (holds(model.scopes.write) || (model.personal !== undefined && holds(model.scopes.read))),
      /** True when the person may write every record of the model that they can see. */
      writeAll: (model: Model) =>
        !model.readOnly && model.personal === undefined && reachOf(me.scopes, model.scopes.write) === 'all',
      writeRecord: (model: Model, record: RecordData) => mayWriteRecord(me, model, record),
      /**
       * True when the person may change the record by actions, which may also write models that are otherwise
       * read-only.
       */
      changeRecord: (model: Model, record: RecordData) => mayChangeRecord(me, model, record),
    };
  }, [me]);
}
