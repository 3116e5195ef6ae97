import { Badge, Button } from '@mantine/core';
import { IconArrowsRight, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { useCreateRecord } from '~/metadata/create-record.ts';
import { recordPath } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import type { Column } from '~/ui/table/column.ts';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { redirectsModel, redirectsPath, type Website } from '../site.ts';

/** The redirects of a website: old addresses with their targets. */
export function RedirectsPanel({ site }: { readonly site: Website }) {
  const { t } = useTranslation('marketing-sites');
  const can = useCan();
  const create = useCreateRecord();
  const model = useRegistry().find(redirectsModel);
  if (!model) return <EmptyState icon={IconArrowsRight} title={t('redirects.empty')} />;
  const add = can.write(model) && (
    <Button
      size="xs"
      variant="default"
      w="fit-content"
      leftSection={<IconPlus size={16} />}
      onClick={() => void create(model, { websiteId: site._id })}
    >
      {t('redirects.new')}
    </Button>
  );
  const columns: Column[] = [
    { key: 'fromPath', title: t('redirects.from'), cell: ({ fromPath }) => String(fromPath) },
    { key: 'toUrl', title: t('redirects.to'), cell: ({ toUrl }) => String(toUrl ?? '') },
    {
      key: 'status',
      title: t('redirects.kind'),
      wide: true,
      cell: ({ status, active }) => (
        <Badge variant="light" color={active === false ? 'gray' : 'accent'} size="sm" tt="none">
          {active === false ? t('redirects.off') : String(status)}
        </Badge>
      ),
    },
  ];
  return (
    <PagedTable
      label={t('tabs.redirects')}
      path={redirectsPath}
      sort={['fromPath']}
      filter={{ websiteId: site._id }}
      columns={columns}
      controls={add}
      linkTo={({ _id }) => recordPath(model, _id)}
      empty={{ icon: IconArrowsRight, title: t('redirects.empty'), text: t('redirects.emptyText') }}
    />
  );
}
