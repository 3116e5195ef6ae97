import { ActionIcon, Burger, Group, Kbd, Text, Tooltip, UnstyledButton } from '@mantine/core';
import { IconLayoutSidebar, IconSearch, IconSparkles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Announcements } from './announcements.tsx';
import { CreateMenu } from './create-menu.tsx';
import classes from './top-bar.module.css';
import { type AssistantState, assistantButtonId } from './use-assistant.ts';
import { UserMenu } from './user-menu.tsx';

interface TopBarProps {
  readonly opened: boolean;
  readonly onToggle: () => void;
  /** The sidebar on wide windows, where it is part of the page instead of a drawer. */
  readonly sidebar: { readonly shown: boolean; readonly onToggle: () => void };
  readonly assistant: AssistantState;
  readonly onSearch: () => void;
}

export function TopBar({ opened, onToggle, sidebar, assistant, onSearch }: TopBarProps) {
  const { t } = useTranslation('shell');
  return (
    <Group h="100%" px="sm" justify="space-between" wrap="nowrap" gap="sm">
      <Group gap="xs" wrap="nowrap">
        <Burger opened={opened} onClick={onToggle} hiddenFrom="sm" size="sm" aria-label={t('menu')} />
        <Tooltip label={t(sidebar.shown ? 'sidebar.hide' : 'sidebar.show')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            visibleFrom="sm"
            aria-label={t('navigation')}
            aria-expanded={sidebar.shown}
            aria-keyshortcuts="Control+B"
            onClick={sidebar.onToggle}
          >
            <IconLayoutSidebar size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <Link to="/" className={classes.brand} aria-label="Atrium">
          <img src="/app/icon.svg" alt="" width={22} height={22} />
          <Text fw={650} visibleFrom="xs">
            Atrium
          </Text>
        </Link>
      </Group>
      <UnstyledButton className={classes.search} onClick={onSearch} visibleFrom="sm">
        <IconSearch size={15} stroke={1.6} aria-hidden />
        <span>{t('palette.open')}</span>
        <Kbd size="xs">Ctrl K</Kbd>
      </UnstyledButton>
      <Group gap={6} wrap="nowrap">
        <ActionIcon variant="subtle" color="gray" hiddenFrom="sm" aria-label={t('palette.open')} onClick={onSearch}>
          <IconSearch size={18} stroke={1.6} />
        </ActionIcon>
        {assistant.isOffered && (
          <Tooltip label={t('assistant.tooltip')} disabled={assistant.opened}>
            <ActionIcon
              id={assistantButtonId}
              variant={assistant.opened ? 'light' : 'subtle'}
              color={assistant.opened ? undefined : 'gray'}
              aria-label={t('assistant.title')}
              aria-expanded={assistant.opened}
              aria-keyshortcuts="Control+J"
              onClick={assistant.toggle}
            >
              <IconSparkles size={18} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        )}
        <CreateMenu />
        <Announcements />
        <UserMenu />
      </Group>
    </Group>
  );
}
