import { Anchor, Badge, Button, Group, Text } from '@mantine/core';
import { IconPlus, IconUserShield } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { allRolesQuery, type Role } from '../parts/people.ts';
import { CreateRoleModal } from './create-role-modal.tsx';
import { RoleMemberCount } from './role-member-count.tsx';

const maxShown = 6;

export function RolesPage() {
  const { t } = useTranslation('admin');
  const isAdmin = useCan().scope('identity:admin');
  const [creating, setCreating] = useState(false);
  const query = useQuery(allRolesQuery);
  const columns: Column<Role>[] = [
    {
      key: 'name',
      title: t('roles.name'),
      cell: ({ _id, name, description }) => (
        <>
          <Anchor component={Link} to={`/admin/roles/${_id}`} size="sm" fw={500}>
            {name}
          </Anchor>
          {description && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'permissions',
      title: t('roles.permissions'),
      wide: true,
      cell: ({ permissions }) => (
        <Group gap={4}>
          {permissions?.slice(0, maxShown).map((scope) => (
            <Badge key={scope} size="sm" variant="default" tt="none" ff="monospace" fw={400}>
              {scope}
            </Badge>
          ))}
          {(permissions?.length ?? 0) > maxShown && (
            <Text size="xs" c="dimmed">
              {t('roles.morePermissions', { count: (permissions?.length ?? 0) - maxShown })}
            </Text>
          )}
        </Group>
      ),
    },
    {
      key: 'members',
      title: t('roles.members'),
      align: 'right',
      cell: ({ name }) => <RoleMemberCount role={name} />,
    },
  ];
  return (
    <Page
      title={t('sections.roles.name')}
      description={t('roles.text')}
      actions={
        isAdmin && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            {t('roles.create')}
          </Button>
        )
      }
    >
      <ListTable
        label={t('sections.roles.name')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={{ rows: query.data ?? [], isPending: query.isPending, error: query.error, retry: () => query.refetch() }}
        empty={<EmptyState icon={IconUserShield} title={t('roles.noneFound')} />}
      />
      {creating && <CreateRoleModal onClose={() => setCreating(false)} />}
    </Page>
  );
}
