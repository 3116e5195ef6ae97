import { Anchor, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { FieldsPanel } from '~/views/parts/fields-panel.tsx';
import { type Campaign, campaignsModel } from './campaign.ts';

const plan = [
  'name',
  'type',
  'objective',
  'description',
  'startDate',
  'endDate',
  'priority',
  'parentCampaignId',
  'tags',
];
const money = ['budget', 'actualCost', 'expectedRevenue', 'actualRevenue', 'currency'];
const tracking = ['landingPageUrl', 'utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent'];

/** The fields of a campaign, edited in place. */
export function DetailsPanel({ campaign }: { readonly campaign: Campaign }) {
  const { t } = useTranslation('marketing-campaigns');
  return (
    <Stack gap="md" maw={900}>
      <FieldsPanel title={t('details.plan')} model={campaignsModel} record={campaign} fields={plan} />
      <FieldsPanel title={t('details.money')} model={campaignsModel} record={campaign} fields={money} />
      <FieldsPanel
        title={t('details.tracking')}
        text={t('details.trackingText')}
        model={campaignsModel}
        record={campaign}
        fields={tracking}
      />
      <Anchor component={Link} to={`/m/marketing/campaigns/${campaign._id}`} size="sm">
        {t('details.record')}
      </Anchor>
    </Stack>
  );
}
