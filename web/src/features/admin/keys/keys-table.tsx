import { Box, Code, Group, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type Page, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { ToneBadge } from '~/views/parts/tone-badge.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { usePages } from '~/views/parts/use-pages.ts';
import { EditAndDelete } from '../parts/edit-and-delete.tsx';
import { UserName } from '../parts/user-name.tsx';
import { KeyModal } from './key-modal.tsx';
import { type ApiKey, isExpired, keysPath } from './keys.ts';

/** The API keys of a user, or of the whole account. */
export function KeysTable({ userId }: { readonly userId?: string | undefined }) {
  const { t } = useTranslation('admin');
  const isAdmin = useCan().scope('identity:admin');
  const [edited, setEdited] = useState<ApiKey>();
  const input = { filter: userId === undefined ? undefined : { userId }, sort: ['-createdAt'], limit: 50 };
  const pages = usePages<ApiKey>({
    queryKey: [...keys.list(keysPath, input), 'pages'],
    read: (cursor, signal) => records.list(keysPath, { ...input, cursor }, signal) as Promise<Page<ApiKey>>,
  });
  const remove = useAction({
    run: ({ _id }: ApiKey) => records.remove(keysPath, _id),
    done: (_, { name }) => t('apiKeys.deleted', { name }),
  });
  const ask = (key: ApiKey) =>
    confirm({
      title: t('apiKeys.deleteTitle', { name: key.name }),
      text: t('apiKeys.deleteText'),
      action: t('apiKeys.delete'),
      danger: true,
      run: () => remove.run(key),
    });
  const columns: Column<ApiKey>[] = [
    {
      key: 'name',
      title: t('apiKeys.name'),
      cell: (key) => (
        <Box>
          <Group gap="xs">
            <Text size="sm" fw={500}>
              {key.name}
            </Text>
            {isExpired(key) && <ToneBadge tone="bad">{t('apiKeys.expired')}</ToneBadge>}
          </Group>
          <Code fz="xs">{key.prefix}</Code>
        </Box>
      ),
    },
    {
      key: 'scopes',
      title: t('apiKeys.scopes'),
      wide: true,
      cell: ({ scopes }) => (
        <Text size="xs" ff="monospace" lineClamp={2} title={scopes?.join(', ')} maw={260}>
          {scopes?.join(', ')}
        </Text>
      ),
    },
    ...(userId === undefined
      ? [{ key: 'owner', title: t('apiKeys.owner'), wide: true, cell: (key: ApiKey) => <UserName id={key.userId} /> }]
      : []),
    {
      key: 'used',
      title: t('sessions.lastUsed'),
      wide: true,
      cell: ({ lastUsedAt }) => <Moment time={lastUsedAt} none={t('users.never')} />,
    },
    {
      key: 'expires',
      title: t('sessions.expires'),
      cell: ({ expiresAt }) => <Moment time={expiresAt} none={t('users.never')} />,
    },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      width: 76,
      cell: (key) =>
        isAdmin && (
          <EditAndDelete
            editLabel={t('apiKeys.edit', { name: key.name })}
            onEdit={() => setEdited(key)}
            deleteLabel={t('apiKeys.deleteOf', { name: key.name })}
            onDelete={() => ask(key)}
          />
        ),
    },
  ];
  return (
    <>
      <ListTable
        label={t('sections.apiKeys.name')}
        columns={columns}
        rowKey={({ _id }) => _id}
        pages={pages}
        empty={<EmptyState icon={IconKey} title={t('apiKeys.none')} text={t('apiKeys.noneText')} />}
      />
      {edited && <KeyModal apiKey={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}
