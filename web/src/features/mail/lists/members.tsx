import { Button, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import type { Column } from '~/ui/table/column.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { mailApi, paths } from '../mail-api.ts';

const model = 'communications.emailListMembers';

interface MembersProps {
  readonly listId: string;
  /** True when the members are the contacts of a segment. Other members may be added. */
  readonly isDynamic: boolean;
  readonly mayWrite: boolean;
}

/** The members of a list. */
export function Members({ listId, isDynamic, mayWrite }: MembersProps) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const refresh = useRefresh(paths.members, paths.lists);
  const unsubscribe = useMutation({
    mutationFn: (email: string) => mailApi.unsubscribe(listId, email),
    onSuccess: (_, email) => notifyDone(t('list.unsubscribed', { email })),
    onError: (error) => notifyError(error),
    onSettled: refresh,
  });
  const ask = ({ email }: RecordData) =>
    confirm({
      title: t('list.unsubscribe.title'),
      text: t('list.unsubscribe.text', { email: String(email) }),
      action: t('list.unsubscribe.action'),
      run: () => unsubscribe.mutate(String(email)),
    });
  const columns: Column[] = [
    {
      key: 'email',
      title: t('recipients.email'),
      cell: ({ email, name }) => (
        <>
          <Text size="sm">{String(email)}</Text>
          {typeof name === 'string' && name !== '' && (
            <Text size="xs" c="dimmed">
              {name}
            </Text>
          )}
        </>
      ),
    },
    { key: 'status', title: t('status'), cell: (member) => <StatusBadge model={model} value={member.status} /> },
    {
      key: 'source',
      title: t('list.source'),
      wide: true,
      cell: (member) => <StatusBadge model={model} field="source" value={member.source} />,
    },
    { key: 'subscribedAt', title: t('list.since'), wide: true, cell: (member) => format.date(member.subscribedAt) },
    { key: 'confirmedAt', title: t('list.confirmed'), wide: true, cell: (member) => format.date(member.confirmedAt) },
  ];
  const empty = isDynamic ? 'list.emptyDynamic' : 'list.empty';
  return (
    <PagedTable
      label={t('lists.members')}
      path={paths.members}
      sort={['email']}
      filter={{ emailListId: listId }}
      columns={columns}
      search={t('list.search')}
      choices={[{ model, field: 'status' }]}
      actions={
        mayWrite &&
        ((member) =>
          member.status !== 'unsubscribed' && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => ask(member)}
              aria-label={t('list.unsubscribe.of', { email: String(member.email) })}
            >
              {t('list.unsubscribe.action')}
            </Button>
          ))
      }
      empty={{ icon: IconUsers, title: t(`${empty}.title`), text: t(`${empty}.text`) }}
    />
  );
}
