import { Button, Group, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import type { Column } from '~/ui/table/column.ts';
import { ChoiceFilter } from '~/views/parts/choice-filter.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
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
  const [{ q, status, page = 1 }, setState] = useUrlState<{ q: string; status: string; page: number }>();
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
  const isFiltered = q !== undefined || status !== undefined;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox value={q} onChange={(value) => setState({ q: value, page: undefined })} label={t('list.search')} />
        <ChoiceFilter
          model={model}
          field="status"
          value={status}
          onChange={(value) => setState({ status: value, page: undefined })}
        />
      </Group>
      <PagedTable
        label={t('lists.members')}
        path={paths.members}
        input={{ q, sort: ['email'], filter: { emailListId: listId, ...(status !== undefined && { status }) } }}
        columns={columns}
        page={Number(page)}
        onPage={(next) => setState({ page: next })}
        {...(mayWrite && {
          actions: (member: RecordData) =>
            member.status !== 'unsubscribed' && (
              <Button
                size="compact-xs"
                variant="subtle"
                onClick={() => ask(member)}
                aria-label={t('list.unsubscribe.of', { email: String(member.email) })}
              >
                {t('list.unsubscribe.action')}
              </Button>
            ),
        })}
        empty={
          <EmptyState
            icon={IconUsers}
            title={isFiltered ? t('common:nothingFound') : t(`${empty}.title`)}
            text={isFiltered ? t('common:table.changeFilter') : t(`${empty}.text`)}
          />
        }
      />
    </Stack>
  );
}
