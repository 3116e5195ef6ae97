import { Anchor, Badge, Box, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Page, records } from '~/api/records.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { PersonAvatar } from '~/ui/person-avatar.tsx';
import { Select } from '~/ui/select/select.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { personName, type User, useRoleNames, usersPath } from '../parts/people.ts';
import { UserActions } from './user-actions.tsx';
import { UserStatus } from './user-status.tsx';

export function UsersTable() {
  const { t } = useTranslation('admin');
  const roleNames = useRoleNames();
  const [{ q, role, status }, setState] = useUrlTexts();
  const filter = { ...(role && { roles: role }), ...(status && { active: status === 'active' }) };
  const input = { q, filter, sort: ['email'], limit: 50 };
  const pages = usePages<User>({
    queryKey: [...keys.list(usersPath, input), 'pages'],
    read: (cursor, signal) => records.list(usersPath, { ...input, cursor }, signal) as Promise<Page<User>>,
  });
  const columns: Column<User>[] = [
    { key: 'name', title: t('users.name'), cell: (user) => <Person user={user} /> },
    {
      key: 'roles',
      title: t('people.roles'),
      wide: true,
      cell: ({ roles }) => (
        <Group gap={4}>
          {roles?.map((name) => (
            <Badge key={name} size="sm" variant="default" tt="none">
              {name}
            </Badge>
          ))}
        </Group>
      ),
    },
    { key: 'status', title: t('users.status'), cell: (user) => <UserStatus user={user} /> },
    {
      key: 'lastLogin',
      title: t('users.lastLogin'),
      wide: true,
      cell: ({ lastLoginAt }) => <Moment time={lastLoginAt} none={t('users.never')} />,
    },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      width: 44,
      cell: (user) => <UserActions user={user} />,
    },
  ];
  return (
    <>
      <Group gap="xs" mb="sm">
        <SearchBox
          label={t('users.search')}
          placeholder={t('users.search')}
          clearable
          value={q}
          onChange={(next) => setState({ q: next })}
        />
        <Select
          size="xs"
          w={150}
          aria-label={t('users.byRole')}
          placeholder={t('users.byRole')}
          data={[...roleNames]}
          value={role ?? null}
          onChange={(next) => setState({ role: next ?? undefined })}
          clearable
          searchable
        />
        <Select
          size="xs"
          w={140}
          aria-label={t('users.byStatus')}
          placeholder={t('users.byStatus')}
          data={[
            { value: 'active', label: t('users.active') },
            { value: 'inactive', label: t('users.inactive') },
          ]}
          value={status ?? null}
          onChange={(next) => setState({ status: next ?? undefined })}
          clearable
        />
        {pages.total !== undefined && (
          <Text size="xs" c="dimmed" aria-live="polite">
            {t('users.count', { count: pages.total })}
          </Text>
        )}
      </Group>
      <ListTable
        label={t('sections.users.name')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconUsers} title={t('users.none')} text={t('users.noneText')} />}
      />
    </>
  );
}

function Person({ user }: { readonly user: User }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <PersonAvatar name={personName(user)} size={28} />
      <Box miw={0}>
        <Anchor component={Link} to={`/admin/users/${user._id}`} size="sm" fw={500}>
          {personName(user)}
        </Anchor>
        {user.name && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {user.email}
          </Text>
        )}
      </Box>
    </Group>
  );
}
