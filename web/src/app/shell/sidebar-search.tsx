import { CloseButton, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { bestFirst } from '~/lib/rank-matches.ts';
import classes from './shell.module.css';

export interface SidebarTarget {
  readonly to: string;
  readonly label: string;
  /** The workspace of the link, which distinguishes links of the same name. */
  readonly place?: string | undefined;
  readonly icon: ReactNode;
}

interface SidebarSearchProps {
  readonly targets: readonly SidebarTarget[];
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

/** Finds links of the sidebar, also in closed workspaces. Enter opens the best match. */
export function SidebarSearch({ targets, query, onQuery }: SidebarSearchProps) {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const found = query.trim() === '' ? [] : bestFirst(targets, query, ({ label, place = '' }) => [label, place]);
  return (
    <>
      <TextInput
        size="xs"
        className={classes.find}
        aria-label={t('sidebar.find')}
        placeholder={t('sidebar.find')}
        leftSection={<IconSearch size={14} stroke={1.6} />}
        rightSection={query !== '' && <CloseButton size={24} iconSize={14} onClick={() => onQuery('')} />}
        value={query}
        onChange={({ currentTarget }) => onQuery(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') onQuery('');
          const [best] = found;
          if (event.key !== 'Enter' || event.nativeEvent.isComposing || !best) return;
          onQuery('');
          void navigate({ to: best.to });
        }}
      />
      {found.map(({ to, label, place, icon }) => (
        <Link key={to} to={to} className={classes.link} onClick={() => onQuery('')}>
          {icon}
          <span className={classes.name}>{label}</span>
          {place !== undefined && <span className={classes.place}>{place}</span>}
        </Link>
      ))}
      {query.trim() !== '' && found.length === 0 && (
        <Text size="sm" c="dimmed" px="md" py="xs" role="status">
          {t('palette.nothing')}
        </Text>
      )}
    </>
  );
}
