import { useTranslation } from 'react-i18next';
import { useFormat } from '~/views/parts/format.ts';
import { StatusBadge } from '~/views/parts/status-badge.tsx';
import { paths } from '../mail-api.ts';
import { ShortList } from './short-list.tsx';

export function LatestBatches() {
  const { t } = useTranslation('mail');
  const format = useFormat();
  return (
    <ShortList
      path={paths.snapshots}
      input={{ sort: ['-takenAt'], limit: 5, fields: ['name', 'subject', 'status', 'takenAt', 'recipientCount'] }}
      empty={t('batches.empty.title')}
      linkTo={({ _id }) => `/mail/batches/${_id}`}
      title={({ name, subject }) => String(name || subject || t('sent.noSubject'))}
      detail={({ takenAt, recipientCount }) =>
        t('overview.batch', {
          time: format.time(takenAt),
          number: format.number(recipientCount),
          count: Number(recipientCount ?? 0),
        })
      }
      badge={({ status }) => <StatusBadge model="communications.emailSnapshots" value={status} />}
    />
  );
}
