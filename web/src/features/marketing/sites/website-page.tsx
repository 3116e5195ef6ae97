import { Button } from '@mantine/core';
import { IconRocket } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMayWrite } from '~/metadata/may-write.ts';
import { useReportPageContext } from '~/metadata/page-context.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { BackLink } from '~/views/parts/back-link.tsx';
import { RecordOfUrl } from '~/views/parts/record-of-url.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { UrlTabs } from '~/views/parts/url-tabs.tsx';
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
  return <RecordOfUrl<Website> path={websitesPath}>{(site) => <OpenWebsite site={site} />}</RecordOfUrl>;
}

/** A website: its pages and shared settings. */
function OpenWebsite({ site }: { readonly site: Website }) {
  const { t } = useTranslation('marketing-sites');
  const mayWrite = useMayWrite(websitesModel, site);
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
      <UrlTabs tabs={tabs} label={(tab) => t(`tabs.${tab}`)}>
        {(tab) => (
          <Suspense fallback={<PageLoading />}>
            {tab === 'pages' && <PagesPanel site={site} mayWrite={mayWrite} />}
            {tab === 'look' && <LookPanel site={site} mayWrite={mayWrite} />}
            {tab === 'settings' && <SettingsPanel site={site} mayWrite={mayWrite} />}
            {tab === 'redirects' && <RedirectsPanel site={site} />}
            {tab === 'releases' && <ReleasesPanel site={site} mayWrite={mayWrite} />}
            {tab === 'statistics' && <StatisticsPanel site={site} />}
            {tab === 'tests' && <TestsPanel site={site} mayWrite={mayWrite} />}
          </Suspense>
        )}
      </UrlTabs>
      {publishing && <PublishDialog site={site} onClose={() => setPublishing(false)} />}
    </Page>
  );
}
