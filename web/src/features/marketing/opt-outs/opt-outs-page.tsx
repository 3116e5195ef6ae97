import { IconMessageOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import type { Column } from '~/ui/table/column.ts';
import { useFormat } from '~/views/parts/format.ts';
import { notesColumn, reasonColumn, Suppressions } from '~/views/suppressions/suppressions.tsx';
import type { SuppressionWords } from '~/views/suppressions/words.ts';

const model = 'marketing.smsOptOuts';

function useWords(): SuppressionWords {
  const { t } = useTranslation('marketing');
  return {
    title: t('pages.optOuts'),
    description: t('optOuts.description'),
    search: t('optOuts.search'),
    show: t('optOuts.show'),
    active: t('optOuts.active'),
    former: t('optOuts.former'),
    lift: t('optOuts.lift'),
    liftText: (phone) => t('optOuts.liftText', { phone }),
    why: t('optOuts.why'),
    whyHelp: t('optOuts.whyHelp'),
    liftAction: t('optOuts.liftAction'),
    liftOf: (phone) => t('optOuts.liftOf', { phone }),
    lifted: (phone) => t('optOuts.lifted', { phone }),
    empty: { title: t('optOuts.empty.title'), text: t('optOuts.empty.text') },
  };
}

/** Numbers that receive no text messages. */
export function OptOutsPage() {
  const { t } = useTranslation('marketing');
  const format = useFormat();
  const words = useWords();
  const mayWrite = useCan().scope('marketing:write');
  const columns: Column[] = [
    { key: 'phone', title: t('optOuts.phone'), cell: ({ phone }) => String(phone) },
    reasonColumn(model, t('optOuts.reason')),
    {
      key: 'contact',
      title: t('optOuts.contact'),
      wide: true,
      cell: ({ contactId }, included) => String(included[String(contactId)]?.name ?? ''),
    },
    {
      key: 'campaign',
      title: t('optOuts.campaign'),
      wide: true,
      cell: ({ campaignId }, included) => String(included[String(campaignId)]?.name ?? ''),
    },
    { key: 'optedOutAt', title: t('optOuts.since'), wide: true, cell: (r) => format.date(r.optedOutAt) },
    notesColumn(t('optOuts.notes')),
  ];
  return (
    <Suppressions
      model={model}
      path="/api/marketing/smsOptOuts"
      columns={columns}
      sort="-optedOutAt"
      include={['contactId', 'campaignId']}
      nameOf={({ phone }) => String(phone)}
      words={words}
      icon={IconMessageOff}
      mayWrite={mayWrite}
    />
  );
}
