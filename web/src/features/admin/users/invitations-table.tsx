import { Button, Group } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { ListTable } from '~/views/parts/list-table.tsx';
import { Moment } from '~/views/parts/moment.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { UserName } from '../parts/user-name.tsx';
import { type Invitation, invitations, invitationsQuery } from './invitations.ts';

export function InvitationsTable() {
  const { t } = useTranslation('admin');
  const client = useQueryClient();
  const query = useQuery(invitationsQuery);
  const refresh = () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey });
  const resend = useAction({
    run: ({ email, roles, teamIds }: Invitation) => invitations.send({ email, roles, teamIds }),
    refresh,
    done: ({ email }) => t('invitations.resent', { email }),
  });
  const revoke = useAction({
    run: ({ _id }: Invitation) => invitations.revoke(_id),
    refresh,
    done: (_, { email }) => t('invitations.revoked', { email }),
  });
  const ask = (invitation: Invitation) =>
    confirm({
      title: t('invitations.revokeTitle', { email: invitation.email }),
      text: t('invitations.revokeText'),
      action: t('invitations.revoke'),
      danger: true,
      run: () => revoke.run(invitation),
    });
  const columns: Column<Invitation>[] = [
    { key: 'email', title: t('users.email'), cell: ({ email }) => email },
    { key: 'roles', title: t('people.roles'), wide: true, cell: ({ roles }) => roles.join(', ') || '–' },
    { key: 'by', title: t('invitations.by'), wide: true, cell: ({ invitedBy }) => <UserName id={invitedBy} /> },
    { key: 'sent', title: t('invitations.sent'), wide: true, cell: ({ createdAt }) => <Moment time={createdAt} /> },
    { key: 'expires', title: t('invitations.expires'), cell: ({ expiresAt }) => <Moment time={expiresAt} /> },
    {
      key: 'actions',
      title: t('table.actions'),
      titleHidden: true,
      align: 'right',
      cell: (invitation) => (
        <Group gap={4} justify="flex-end" wrap="nowrap">
          <Button
            size="compact-xs"
            variant="default"
            loading={resend.isRunning && resend.input?._id === invitation._id}
            onClick={() => resend.run(invitation)}
          >
            {t('invitations.resend')}
          </Button>
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => ask(invitation)}>
            {t('invitations.revoke')}
          </Button>
        </Group>
      ),
    },
  ];
  return (
    <ListTable
      label={t('invitations.title')}
      columns={columns}
      rowKey={({ _id }) => _id}
      pages={{ rows: query.data ?? [], isPending: query.isPending, error: query.error, retry: () => query.refetch() }}
      empty={<EmptyState icon={IconMail} title={t('invitations.none')} text={t('invitations.noneText')} />}
    />
  );
}
