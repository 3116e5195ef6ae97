import { SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { FilterBuilder } from '~/views/filter/filter-builder.tsx';
import { FieldOf } from '~/views/parts/field-of.tsx';
import { type Audience, audienceKinds } from './draft.ts';
import { useAudienceCount } from './use-audience-count.ts';

interface AudienceFieldsProps {
  readonly value: Audience;
  readonly onChange: (value: Audience) => void;
  readonly errors: Readonly<Record<string, string>>;
}

const idOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Chooses the recipients: a list, a segment, contacts that match a filter, or pasted addresses. */
export function AudienceFields({ value, onChange, errors }: AudienceFieldsProps) {
  const { t } = useTranslation('mail');
  const contacts = useRegistry().find('sales.contacts');
  const count = useAudienceCount(value);
  const change = (part: Partial<Audience>) => onChange({ ...value, ...part });
  const kinds = audienceKinds.filter((kind) => kind !== 'filter' || contacts !== undefined);
  return (
    <Stack gap="sm">
      <SegmentedControl
        size="xs"
        w="fit-content"
        maw="100%"
        aria-label={t('compose.recipients')}
        data={kinds.map((kind) => ({ value: kind, label: t(`audience.${kind}`) }))}
        value={value.kind}
        onChange={(kind) => change({ kind: kind as Audience['kind'] })}
      />
      {value.kind === 'list' && (
        <FieldOf
          model="communications.emails"
          field="emailListId"
          value={value.emailListId ?? null}
          onChange={(id) => change({ emailListId: idOf(id) })}
          error={errors.emailListId}
          required
        />
      )}
      {value.kind === 'segment' && (
        <FieldOf
          model="communications.emailSnapshots"
          field="segmentId"
          value={value.segmentId ?? null}
          onChange={(id) => change({ segmentId: idOf(id) })}
          error={errors.segmentId}
          required
        />
      )}
      {value.kind === 'filter' && contacts && (
        <FilterBuilder model={contacts} value={value.filter} onChange={(filter) => change({ filter })} />
      )}
      {value.kind === 'addresses' && (
        <Textarea
          label={t('addresses.label')}
          description={t('addresses.help')}
          value={value.text}
          onChange={(event) => change({ text: event.currentTarget.value })}
          autosize
          minRows={4}
          maxRows={12}
          required
        />
      )}
      <Text size="sm" c="dimmed" aria-live="polite" className="tabular">
        {count ?? t('audience.choose')}
      </Text>
    </Stack>
  );
}
