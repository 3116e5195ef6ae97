import type { RecordData } from '~/api/records.ts';
import { useCan, useMe } from '~/metadata/access.ts';
import { UndoChanges } from '~/views/undo-changes.tsx';

/** Undoes the changes of an AI request or a program, from its log. People undo their own, administrators any. */
export function LogUndo({ log: { _id: id, userId, changes, status } }: { readonly log: RecordData }) {
  const can = useCan();
  const { user } = useMe();
  const mayUndo = can.scope('ai:admin') || (can.scope('ai:write') && userId === user._id);
  if (!mayUndo || status === 'running' || typeof changes !== 'number' || changes === 0) return null;
  return <UndoChanges completionId={id} count={changes} />;
}
