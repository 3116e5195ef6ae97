import { ActionIcon, Anchor, Button, Group, Menu, Stack, Text } from '@mantine/core';
import { IconCornerDownRight, IconDots, IconFilePlus, IconFileText, IconHome } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { EmptyState } from '~/ui/empty-state.tsx';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { PageLoading } from '~/ui/page-loading.tsx';
import type { Column } from '~/ui/table/column.ts';
import { DataTable } from '~/ui/table/data-table.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { useFormat } from '~/views/parts/format.ts';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { PublishDialog } from '../publish-dialog.tsx';
import { pageName, pagesModel, pagesPath, type WebPage, type Website, websitesPath } from '../site.ts';
import { NewPageDialog } from './new-page-dialog.tsx';
import { pageTree } from './page-tree.ts';
import { usePages } from './use-pages.ts';

interface PagesPanelProps {
  readonly site: Website;
  readonly mayWrite: boolean;
}

/** The page tree of a website. */
export function PagesPanel({ site, mayWrite }: PagesPanelProps) {
  const { t } = useTranslation('marketing-sites');
  const format = useFormat();
  const [creating, setCreating] = useState(false);
  const [publishing, setPublishing] = useState<string>();
  const { data: pages, error, refetch, isPending } = usePages(site);
  if (error && !pages) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  const rows = pageTree(pages, site.homePageId);
  const add = mayWrite && (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconFilePlus size={16} />}
      onClick={() => setCreating(true)}
      w="fit-content"
    >
      {t('pages.new')}
    </Button>
  );
  const columns: Column<(typeof rows)[number]>[] = [
    {
      key: 'name',
      title: t('pages.name'),
      cell: ({ page, depth }) => (
        <Group gap={6} wrap="nowrap" pl={depth * 20}>
          {depth > 0 && <IconCornerDownRight size={14} aria-hidden />}
          <Anchor component={Link} to={`/marketing/websites/pages/${page._id}`} size="sm" fw={500} c="inherit">
            {pageName(page)}
          </Anchor>
          {page._id === site.homePageId && <IconHome size={14} aria-label={t('pages.home')} />}
        </Group>
      ),
    },
    {
      key: 'path',
      title: t('pages.path'),
      wide: true,
      cell: ({ page }) => (
        <Text size="sm" c="dimmed">
          {page.path}
        </Text>
      ),
    },
    {
      key: 'status',
      title: t('list.status'),
      cell: ({ page }) => <StatusBadge model={pagesModel} value={page.status} />,
    },
    {
      key: 'views',
      title: t('list.views'),
      wide: true,
      align: 'right',
      cell: ({ page }) => format.number(page.viewCount),
    },
  ];
  if (mayWrite)
    columns.push({
      key: 'actions',
      title: t('common:actions'),
      titleHidden: true,
      width: 44,
      align: 'right',
      cell: ({ page }) => <PageMenu site={site} page={page} onPublish={() => setPublishing(page._id)} />,
    });
  return (
    <Stack gap="sm">
      {rows.length > 0 && add}
      {rows.length === 0 ? (
        <EmptyState icon={IconFileText} title={t('pages.empty')} text={t('pages.emptyText')} action={add} />
      ) : (
        <DataTable label={t('tabs.pages')} columns={columns} rows={rows} rowKey={({ page }) => page._id} />
      )}
      {creating && <NewPageDialog site={site} pages={pages} onClose={() => setCreating(false)} />}
      {publishing !== undefined && (
        <PublishDialog site={site} pageIds={[publishing]} onClose={() => setPublishing(undefined)} />
      )}
    </Stack>
  );
}

/** The fields that a new variant copies. */
const variantFields = [
  'title',
  'type',
  'blocks',
  'html',
  'css',
  'script',
  'formId',
  'layoutId',
  'metaTitle',
  'metaDescription',
];

interface PageMenuProps {
  readonly site: Website;
  readonly page: WebPage;
  readonly onPublish: () => void;
}

function PageMenu({ site, page, onPublish }: PageMenuProps) {
  const { t } = useTranslation('marketing-sites');
  const refresh = useRefresh(pagesPath, websitesPath);
  const run = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onError: (error) => notifyError(error),
    onSettled: refresh,
  });
  const name = pageName(page);
  const addVariant = async () => {
    const whole = await records.get(pagesPath, page._id);
    const content = Object.fromEntries(variantFields.map((key) => [key, whole[key] ?? null]));
    const variant = { ...content, websiteId: site._id, variantOfId: page._id, name: t('tests.copyName', { name }) };
    return records.create(pagesPath, variant);
  };
  const remove = () =>
    confirm({
      title: t('pages.deleteTitle', { name }),
      text: t('pages.deleteText'),
      action: t('common:delete'),
      danger: true,
      run: () =>
        run.mutate(() => records.remove(pagesPath, page._id), { onSuccess: () => notifyDone(t('pages.deleted')) }),
    });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('pages.actionsOf', { name })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onPublish}>{t('pages.publish')}</Menu.Item>
        {!page.variantOfId && (
          <Menu.Item onClick={() => run.mutate(addVariant, { onSuccess: () => notifyDone(t('tests.created')) })}>
            {t('pages.newVariant')}
          </Menu.Item>
        )}
        <Menu.Item
          disabled={site.homePageId === page._id}
          onClick={() =>
            run.mutate(() => records.update(websitesPath, site._id, { homePageId: page._id }), {
              onSuccess: () => notifyDone(t('pages.isHome')),
            })
          }
        >
          {t('pages.makeHome')}
        </Menu.Item>
        <Menu.Item color="red" onClick={remove}>
          {t('common:delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
