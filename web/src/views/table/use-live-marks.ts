import { useEffect, useState } from 'react';
import { onChange } from '~/api/live.ts';
import { useMe } from '~/metadata/access.ts';
import type { Model } from '~/metadata/model.ts';

const markMs = 2500;

/** Ids of records that somebody else has just changed. */
export function useLiveMarks({ moduleKey, slug }: Model): ReadonlySet<string> {
  const me = useMe().user._id;
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const unmark = (id: string) => {
      timers.delete(id);
      setMarks((now) => new Set([...now].filter((one) => one !== id)));
    };
    const stop = onChange((change) => {
      const { recordId, actorId } = change;
      if (change.moduleKey !== moduleKey || change.slug !== slug || recordId === null || actorId === me) return;
      clearTimeout(timers.get(recordId));
      timers.set(
        recordId,
        setTimeout(() => unmark(recordId), markMs),
      );
      setMarks((now) => new Set([...now, recordId]));
    });
    return () => {
      stop();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [moduleKey, slug, me]);
  return marks;
}
