import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconLockOpen, IconMailForward, IconTransfer, IconUserCheck, IconUserOff } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { request } from '~/api/http.ts';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan, useMe } from '~/metadata/access.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { personName, type User, usersPath } from '../parts/people.ts';
import { HandOver } from './hand-over.tsx';
import { isLocked } from './user-status.tsx';

/** The actions of an administrator for a user. */
export function UserActions({ user }: { readonly user: User }) {
  const { t } = useTranslation('admin');
  const can = useCan();
  const isSelf = useMe().user._id === user._id;
  const [handsOver, setHandsOver] = useState(false);
  const refresh = useRefresh(usersPath);
  const name = personName(user);
  const reset = useAction({
    run: () => request('POST', `${usersPath}/${user._id}/send-reset`),
    refresh,
    done: () => t('users.resetSent', { name }),
  });
  const unlock = useAction({
    run: () => request<{ unlocked: boolean }>('POST', `${usersPath}/${user._id}/unlock`),
    refresh,
    done: ({ unlocked }) => t(unlocked ? 'users.unlocked' : 'users.notLocked', { name }),
  });
  const activate = useAction({
    run: (active: boolean) => records.update(usersPath, user._id, { active }),
    refresh,
    done(_, active) {
      // Somebody else must take over the records of a person who leaves.
      if (!active) setHandsOver(true);
      return t(active ? 'users.reactivated' : 'users.deactivated', { name });
    },
  });
  if (!can.scope('identity:admin')) return null;
  const deactivate = () =>
    confirm({
      title: t('users.deactivateTitle', { name }),
      text: t('users.deactivateText'),
      action: t('users.deactivate'),
      danger: true,
      run: () => activate.run(false),
    });
  return (
    <>
      {handsOver && <HandOver user={user} onClose={() => setHandsOver(false)} />}
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('users.actionsOf', { name })}
            loading={reset.isRunning || unlock.isRunning || activate.isRunning}
          >
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {user.active && (
            <Menu.Item leftSection={<IconMailForward size={14} />} onClick={() => reset.run()}>
              {t('users.sendReset')}
            </Menu.Item>
          )}
          {isLocked(user) && (
            <Menu.Item leftSection={<IconLockOpen size={14} />} onClick={() => unlock.run()}>
              {t('users.unlock')}
            </Menu.Item>
          )}
          {!isSelf && (
            <Menu.Item leftSection={<IconTransfer size={14} />} onClick={() => setHandsOver(true)}>
              {t('users.handOver')}
            </Menu.Item>
          )}
          {user.active ? (
            <Menu.Item color="red" leftSection={<IconUserOff size={14} />} onClick={deactivate} disabled={isSelf}>
              {t('users.deactivate')}
            </Menu.Item>
          ) : (
            <Menu.Item leftSection={<IconUserCheck size={14} />} onClick={() => activate.run(true)}>
              {t('users.reactivate')}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
