import { Button, Group, Pagination, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { IconPlus, IconTemplate } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { ChoiceFilter } from '~/views/parts/choice-filter.tsx';
import { SearchBox } from '~/views/parts/search-box.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { paths } from '../mail-api.ts';
import { NewDialog } from './new-dialog.tsx';
import { StarterGallery } from './starter-gallery.tsx';
import { TemplateCard } from './template-card.tsx';

const model = 'communications.emailTemplates';
const limit = 24;
const fields = ['name', 'description', 'subject', 'status', 'category', 'format', 'updatedAt', 'createdBy', 'version'];

/** All templates as thumbnails. */
export function TemplatesPage() {
  const { t } = useTranslation('mail');
  const mayWrite = useCan().scope('communications:write');
  const [{ q, category, status, page = 1 }, setState] = useUrlState<{
    q: string;
    category: string;
    status: string;
    page: number;
  }>();
  const [creating, setCreating] = useState<{ readonly starter?: string }>();
  const input = {
    q,
    fields,
    limit,
    page: Number(page),
    sort: ['name'],
    // Archived templates are shown only on request.
    filter: { status: status ?? { ne: 'archived' }, ...(category !== undefined && { category }) },
  };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.list(paths.templates, input),
    queryFn: ({ signal }) => records.list(paths.templates, input, signal),
    placeholderData: keepPreviousData,
  });
  const add = mayWrite && (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setCreating({})}>
      {t('templates.new')}
    </Button>
  );
  const isFiltered = q !== undefined || category !== undefined || status !== undefined;
  const pages = Math.ceil((data?.meta.total ?? 0) / limit);
  return (
    <Page title={t('pages.templates')} description={t('templates.description')} actions={add}>
      <Stack gap="md">
        <Group gap="xs">
          <SearchBox
            value={q}
            onChange={(value) => setState({ q: value, page: undefined })}
            label={t('templates.search')}
          />
          <ChoiceFilter
            model={model}
            field="category"
            value={category}
            onChange={(value) => setState({ category: value, page: undefined })}
          />
          <ChoiceFilter
            model={model}
            field="status"
            value={status}
            onChange={(value) => setState({ status: value, page: undefined })}
          />
        </Group>
        {error ? (
          <ErrorState error={error} onRetry={() => refetch()} />
        ) : data && data.data.length === 0 ? (
          <>
            <EmptyState
              icon={IconTemplate}
              title={isFiltered ? t('common:nothingFound') : t('templates.empty.title')}
              text={isFiltered ? t('common:table.changeFilter') : t('templates.empty.text')}
              action={isFiltered ? undefined : add}
            />
            {!isFiltered && mayWrite && <StarterGallery onChoose={(key) => setCreating({ starter: key })} />}
          </>
        ) : (
          <SimpleGrid cols={{ base: 1, xs: 2, md: 3, xl: 4 }} spacing="md" aria-busy={isPending}>
            {data
              ? data.data.map((template) => <TemplateCard key={template._id} template={template} />)
              : [1, 2, 3, 4].map((n) => <Skeleton key={n} height={270} />)}
          </SimpleGrid>
        )}
        {pages > 1 && (
          <Pagination
            size="sm"
            total={pages}
            value={Number(page)}
            onChange={(next) => setState({ page: next })}
            getControlProps={(control) => ({ 'aria-label': t(`common:table.${control}`) })}
          />
        )}
      </Stack>
      {creating && <NewDialog starter={creating.starter} onClose={() => setCreating(undefined)} />}
    </Page>
  );
}
