import { Button } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
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
import { campaignsModel, campaignsPath } from './campaign.ts';

/** All campaigns. Archived ones are shown on request. */
export function CampaignsPage() {
  const { t } = useTranslation('marketing-campaigns');
  const format = useFormat();
  const can = useCan();
  const create = useCreateRecord();
  const navigate = useNavigate();
  const model = useRegistry().find(campaignsModel);
  const add = model && can.write(model) && (
    <Button
      size="xs"
      leftSection={<IconPlus size={16} />}
      onClick={async () => {
        const campaign = await create(model);
        if (campaign) navigate({ to: `/marketing/campaigns/${campaign._id}` });
      }}
    >
      {t('list.new')}
    </Button>
  );
  const columns: Column[] = [
    { key: 'name', title: t('list.name'), cell: ({ name }) => String(name) },
    {
      key: 'status',
      title: t('list.status'),
      cell: (campaign) => <StatusBadge model={campaignsModel} value={campaign.status} />,
    },
    { key: 'startDate', title: t('list.start'), wide: true, cell: ({ startDate }) => format.date(startDate) },
    { key: 'endDate', title: t('list.end'), wide: true, cell: ({ endDate }) => format.date(endDate) },
    {
      key: 'budget',
      title: t('list.budget'),
      align: 'right',
      wide: true,
      cell: ({ budget, currency }) => (typeof budget === 'number' ? format.money(budget, String(currency ?? '')) : ''),
    },
  ];
  return (
    <Page title={t('list.title')} description={t('list.description')} actions={add}>
      <PagedTable
        label={t('list.title')}
        path={campaignsPath}
        sort={['-startDate', 'name']}
        filter={{ status: { ne: 'archived' } }}
        columns={columns}
        search={t('list.search')}
        choices={[{ model: campaignsModel, field: 'status' }]}
        linkTo={({ _id }) => `/marketing/campaigns/${_id}`}
        empty={{ icon: IconSpeakerphone, title: t('list.empty'), text: t('list.emptyText'), action: add }}
      />
    </Page>
  );
}
