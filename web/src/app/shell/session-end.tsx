import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnded } from '~/api/http.ts';
import { onFirstMove } from '~/lib/first-move.ts';

const load = () => import('./session-end-dialog.tsx').then((module) => ({ default: module.SessionEndDialog }));
const SessionEndDialog = lazy(load);

/** Notices that the session has ended elsewhere. */
export function SessionEnd() {
  const [ended, setEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setEnded(true)), []);
  // Who has typed something has moved, so the dialog that keeps it is there even if the server is not.
  useEffect(() => onFirstMove(() => void load().catch(() => undefined)), []);
  if (!ended) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndDialog onClose={() => setEnded(false)} />
    </Suspense>
  );
}
