import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useRefresh } from '~/api/refresh.ts';
import { useMayWrite } from '~/metadata/may-write.ts';
import { useReportPageContext } from '~/metadata/page-context.ts';
import { notifyDone, notifyError } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { missingVariables } from '~/views/mail/missing-variables.ts';
import { BackLink } from '~/views/parts/back-link.tsx';
import { confirm } from '~/views/parts/confirm.tsx';
import { RecordOfUrl } from '~/views/parts/record-of-url.tsx';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { UrlTabs } from '~/views/parts/url-tabs.tsx';
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
  return <RecordOfUrl<Campaign> path={campaignsPath}>{(campaign) => <OpenCampaign campaign={campaign} />}</RecordOfUrl>;
}

/** A campaign: its channels and their state, its results and its members. */
function OpenCampaign({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('marketing-campaigns');
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
      <UrlTabs tabs={tabs} label={(tab) => t(`tabs.${tab}`)}>
        {(tab) => (
          <Suspense fallback={<PageLoading />}>
            {tab === 'channels' && <ChannelsPanel campaign={campaign} />}
            {tab === 'results' && <ResultsPanel campaign={campaign} />}
            {tab === 'members' && <MembersPanel campaign={campaign} />}
            {tab === 'details' && <DetailsPanel campaign={campaign} />}
          </Suspense>
        )}
      </UrlTabs>
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
