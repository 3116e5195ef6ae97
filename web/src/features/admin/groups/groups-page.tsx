import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconPlus, IconUsersGroup } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Page as ListPage, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ListTable } from '~/views/parts/list-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useUrlTexts } from '~/views/parts/url-state.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { UserName } from '../parts/user-name.tsx';
import { type GroupKind, type GroupRecord, leaderOf } from './group-kind.ts';
import { MemberCount } from './member-count.tsx';

export function GroupsPage({ kind }: { readonly kind: GroupKind }) {
  const { t } = useTranslation('admin');
  const isAdmin = useCan().scope('identity:admin');
  const model = useRegistry().at('identity', kind.key);
  const createRecord = useCreateRecord();
  const navigate = useNavigate();
  const [{ q }, setState] = useUrlTexts();
  const input = { q, sort: ['name'], limit: 50 };
  const pages = usePages<GroupRecord>({
    queryKey: [...keys.list(kind.path, input), 'pages'],
    read: (cursor, signal) => records.list(kind.path, { ...input, cursor }, signal) as Promise<ListPage<GroupRecord>>,
  });
  const create = async () => {
    const created = model && (await createRecord(model));
    if (!created) return;
    void navigate({ to: `/admin/${kind.key}/${created._id}` });
  };
  const columns: Column<GroupRecord>[] = [
    {
      key: 'name',
      title: t('groupPages.name'),
      cell: ({ _id, name, description, active }) => (
        <>
          <Group gap="xs">
            <Anchor component={Link} to={`/admin/${kind.key}/${_id}`} size="sm" fw={500}>
              {name}
            </Anchor>
            {active === false && <ToneBadge tone="plain">{t('users.inactive')}</ToneBadge>}
          </Group>
          {description && (
            <Text size="xs" c="dimmed" lineClamp={2}>
              {description}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'leader',
      title: t(`groupPages.${kind.key}.leader`),
      wide: true,
      cell: (group) => {
        const leader = leaderOf(kind, group);
        return leader === null ? '–' : <UserName id={leader} />;
      },
    },
    {
      key: 'members',
      title: t('roles.members'),
      align: 'right',
      cell: ({ _id }) => <MemberCount kind={kind} id={_id} />,
    },
  ];
  const button = isAdmin && model && (
    <Button leftSection={<IconPlus size={16} />} onClick={create}>
      {t(`groupPages.${kind.key}.create`)}
    </Button>
  );
  return (
    <Page title={t(`sections.${kind.key}.name`)} description={t(`groupPages.${kind.key}.text`)} actions={button}>
      <Group mb="sm">
        <SearchBox
          label={t('groupPages.search')}
          placeholder={t('groupPages.search')}
          clearable
          value={q}
          onChange={(next) => setState({ q: next })}
        />
      </Group>
      <ListTable
        label={t(`sections.${kind.key}.name`)}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconUsersGroup} title={t(`groupPages.${kind.key}.none`)} action={!q && button} />}
      />
    </Page>
  );
}
