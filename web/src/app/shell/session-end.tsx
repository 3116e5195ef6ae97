import { lazy, Suspense, useEffect, useState } from 'react';
import { onSessionEnded } from '~/api/http.ts';
import { onFirstMove } from '~/lib/first-move.ts';

const load = () => import('./session-end-dialog.tsx').then((module) => ({ default: module.SessionEndDialog }));
const SessionEndDialog = lazy(load);

/** Opens a dialog when the session ends while a page is open. */
export function SessionEnd() {
  const [ended, setEnded] = useState(false);
  useEffect(() => onSessionEnded(() => setEnded(true)), []);
  // The dialog is loaded with the first move, before anything can be typed, so that it opens even when the server is
  // unreachable.
  useEffect(() => onFirstMove(() => void load().catch(() => undefined)), []);
  if (!ended) return null;
  return (
    <Suspense fallback={null}>
      <SessionEndDialog onClose={() => setEnded(false)} />
    </Suspense>
  );
}
