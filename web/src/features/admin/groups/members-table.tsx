import { ActionIcon, Anchor, Box, NativeSelect } from '@mantine/core';
import { IconUsers, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Page, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { notifyUndo } from '~/ui/undo-notice.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { personName, type User } from '../parts/people.ts';
import { UserSelect } from '../parts/user-select.tsx';
import type { GroupKind, Membership } from './group-kind.ts';

interface MembersTableProps {
  readonly kind: GroupKind;
  readonly groupId: string;
}

export function MembersTable({ kind, groupId }: MembersTableProps) {
  const { t } = useTranslation('admin');
  const isAdmin = useCan().scope('identity:admin');
  const { membersPath: path, parentField, memberRoles } = kind;
  const input = { filter: { [parentField]: groupId }, include: ['userId'], limit: 100 };
  const pages = usePages<Membership>({
    queryKey: [...keys.list(path, input), 'pages'],
    read: (cursor, signal) => records.list(path, { ...input, cursor }, signal) as Promise<Page<Membership>>,
  });
  const refresh = useRefresh(path);
  const add = useAction({
    run: (userId: string) => records.create(path, { [parentField]: groupId, userId }),
    refresh,
    done: () => t('groupPages.memberAdded'),
  });
  const changeRole = useAction({
    run: ({ _id, role }: { _id: string; role: string }) => records.update(path, _id, { role }),
    refresh,
  });
  const remove = useAction({
    run: async ({ _id }: Membership) => {
      await records.remove(path, _id);
      notifyUndo(t('groupPages.memberRemoved'), () => records.restore(path, _id).then(refresh));
    },
    refresh,
  });
  const nameOf = ({ userId }: Membership): string => {
    const user = pages.included?.[userId] as User | undefined;
    return user ? personName(user) : t('people.unknown');
  };
  const columns: Column<Membership>[] = [
    {
      key: 'user',
      title: t('users.name'),
      cell: (membership) => (
        <Anchor component={Link} to={`/admin/users/${membership.userId}`} inherit>
          {nameOf(membership)}
        </Anchor>
      ),
    },
    {
      key: 'role',
      title: t('groupPages.role'),
      width: 180,
      cell: (membership) => (
        <RoleOfMember
          role={membership.role ?? ''}
          roles={memberRoles}
          label={t('groupPages.roleOf', { name: nameOf(membership) })}
          onChange={isAdmin ? (role) => changeRole.run({ _id: membership._id, role }) : undefined}
        />
      ),
    },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      width: 44,
      cell: (membership) =>
        isAdmin && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('groupPages.removeMember', { name: nameOf(membership) })}
            onClick={() => remove.run(membership)}
            loading={remove.isRunning && remove.input?._id === membership._id}
          >
            <IconX size={14} />
          </ActionIcon>
        ),
    },
  ];
  return (
    <>
      {isAdmin && (
        <Box mb="xs" w={{ base: '100%', xs: 280 }}>
          <UserSelect
            label={t('roles.addMember')}
            labelHidden
            size="xs"
            value={null}
            without={pages.rows.map(({ userId }) => userId)}
            onChange={(id) => id !== null && add.run(id)}
          />
        </Box>
      )}
      <ListTable
        label={t('roles.members')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconUsers} title={t('groupPages.noMembers')} />}
      />
    </>
  );
}

interface RoleOfMemberProps {
  readonly role: string;
  /** The roles to choose from. */
  readonly roles: readonly string[];
  readonly label: string;
  /** Undefined when the person may not change it. */
  readonly onChange: ((role: string) => void) | undefined;
}

function RoleOfMember({ role, roles, label, onChange }: RoleOfMemberProps) {
  const { t } = useTranslation('admin');
  const nameOf = (value: string) => t(`groupPages.roles.${value}`, value);
  if (!onChange) return nameOf(role || '–');
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={role}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={[...new Set([...roles, role])].map((value) => ({ value, label: value && nameOf(value) }))}
    />
  );
}
