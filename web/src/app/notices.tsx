import { Notifications } from '@mantine/notifications';

/** Where notices are shown. */
export function Notices() {
  return <Notifications position="bottom-right" limit={4} autoClose={5000} transitionDuration={120} />;
}
