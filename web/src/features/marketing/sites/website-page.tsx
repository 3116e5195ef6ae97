import { Button, Tabs } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useMayWrite } from '~/metadata/may-write.ts';
import { useReportPageContext } from '~/metadata/page-context.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useSelectedInView } from '~/ui/use-selected-in-view.ts';
import split from '~/views/editor/split.module.css';
import { BackLink } from '~/views/parts/back-link.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { PagesPanel } from './panels/pages-panel.tsx';
import { PublishDialog } from './publish-dialog.tsx';
import { type Website, websitesModel, websitesPath } from './site.ts';

const LookPanel = lazy(() => import('./panels/look-panel.tsx').then((of) => ({ default: of.LookPanel })));
const SettingsPanel = lazy(() => import('./panels/settings-panel.tsx').then((of) => ({ default: of.SettingsPanel })));
const RedirectsPanel = lazy(() =>
  import('./panels/redirects-panel.tsx').then((of) => ({ default: of.RedirectsPanel })),
);
const ReleasesPanel = lazy(() => import('./panels/releases-panel.tsx').then((of) => ({ default: of.ReleasesPanel })));
const StatisticsPanel = lazy(() =>
  import('./panels/statistics-panel.tsx').then((of) => ({ default: of.StatisticsPanel })),
);

const TestsPanel = lazy(() => import('./panels/tests-panel.tsx').then((of) => ({ default: of.TestsPanel })));

const tabs = ['pages', 'look', 'settings', 'redirects', 'releases', 'statistics', 'tests'] as const;

export function WebsitePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.record(websitesPath, id),
    queryFn: ({ signal }) => records.get(websitesPath, id, [], signal),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  return <OpenWebsite key={id} site={data as unknown as Website} />;
}

/** A website: its pages and shared settings. */
function OpenWebsite({ site }: { readonly site: Website }) {
  const { t } = useTranslation('marketing-sites');
  const mayWrite = useMayWrite(websitesModel, site);
  const [{ tab: wanted }, setState] = useUrlState<{ tab: string }>();
  const tab = tabs.find((one) => one === wanted) ?? 'pages';
  const tabList = useSelectedInView(tab);
  const [publishing, setPublishing] = useState(false);
  useReportPageContext({ model: websitesModel, id: site._id, label: site.name });
  return (
    <Page
      above={<BackLink to="/marketing/websites" label={t('list.title')} />}
      title={
        <>
          {site.name} <StatusBadge model={websitesModel} value={site.status} />
        </>
      }
      actions={
        mayWrite && (
          <Button size="xs" leftSection={<IconRocket size={16} />} onClick={() => setPublishing(true)}>
            {t('publish.action')}
          </Button>
        )
      }
    >
      <Tabs value={tab} onChange={(next) => setState({ tab: next === 'pages' ? undefined : (next ?? undefined) })}>
        <Tabs.List ref={tabList} className={split.tabs} mb="md">
          {tabs.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(`tabs.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Suspense fallback={<PageLoading />}>
            {tab === 'pages' && <PagesPanel site={site} mayWrite={mayWrite} />}
            {tab === 'look' && <LookPanel site={site} mayWrite={mayWrite} />}
            {tab === 'settings' && <SettingsPanel site={site} mayWrite={mayWrite} />}
            {tab === 'redirects' && <RedirectsPanel site={site} />}
            {tab === 'releases' && <ReleasesPanel site={site} mayWrite={mayWrite} />}
            {tab === 'statistics' && <StatisticsPanel site={site} />}
            {tab === 'tests' && <TestsPanel site={site} mayWrite={mayWrite} />}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
      {publishing && <PublishDialog site={site} onClose={() => setPublishing(false)} />}
    </Page>
  );
}
