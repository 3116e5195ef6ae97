import { Button } from '@mantine/core';
import { IconPlus, IconRefresh, IconUsers } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { useRefreshAfterJob } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { recordPath } from '~/metadata/model.ts';
import { type Registry, titleOf, useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { notifyJob } from '~/ui/job-notice.tsx';
import { notifyError } from '~/ui/notify.ts';
import type { Column } from '~/ui/table/column.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { type Campaign, campaignsApi, membersModel, membersPath } from './campaign.ts';

/** The name of the contact or lead of a member. */
function nameOf(registry: Registry, { contactId, leadId }: RecordData, included: Included): string {
  const [id, name] = contactId ? [contactId, 'sales.contacts'] : [leadId, 'sales.leads'];
  const model = registry.find(name);
  const record = included[String(id)];
  return model && record ? titleOf(model, record) : String(id ?? '');
}

/** The members of a campaign, and their responses. */
export function MembersPanel({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('marketing-campaigns');
  const registry = useRegistry();
  const can = useCan();
  const create = useCreateRecord();
  const readMembers = useRefreshAfterJob(membersPath);
  const model = registry.find(membersModel);
  const refresh = useMutation({
    mutationFn: async () => {
      const { jobId } = await campaignsApi.refreshMembers(campaign._id);
      await notifyJob(jobId, { running: t('members.refreshing'), done: t('members.refreshed') });
    },
    onError: (error) => notifyError(error),
    onSettled: readMembers,
  });
  if (!model) return <EmptyState icon={IconUsers} title={t('members.empty')} />;
  const columns: Column[] = [
    { key: 'name', title: t('members.name'), cell: (member, included) => nameOf(registry, member, included) },
    {
      key: 'status',
      title: t('list.status'),
      cell: (member) => <StatusBadge model={membersModel} value={member.status} />,
    },
    { key: 'source', title: t('members.source'), wide: true, cell: ({ source }) => String(source ?? '') },
    {
      key: 'respondedAt',
      title: t('members.responded'),
      wide: true,
      cell: ({ respondedAt }) => (typeof respondedAt === 'string' ? <TimeText value={respondedAt} /> : ''),
    },
  ];
  return (
    <PagedTable
      label={t('tabs.members')}
      path={membersPath}
      sort={['-respondedAt', '-createdAt']}
      include={['contactId', 'leadId']}
      filter={{ campaignId: campaign._id }}
      columns={columns}
      choices={[{ model: membersModel, field: 'status' }]}
      controls={
        can.write(model) && (
          <>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={16} />}
              onClick={() => void create(model, { campaignId: campaign._id })}
            >
              {t('members.add')}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconRefresh size={16} />}
              loading={refresh.isPending}
              onClick={() => refresh.mutate()}
            >
              {t('members.refresh')}
            </Button>
          </>
        )
      }
      linkTo={({ _id }) => recordPath(model, _id)}
      empty={{ icon: IconUsers, title: t('members.empty'), text: t('members.emptyText') }}
    />
  );
}
