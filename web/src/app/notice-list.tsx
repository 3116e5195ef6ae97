import { Notifications } from '@mantine/notifications';

/** The corner of the window where notices appear. */
export function NoticeList() {
  return <Notifications position="bottom-right" limit={4} autoClose={5000} transitionDuration={120} />;
}
