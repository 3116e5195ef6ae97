import { Button, Group, Stack } from '@mantine/core';
import { IconForms, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { Page } from '~/ui/page.tsx';
import type { Column } from '~/ui/table/column.ts';
import { TimeText } from '~/ui/time-text.tsx';
import { ChoiceFilter } from '~/views/parts/choice-filter.tsx';
import { PagedTable } from '~/views/parts/paged-table.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { formsModel, formsPath } from './form.ts';
import { NewFormDialog } from './new-form-dialog.tsx';

const fields = ['name', 'status', 'modelKey', 'submitAction', 'updatedAt'];

/** All forms. Archived ones are shown on request. */
export function FormsPage() {
  const { t } = useTranslation('marketing-forms');
  const registry = useRegistry();
  const mayWrite = useCan().scope('forms:write');
  const [creating, setCreating] = useState(false);
  const [{ q, status, page = 1 }, setState] = useUrlState<{ q: string; status: string; page: number }>();
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
  const isFiltered = q !== undefined || status !== undefined;
  return (
    <Page title={t('list.title')} description={t('list.description')} actions={add}>
      <Stack gap="sm">
        <Group gap="xs">
          <SearchBox value={q} onChange={(value) => setState({ q: value, page: undefined })} label={t('list.search')} />
          <ChoiceFilter
            model={formsModel}
            field="status"
            value={status}
            onChange={(value) => setState({ status: value, page: undefined })}
          />
        </Group>
        <PagedTable
          label={t('list.title')}
          path={formsPath}
          input={{ q, fields, sort: ['name'], filter: { status: status ?? { ne: 'archived' } } }}
          columns={columns}
          page={Number(page)}
          onPage={(next) => setState({ page: next })}
          linkTo={({ _id }) => `/marketing/forms/${_id}`}
          empty={
            <EmptyState
              icon={IconForms}
              title={isFiltered ? t('common:nothingFound') : t('list.empty')}
              text={isFiltered ? t('common:table.changeFilter') : t('list.emptyText')}
              action={isFiltered ? undefined : add}
            />
          }
        />
      </Stack>
      {creating && <NewFormDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
