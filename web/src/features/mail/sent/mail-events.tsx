import { Text, Timeline } from '@mantine/core';
import {
  type Icon,
  IconAlertTriangle,
  IconCalendar,
  IconCheck,
  IconClick,
  IconEye,
  IconFlag,
  IconMailOff,
  IconPencil,
  IconSend,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useFormat } from '~/views/parts/format.ts';

const events: readonly (readonly [field: string, icon: Icon, color: string])[] = [
  ['createdAt', IconPencil, 'gray'],
  ['scheduledAt', IconCalendar, 'gray'],
  ['sentAt', IconSend, 'accent'],
  ['deliveredAt', IconCheck, 'teal'],
  ['openedAt', IconEye, 'teal'],
  ['clickedAt', IconClick, 'teal'],
  ['bouncedAt', IconAlertTriangle, 'red'],
  ['complainedAt', IconFlag, 'red'],
  ['unsubscribedAt', IconMailOff, 'orange'],
];

/** The events of a mail, in order. */
export function MailEvents({ mail }: { readonly mail: RecordData }) {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const happened = events
    .flatMap(([field, icon, color]) => {
      const at = mail[field];
      return typeof at === 'string' ? [{ field, icon, color, at }] : [];
    })
    .sort((a, b) => a.at.localeCompare(b.at));
  const detail = (field: string): string | undefined => {
    if (field === 'openedAt') return t('mail.opens', { count: Number(mail.openCount ?? 0) });
    if (field === 'clickedAt') return t('mail.clicks', { count: Number(mail.clickCount ?? 0) });
    if (field === 'sentAt') return t('mail.attempts', { count: Math.max(1, Number(mail.attemptCount ?? 1)) });
    if (field === 'bouncedAt' && mail.bounceType)
      return t(`mail.bounce.${mail.bounceType === 'soft' ? 'soft' : 'hard'}`);
    return undefined;
  };
  return (
    <Timeline bulletSize={22} lineWidth={1} active={happened.length}>
      {happened.map(({ field, icon: EventIcon, color, at }) => (
        <Timeline.Item
          key={field}
          color={color}
          bullet={<EventIcon size={12} aria-hidden />}
          title={
            <Text size="sm" fw={500}>
              {t(`mail.events.${field}` as 'mail.events.sentAt')}
            </Text>
          }
        >
          <Text size="xs" c="dimmed">
            {[format.exactTime(at), detail(field)].filter(Boolean).join(' · ')}
          </Text>
        </Timeline.Item>
      ))}
    </Timeline>
  );
}
