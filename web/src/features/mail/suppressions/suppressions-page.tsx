import { Button } from '@mantine/core';
import { IconMailOff, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import type { Column } from '~/ui/table/column.ts';
import { useFormat } from '~/views/parts/format.ts';
import { notesColumn, reasonColumn, Suppressions } from '~/views/suppressions/suppressions.tsx';
import type { SuppressionWords } from '~/views/suppressions/words.ts';
import { paths } from '../mail-api.ts';
import { AddDialog } from './add-dialog.tsx';

const model = 'communications.emailSuppressions';

function useWords(): SuppressionWords {
  const { t } = useTranslation('mail');
  return {
    title: t('pages.suppressions'),
    description: t('suppressions.description'),
    search: t('suppressions.search'),
    show: t('suppressions.show'),
    active: t('suppressions.active'),
    former: t('suppressions.former'),
    lift: t('suppressions.lift'),
    liftText: (email) => t('suppressions.liftText', { email }),
    why: t('suppressions.why'),
    whyHelp: t('suppressions.whyHelp'),
    liftAction: t('suppressions.liftAction'),
    liftOf: (email) => t('suppressions.liftOf', { email }),
    lifted: (email) => t('suppressions.lifted', { email }),
    empty: { title: t('suppressions.empty.title'), text: t('suppressions.empty.text') },
  };
}

/** The suppressed addresses, which get no mail. */
export function SuppressionsPage() {
  const { t } = useTranslation('mail');
  const format = useFormat();
  const words = useWords();
  const mayWrite = useCan().scope('communications:write');
  const [adding, setAdding] = useState(false);
  const columns: Column[] = [
    { key: 'email', title: t('recipients.email'), cell: ({ email }) => String(email) },
    reasonColumn(model, t('suppressions.reason')),
    {
      key: 'list',
      title: t('suppressions.list'),
      wide: true,
      cell: ({ emailListId }, included) => String(included[String(emailListId)]?.name ?? t('suppressions.allMail')),
    },
    { key: 'suppressedAt', title: t('suppressions.since'), wide: true, cell: (r) => format.date(r.suppressedAt) },
    notesColumn(t('suppressions.notes')),
  ];
  const add = mayWrite && (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      {t('suppressions.add')}
    </Button>
  );
  return (
    <>
      <Suppressions
        model={model}
        path={paths.suppressions}
        columns={columns}
        sort="-suppressedAt"
        include={['emailListId']}
        nameOf={({ email }) => String(email)}
        words={words}
        icon={IconMailOff}
        mayWrite={mayWrite}
        add={add}
      />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </>
  );
}
