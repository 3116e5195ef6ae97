import { ActionIcon, Anchor, Box, Text } from '@mantine/core';
import { IconUsers, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Page, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { personName, type User, usersPath } from '../parts/people.ts';
import { UserSelect } from '../parts/user-select.tsx';
import { UserStatus } from '../users/user-status.tsx';

/** The users with a role, who can be added and removed. */
export function RoleMembers({ role }: { readonly role: string }) {
  const { t } = useTranslation('admin');
  const isAdmin = useCan().scope('identity:admin');
  const input = { filter: { roles: role }, sort: ['email'], limit: 50 };
  const pages = usePages<User>({
    queryKey: [...keys.list(usersPath, input), 'pages'],
    read: (cursor, signal) => records.list(usersPath, { ...input, cursor }, signal) as Promise<Page<User>>,
  });
  const refresh = useRefresh(usersPath);
  // The list is read again before it is written, so that roles given in the meantime are kept.
  const change = useAction({
    run: async ({ id, add }: { id: string; add: boolean }) => {
      const user = (await records.get(usersPath, id)) as unknown as User;
      const others = (user.roles ?? []).filter((name) => name !== role);
      const roles = add ? [...others, role] : others;
      return records.update(usersPath, id, { roles }, { version: user.version });
    },
    refresh,
    done: (user, { add }) =>
      t(add ? 'roles.memberAdded' : 'roles.memberRemoved', { name: personName(user as User), role }),
  });
  const columns: Column<User>[] = [
    {
      key: 'name',
      title: t('users.name'),
      cell: (user) => (
        <Box>
          <Anchor component={Link} to={`/admin/users/${user._id}`} size="sm">
            {personName(user)}
          </Anchor>
          {user.name && (
            <Text size="xs" c="dimmed">
              {user.email}
            </Text>
          )}
        </Box>
      ),
    },
    { key: 'status', title: t('users.status'), wide: true, cell: (user) => <UserStatus user={user} /> },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      width: 44,
      cell: (user) =>
        isAdmin && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('roles.removeMember', { name: personName(user), role })}
            loading={change.isRunning && change.input?.id === user._id}
            onClick={() => change.run({ id: user._id, add: false })}
          >
            <IconX size={14} />
          </ActionIcon>
        ),
    },
  ];
  const actions = isAdmin && (
    <UserSelect
      label={t('roles.addMember')}
      labelHidden
      size="xs"
      value={null}
      without={pages.rows.map(({ _id }) => _id)}
      onChange={(id) => id !== null && change.run({ id, add: true })}
    />
  );
  return (
    <PageSection title={t('roles.members')} actions={actions}>
      <ListTable
        label={t('roles.members')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconUsers} title={t('roles.noMembers')} text={t('roles.noMembersText')} />}
      />
    </PageSection>
  );
}
