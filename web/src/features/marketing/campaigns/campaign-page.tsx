import { Button, Tabs } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { useShow } from '~/metadata/on-screen.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useSelectedInView } from '~/ui/use-selected-in-view.ts';
import split from '~/views/editor/split.module.css';
import { Above } from '~/views/parts/above.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import { type Campaign, campaignsApi, campaignsModel, campaignsPath, type Deed, deedsOf } from './campaign.ts';
import { ChannelsPanel } from './channels-panel.tsx';

const MembersPanel = lazy(() => import('./members-panel.tsx').then((of) => ({ default: of.MembersPanel })));
const ResultsPanel = lazy(() => import('./results-panel.tsx').then((of) => ({ default: of.ResultsPanel })));
const DetailsPanel = lazy(() => import('./details-panel.tsx').then((of) => ({ default: of.DetailsPanel })));

const tabs = ['channels', 'results', 'members', 'details'] as const;

export function CampaignPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, error, refetch, isPending } = useQuery({
    queryKey: keys.record(campaignsPath, id),
    queryFn: ({ signal }) => records.get(campaignsPath, id, [], signal),
  });
  if (error && !data) return <ErrorState error={error} onRetry={() => refetch()} />;
  if (isPending) return <PageLoading />;
  return <OpenCampaign key={id} campaign={data as unknown as Campaign} />;
}

/** A campaign: its channels and their state, what it brought, and who is in it. */
function OpenCampaign({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('marketing-campaigns');
  const [{ tab: wanted }, setState] = useUrlState<{ tab: string }>();
  const tab = tabs.find((one) => one === wanted) ?? 'channels';
  const tabList = useSelectedInView(tab);
  useShow({ model: campaignsModel, id: campaign._id, label: campaign.name });
  return (
    <Page
      above={<Above to="/marketing/campaigns" label={t('list.title')} />}
      title={
        <>
          {campaign.name} <StatusBadge model={campaignsModel} value={campaign.status} />
        </>
      }
      actions={<StateActions campaign={campaign} />}
    >
      <Tabs value={tab} onChange={(next) => setState({ tab: next === 'channels' ? undefined : (next ?? undefined) })}>
        <Tabs.List ref={tabList} className={split.tabs} mb="md">
          {tabs.map((key) => (
            <Tabs.Tab key={key} value={key}>
              {t(`tabs.${key}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab}>
          <Suspense fallback={<PageLoading />}>
            {tab === 'channels' && <ChannelsPanel campaign={campaign} />}
            {tab === 'results' && <ResultsPanel campaign={campaign} />}
            {tab === 'members' && <MembersPanel campaign={campaign} />}
            {tab === 'details' && <DetailsPanel campaign={campaign} />}
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

/** Launches, pauses, resumes and completes. Each is asked for: mails and posts cannot be taken back. */
function StateActions({ campaign: { _id, name, status } }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('marketing-campaigns');
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (deed: Deed) => campaignsApi.change(_id, deed),
    onSuccess: (_, deed) => notifyDone(t(`deeds.${deed}.done`)),
    onError: (error) => notifyError(error),
    onSettled: () => client.invalidateQueries({ queryKey: keys.model(campaignsPath) }),
  });
  if (!useCan().scope('marketing:write')) return null;
  const ask = (deed: Deed) =>
    confirm({
      title: t(`deeds.${deed}.title`, { name }),
      text: t(`deeds.${deed}.text`),
      action: t(`deeds.${deed}.action`),
      run: () => change.mutate(deed),
    });
  return (
    <>
      {deedsOf(status).map((deed) => (
        <Button
          key={deed}
          size="xs"
          variant={deed === 'launch' || deed === 'resume' ? 'filled' : 'default'}
          disabled={change.isPending}
          onClick={() => ask(deed)}
        >
          {t(`deeds.${deed}.action`)}
        </Button>
      ))}
    </>
  );
}
