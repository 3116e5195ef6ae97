import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { session } from '~/api/session.ts';
import { notifyError } from '~/ui/notify.ts';

export function useSignOut(): () => Promise<void> {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await session.signOut();
    } catch (error) {
      notifyError(error);
      return;
    }
    await navigate({ to: '/sign-in' });
    client.clear();
  };
}
