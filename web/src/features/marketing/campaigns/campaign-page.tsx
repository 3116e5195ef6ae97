import { Button, Tabs } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useMayWrite } from '~/metadata/may-write.ts';
import { useReportPageContext } from '~/metadata/page-context.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { useSelectedInView } from '~/ui/use-selected-in-view.ts';
import split from '~/views/editor/split.module.css';
import { missingVariables } from '~/views/mail/missing-variables.ts';
import { BackLink } from '~/views/parts/back-link.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { useUrlState } from '~/views/parts/url-state.ts';
import {
  actionsOf,
  type Campaign,
  type CampaignAction,
  campaignsApi,
  campaignsModel,
  campaignsPath,
} from './campaign.ts';
import { ChannelsPanel } from './channels-panel.tsx';
import { MissingChannelValues } from './missing-channel-values.tsx';

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

/** A campaign: its channels and their state, its results and its members. */
function OpenCampaign({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('marketing-campaigns');
  const [{ tab: wanted }, setState] = useUrlState<{ tab: string }>();
  const tab = tabs.find((one) => one === wanted) ?? 'channels';
  const tabList = useSelectedInView(tab);
  useReportPageContext({ model: campaignsModel, id: campaign._id, label: campaign.name });
  return (
    <Page
      above={<BackLink to="/marketing/campaigns" label={t('list.title')} />}
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

/**
 * Buttons that launch, pause, resume and complete the campaign. Each asks for confirmation, because sent mails and
 * posts cannot be undone.
 */
function StateActions({ campaign }: { readonly campaign: Campaign }) {
  const { _id, name, status } = campaign;
  const { t } = useTranslation('marketing-campaigns');
  const refresh = useRefresh(campaignsPath);
  const change = useMutation({
    mutationFn: (action: CampaignAction) => campaignsApi.change(_id, action),
    onSuccess: (_, action) => notifyDone(t(`deeds.${action}.done`)),
    onError: (error) => missingVariables(error) === undefined && notifyError(error),
    onSettled: refresh,
  });
  if (!useMayWrite('marketing.campaigns', campaign)) return null;
  const missing = missingVariables(change.error);
  const ask = (action: CampaignAction) =>
    confirm({
      title: t(`deeds.${action}.title`, { name }),
      text: t(`deeds.${action}.text`),
      action: t(`deeds.${action}.action`),
      run: () => change.mutate(action),
    });
  return (
    <>
      {missing && <MissingChannelValues campaignId={_id} missing={missing} onClose={change.reset} />}
      {actionsOf(status).map((action) => (
        <Button
          key={action}
          size="xs"
          variant={action === 'launch' || action === 'resume' ? 'filled' : 'default'}
          disabled={change.isPending}
          onClick={() => ask(action)}
        >
          {t(`deeds.${action}.action`)}
        </Button>
      ))}
    </>
  );
}
