import { Button } from '@mantine/core';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { NewWebsiteDialog } from './new-website-dialog.tsx';
import { websitesModel, websitesPath } from './site.ts';

/** The list of all websites. */
export function WebsitesPage() {
  const { t } = useTranslation('marketing-sites');
  const format = useFormat();
  const mayWrite = useCan().scope('marketing:write');
  const [creating, setCreating] = useState(false);
  const add = mayWrite && (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {t('list.new')}
    </Button>
  );
  const columns: Column[] = [
    { key: 'name', title: t('list.name'), cell: ({ name }) => String(name) },
    { key: 'domain', title: t('list.domain'), wide: true, cell: ({ domain }) => String(domain ?? '') },
    {
      key: 'status',
      title: t('list.status'),
      cell: (site) => <StatusBadge model={websitesModel} value={site.status} />,
    },
    {
      key: 'lastPublishedAt',
      title: t('list.published'),
      wide: true,
      cell: ({ lastPublishedAt }) =>
        typeof lastPublishedAt === 'string' ? <TimeText value={lastPublishedAt} /> : t('list.never'),
    },
    {
      key: 'viewCount',
      title: t('list.views'),
      align: 'right',
      wide: true,
      cell: ({ viewCount }) => format.number(viewCount),
    },
  ];
  return (
    <Page title={t('list.title')} description={t('list.description')} actions={add}>
      <PagedTable
        label={t('list.title')}
        path={websitesPath}
        sort={['name']}
        filter={{ status: { ne: 'archived' } }}
        columns={columns}
        search={t('list.search')}
        linkTo={({ _id }) => `/marketing/websites/${_id}`}
        empty={{ icon: IconWorld, title: t('list.empty'), text: t('list.emptyText'), action: add }}
      />
      {creating && <NewWebsiteDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
