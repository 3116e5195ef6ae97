import { Popover, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onFirstMove } from '~/lib/first-move.ts';
import { useMe } from '~/metadata/access.ts';
import { notifyError } from '~/ui/notify.ts';
import { PersonAvatar } from '~/ui/person-avatar.tsx';
import type { UserMenuContentProps } from './user-menu-content.tsx';

const load = () => import('./user-menu-content.tsx');

/** The button of the user menu. The content is loaded on the first move, so that the menu opens without a delay. */
export function UserMenu() {
  const { t } = useTranslation('shell');
  const { user } = useMe();
  const [opened, { close, open }] = useDisclosure();
  const [Content, setContent] = useState<ComponentType<UserMenuContentProps>>();
  useEffect(() => onFirstMove(() => void load().catch(() => undefined)), []);
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ') || user.email;
  const show = async () => {
    try {
      const { UserMenuContent } = await load();
      setContent(() => UserMenuContent);
      open();
    } catch (error) {
      notifyError(error);
    }
  };
  return (
    <Popover opened={opened} onDismiss={close} position="bottom-end" width={272} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <UnstyledButton onClick={() => (opened ? close() : void show())}>
          <PersonAvatar name={name} size={30} />
          <VisuallyHidden>{t('user.menu', { name })}</VisuallyHidden>
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="sm">{Content && <Content name={name} onClose={close} />}</Popover.Dropdown>
    </Popover>
  );
}
