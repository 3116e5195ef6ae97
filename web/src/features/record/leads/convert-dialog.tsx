import { Checkbox, NumberInput, Skeleton, Text, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { separators } from '~/fields/number/format.ts';
import { amountCurrency } from '~/lib/company-currency.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Select } from '~/ui/select/select.tsx';
import { convertedPaths, convertLead, previewConversion } from './leads-api.ts';

interface ConvertDialogProps {
  readonly lead: RecordData;
  readonly onClose: () => void;
}

type Preview = Awaited<ReturnType<typeof previewConversion>>;

/** The choice of a new record instead of one that exists. */
const newRecord = 'new';

/** Asks which records a lead becomes: those that exist already are offered first. */
export function ConvertDialog({ lead, onClose }: ConvertDialogProps) {
  const { t } = useTranslation('leads');
  const preview = useQuery({
    // Not a key of the model: a conversion refreshes those, and a converted lead has no preview.
    queryKey: ['leadConversion', lead._id, lead.version],
    queryFn: ({ signal }) => previewConversion(lead._id, signal),
  });
  if (preview.data) return <ConvertForm lead={lead} preview={preview.data} onClose={onClose} />;
  return (
    <FormDialog title={t('convert.title')} action={t('convert.action')} disabled onSubmit={onClose} onClose={onClose}>
      {preview.error ? (
        <ErrorState error={preview.error} onRetry={() => void preview.refetch()} />
      ) : (
        <Skeleton h={180} />
      )}
    </FormDialog>
  );
}

interface ConvertFormProps extends ConvertDialogProps {
  readonly preview: Preview;
}

const idOf = (choice: string): string | null => (choice === newRecord ? null : choice);

function ConvertForm({ lead, preview, onClose }: ConvertFormProps) {
  const { t, i18n } = useTranslation('leads');
  const { group, decimal } = separators(i18n.language);
  const refresh = useRefresh(...convertedPaths);
  const { contacts, accounts, contactName, accountName } = preview;
  const [contactId, setContactId] = useState(firstOf(contacts));
  const [accountId, setAccountId] = useState(firstOf(accounts));
  const [withOpportunity, setWithOpportunity] = useState(true);
  const [name, setName] = useState(String(preview.opportunity.name ?? ''));
  const [value, setValue] = useState<string | number>(Number(preview.opportunity.value ?? 0) || '');
  const convert = useMutation({
    mutationFn: () =>
      convertLead({
        leadId: lead._id,
        contactId: idOf(contactId),
        accountId: idOf(accountId),
        createOpportunity: withOpportunity,
        ...(withOpportunity && { opportunity: { name, value: value === '' ? null : Number(value) } as never }),
      }),
    onSuccess: async () => {
      await refresh();
      notifyDone(t('convert.done'));
      onClose();
    },
  });
  const newAccount = accountName === null ? t('convert.noAccount') : t('convert.new', { name: accountName });
  return (
    <FormDialog
      title={t('convert.title')}
      action={t('convert.action')}
      isBusy={convert.isPending}
      error={convert.error}
      disabled={withOpportunity && name.trim() === ''}
      onSubmit={() => convert.mutate()}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {t('convert.text')}
      </Text>
      <Select
        label={t('convert.contact')}
        description={contacts.length > 0 ? t('convert.contactFound') : undefined}
        data={[...options(contacts, 'email'), { value: newRecord, label: t('convert.new', { name: contactName }) }]}
        value={contactId}
        onChange={(next) => setContactId(next ?? newRecord)}
      />
      <Select
        label={t('convert.account')}
        description={accounts.length > 0 ? t('convert.accountFound') : undefined}
        data={[...options(accounts, 'domain'), { value: newRecord, label: newAccount }]}
        value={accountId}
        onChange={(next) => setAccountId(next ?? newRecord)}
      />
      <Checkbox
        label={t('convert.opportunity')}
        checked={withOpportunity}
        onChange={({ currentTarget }) => setWithOpportunity(currentTarget.checked)}
      />
      {withOpportunity && (
        <>
          <TextInput
            label={t('convert.opportunityName')}
            value={name}
            required
            maxLength={255}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NumberInput
            label={t('convert.opportunityValue', { currency: amountCurrency(preview.opportunity.currency) })}
            value={value}
            thousandSeparator={group}
            decimalSeparator={decimal}
            hideControls
            onChange={setValue}
          />
        </>
      )}
    </FormDialog>
  );
}

const firstOf = (found: readonly unknown[]): string => (found[0] as RecordData | undefined)?._id ?? newRecord;

const options = (found: readonly unknown[], detail: string) =>
  (found as readonly RecordData[]).map((record) => {
    const more = record[detail];
    return { value: record._id, label: [record.name, more].filter(Boolean).join(' · ') };
  });
