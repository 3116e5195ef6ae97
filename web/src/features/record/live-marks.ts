import { useCallback, useEffect, useState } from 'react';
import { onChange } from '~/api/live.ts';
import { useMe } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';

export interface LiveMark {
  readonly actorId: string | null;
  readonly time: string;
}

/**
 * The fields that others have changed while the page is open. The mark of a field is removed when the person saves it.
 */
export function useLiveMarks(model: Model, id: string) {
  const myId = useMe().user._id;
  const [marks, setMarks] = useState<ReadonlyMap<string, LiveMark>>(new Map());
  useEffect(() => {
    setMarks(new Map());
    return onChange(({ moduleKey, slug, recordId, actorId, timestamp, changedFields }) => {
      if (recordId !== id || slug !== model.slug || moduleKey !== model.moduleKey || actorId === myId) return;
      if (!changedFields) return;
      setMarks((old) => new Map([...old, ...changedFields.map((key) => [key, { actorId, time: timestamp }] as const)]));
    });
  }, [model, id, myId]);
  const forget = useCallback((key: string) => {
    setMarks((old) => new Map([...old].filter(([marked]) => marked !== key)));
  }, []);
  return { marks, forget };
}
