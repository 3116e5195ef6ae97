import { useNotifications } from '@mantine/notifications';
import { lazy, Suspense, useRef } from 'react';

const NoticeList = lazy(() => import('./notice-list.tsx').then((module) => ({ default: module.NoticeList })));

/** Loads the list of notices with the first notice, because most visits to a page show none. */
export function Notices() {
  const { notifications } = useNotifications();
  const shown = useRef(false);
  if (notifications.length > 0) shown.current = true;
  if (!shown.current) return null;
  return (
    <Suspense fallback={null}>
      <NoticeList />
    </Suspense>
  );
}
