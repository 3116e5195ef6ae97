import { Button, Group } from '@mantine/core';
import { IconSignature } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { confirm } from '~/views/parts/confirm.tsx';
import { useAction } from '~/views/parts/use-action.ts';
import { documentPaths, issueInvoice } from './documents-api.ts';

/** Issues the draft of an invoice. */
export function InvoiceStrip({ invoice }: { readonly invoice: RecordData }) {
  const { t } = useTranslation('documents');
  const issue = useAction({
    run: () => issueInvoice(invoice._id),
    refresh: useRefresh(...documentPaths),
    done: () => t('issue.done'),
  });
  if (invoice.status !== 'draft') return null;
  const ask = () =>
    confirm({ title: t('issue.title'), text: t('issue.text'), action: t('issue.action'), run: () => issue.run() });
  return (
    <Group>
      <Button size="xs" leftSection={<IconSignature size={16} />} loading={issue.isRunning} onClick={ask}>
        {t('issue.action')}
      </Button>
    </Group>
  );
}
