import { useTranslation } from 'react-i18next';
import { useFormat } from '~/views/parts/format.ts';
import { paths } from '../mail-api.ts';
import { ShortList } from './short-list.tsx';

export function NextMails() {
  const { t } = useTranslation('mail');
  const format = useFormat();
  return (
    <ShortList
      path={paths.emails}
      input={{ filter: { status: 'scheduled' }, sort: ['scheduledAt'], limit: 5, fields: ['subject', 'scheduledAt'] }}
      empty={t('scheduled.empty.title')}
      linkTo={({ _id }) => `/mail/sent/${_id}`}
      title={({ subject }) => String(subject || t('sent.noSubject'))}
      detail={({ scheduledAt }) => format.time(scheduledAt)}
    />
  );
}
