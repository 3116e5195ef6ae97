import { Badge, Button } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';

const name = 'communications.emailLists';

/** Lists of subscribers. */
export function ListsPage() {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const can = useCan();
  const create = useCreateRecord();
  const navigate = useNavigate();
  const model = useRegistry().find(name);
  const add = model && can.write(model) && (
    <Button
      size="xs"
      leftSection={<IconPlus size={16} />}
      onClick={async () => {
        const list = await create(model);
        if (list) navigate({ to: `/mail/lists/${list._id}` });
      }}
    >
      {t('lists.new')}
    </Button>
  );
  const columns: Column[] = [
    { key: 'name', title: t('lists.name'), cell: (list) => String(list.name) },
    {
      key: 'type',
      title: t('sent.type'),
      cell: (list) => <StatusBadge model={name} field="type" value={list.type} />,
    },
    {
      key: 'memberCount',
      title: t('lists.members'),
      align: 'right',
      cell: (list) => format.number(list.memberCount),
    },
    {
      key: 'unsubscribedCount',
      title: t('counts.unsubscribed'),
      align: 'right',
      wide: true,
      cell: (list) => format.number(list.unsubscribedCount),
    },
    {
      key: 'doubleOptIn',
      title: t('lists.doubleOptIn'),
      wide: true,
      cell: (list) => (list.doubleOptIn ? t('common:yes') : t('common:no')),
    },
    {
      key: 'active',
      title: t('status'),
      wide: true,
      cell: ({ active }) => <ActiveBadge isActive={active !== false} />,
    },
  ];
  return (
    <Page title={t('pages.lists')} description={t('lists.description')} actions={add}>
      <PagedTable
        label={t('pages.lists')}
        path={paths.lists}
        sort={['name']}
        columns={columns}
        search={t('lists.search')}
        choices={[{ model: name, field: 'type' }]}
        linkTo={({ _id }) => `/mail/lists/${_id}`}
        empty={{ icon: IconUsersGroup, title: t('lists.empty.title'), text: t('lists.empty.text'), action: add }}
      />
    </Page>
  );
}

function ActiveBadge({ isActive }: { readonly isActive: boolean }) {
  const { t } = useTranslation('mail');
  return (
    <Badge
      variant="light"
      color={isActive ? 'teal' : 'gray'}
      size="sm"
      radius="sm"
      tt="none"
      c="var(--mantine-color-text)"
      fw={500}
    >
      {t(isActive ? 'lists.active' : 'transports.inactive')}
    </Badge>
  );
}
