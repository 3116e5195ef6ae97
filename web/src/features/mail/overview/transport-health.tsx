import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';
import { ShortList } from './short-list.tsx';

export function TransportHealth() {
  const { t } = useTranslation('mail');
  return (
    <ShortList
      path={paths.transports}
      input={{ sort: ['position'], limit: 5 }}
      empty={t('transports.empty.title')}
      linkTo={({ _id }) => `/mail/transports/${_id}`}
      title={({ name }) => String(name)}
      detail={({ statusReason, fromEmail }) => String(statusReason || fromEmail || '')}
      badge={({ status, active }) =>
        active === false ? (
          <Badge variant="light" color="gray" size="sm" radius="sm" tt="none" c="var(--mantine-color-text)" fw={500}>
            {t('transports.inactive')}
          </Badge>
        ) : (
          <StatusBadge model="communications.emailTransports" value={status} />
        )
      }
    />
  );
}
