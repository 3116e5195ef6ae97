import { useTranslation } from 'react-i18next';
import { type Tone, ToneBadge } from '~/views/parts/tone-badge.tsx';
import type { DeliveryStatus, Webhook } from './webhooks.ts';

export function WebhookStatus({ webhook }: { readonly webhook: Webhook }) {
  const { t } = useTranslation('admin');
  return (
    <ToneBadge tone={webhook.active ? 'good' : 'plain'}>
      {t(webhook.active ? 'webhooks.active' : 'webhooks.paused')}
    </ToneBadge>
  );
}

const tones: Readonly<Record<DeliveryStatus, Tone>> = {
  pending: 'plain',
  delivering: 'busy',
  retrying: 'warn',
  delivered: 'good',
  failed: 'bad',
};

export function DeliveryBadge({ status }: { readonly status: DeliveryStatus }) {
  const { t } = useTranslation('admin');
  return <ToneBadge tone={tones[status]}>{t(`webhooks.statuses.${status}`)}</ToneBadge>;
}
