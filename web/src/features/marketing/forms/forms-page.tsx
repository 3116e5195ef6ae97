import { Button } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { formsModel, formsPath } from './form.ts';
import { NewFormDialog } from './new-form-dialog.tsx';

const fields = ['name', 'status', 'modelKey', 'submitAction', 'updatedAt'];

/** All forms. Archived ones are shown on request. */
export function FormsPage() {
  const { t } = useTranslation('marketing-forms');
  const registry = useRegistry();
  const mayWrite = useCan().scope('forms:write');
  const [creating, setCreating] = useState(false);
  const add = mayWrite && (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      {t('list.new')}
    </Button>
  );
  const columns: Column[] = [
    { key: 'name', title: t('list.name'), cell: ({ name }) => String(name) },
    {
      key: 'status',
      title: t('list.status'),
      cell: (form) => <StatusBadge model={formsModel} value={form.status} />,
    },
    {
      key: 'modelKey',
      title: t('list.writes'),
      wide: true,
      cell: ({ modelKey }) => (typeof modelKey === 'string' && registry.find(modelKey)?.labelPlural) || '',
    },
    { key: 'updatedAt', title: t('list.changed'), wide: true, cell: (form) => <TimeText value={form.updatedAt} /> },
  ];
  return (
    <Page title={t('list.title')} description={t('list.description')} actions={add}>
      <PagedTable
        label={t('list.title')}
        path={formsPath}
        sort={['name']}
        fields={fields}
        filter={{ status: { ne: 'archived' } }}
        columns={columns}
        search={t('list.search')}
        choices={[{ model: formsModel, field: 'status' }]}
        linkTo={({ _id }) => `/marketing/forms/${_id}`}
        empty={{ icon: IconForms, title: t('list.empty'), text: t('list.emptyText'), action: add }}
      />
      {creating && <NewFormDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
