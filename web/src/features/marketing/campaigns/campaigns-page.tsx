import { Button, Group, Stack } from '@mantine/core';
import { IconPlus, IconSpeakerphone } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { ChoiceFilter } from '~/views/parts/choice-filter.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { campaignsModel, campaignsPath } from './campaign.ts';

/** All campaigns. Archived ones are shown on request. */
export function CampaignsPage() {
  const { t } = useTranslation('marketing-campaigns');
  const format = useFormat();
  const can = useCan();
  const create = useCreateRecord();
  const navigate = useNavigate();
  const model = useRegistry().find(campaignsModel);
  const [{ q, status, page = 1 }, setState] = useUrlState<{ q: string; status: string; page: number }>();
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
      cell: ({ budget, currency }) => (budget === null ? '' : `${format.number(budget)} ${currency ?? ''}`),
    },
  ];
  const isFiltered = q !== undefined || status !== undefined;
  return (
    <Page title={t('list.title')} description={t('list.description')} actions={add}>
      <Stack gap="sm">
        <Group gap="xs">
          <SearchBox value={q} onChange={(value) => setState({ q: value, page: undefined })} label={t('list.search')} />
          <ChoiceFilter
            model={campaignsModel}
            field="status"
            value={status}
            onChange={(value) => setState({ status: value, page: undefined })}
          />
        </Group>
        <PagedTable
          label={t('list.title')}
          path={campaignsPath}
          input={{ q, sort: ['-startDate', 'name'], filter: { status: status ?? { ne: 'archived' } } }}
          columns={columns}
          page={Number(page)}
          onPage={(next) => setState({ page: next })}
          linkTo={({ _id }) => `/marketing/campaigns/${_id}`}
          empty={
            <EmptyState
              icon={IconSpeakerphone}
              title={isFiltered ? t('common:nothingFound') : t('list.empty')}
              text={isFiltered ? t('common:table.changeFilter') : t('list.emptyText')}
              action={isFiltered ? undefined : add}
            />
          }
        />
      </Stack>
    </Page>
  );
}
