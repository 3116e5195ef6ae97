import { Button, Group, NumberInput, Stack, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { useRefresh } from '~/api/refresh.ts';
import { useCan } from '~/metadata/access.ts';
import { settingsPath } from '~/metadata/ai.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Page } from '~/ui/page.tsx';
import { PageLoading } from '~/ui/page-loading.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { PageSection } from '~/views/parts/page-section.tsx';
import { useSave } from '~/views/parts/use-save.ts';
import { DurationInput } from '~/views/times/duration-input.tsx';
import { SendWindowInput } from '~/views/times/send-window-input.tsx';
import { HolidaysInput } from './holidays-input.tsx';
import { type Rules, rulesOf, valueOfRules } from './rules.ts';

const key = 'marketing.sending';
const input = { filter: { key }, limit: 1, count: 'none' } as const;

/** When the mails and texts of all workflows may be sent, and how many mails a person gets. */
export function SendingPage() {
  const { t } = useTranslation('admin');
  const { data, error, refetch } = useQuery({
    queryKey: keys.list(settingsPath, input),
    queryFn: async ({ signal }) => (await records.list(settingsPath, input, signal)).data[0] ?? null,
  });
  return (
    <Page title={t('sections.sending.name')} description={t('sending.description')} width={960}>
      {error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : data === undefined ? (
        <PageLoading />
      ) : (
        <RulesForm key={data?.version ?? 0} setting={data} />
      )}
    </Page>
  );
}

function RulesForm({ setting }: { readonly setting: RecordData | null }) {
  const { t } = useTranslation(['admin', 'common', 'workflows']);
  const canWrite = useCan().scope('marketing:admin');
  const stored = rulesOf(setting?.value);
  const [rules, setRules] = useState<Rules>(stored);
  const refresh = useRefresh(settingsPath);
  const value = valueOfRules(rules);
  const { save, isSaving, problems } = useSave({
    send: async () => {
      const saved = await (setting
        ? records.update(settingsPath, setting._id, { value }, { version: setting.version })
        : records.create(settingsPath, { key, valueType: 'object', value }));
      await refresh();
      return saved;
    },
    inputs: [],
    onDone: () => notifyDone(t('admin:sending.saved')),
  });
  const isDirty = JSON.stringify(value) !== JSON.stringify(valueOfRules(stored));
  return (
    <Form onSubmit={() => save()}>
      <FormAlert text={problems.form} />
      <PageSection title={t('admin:sending.times')} text={t('admin:sending.timesText')}>
        <SendWindowInput
          label={t('workflows:part.sendWindow')}
          value={rules.window}
          onChange={(window) => setRules({ ...rules, window })}
        />
      </PageSection>
      <PageSection title={t('admin:sending.holidays')} text={t('admin:sending.holidaysText')}>
        <HolidaysInput value={rules.holidays} onChange={(holidays) => setRules({ ...rules, holidays })} />
      </PageSection>
      <PageSection title={t('admin:sending.cap')} text={t('admin:sending.capText')}>
        <CapInput rules={rules} onChange={setRules} />
      </PageSection>
      {canWrite && (
        <Group mt="lg">
          <Button type="submit" loading={isSaving} disabled={!isDirty}>
            {t('common:save')}
          </Button>
        </Group>
      )}
    </Form>
  );
}

interface CapInputProps {
  readonly rules: Rules;
  readonly onChange: (rules: Rules) => void;
}

function CapInput({ rules, onChange }: CapInputProps) {
  const { t } = useTranslation('admin');
  const { cap } = rules;
  return (
    <Stack gap="sm">
      <Switch
        label={t('sending.capped')}
        checked={cap !== undefined}
        onChange={({ currentTarget }) =>
          onChange({ ...rules, cap: currentTarget.checked ? { count: 3, within: '1w' } : undefined })
        }
      />
      {cap && (
        <Group gap="sm" align="flex-start">
          <NumberInput
            label={t('sending.count')}
            w={160}
            value={cap.count}
            onChange={(count) => onChange({ ...rules, cap: { ...cap, count: typeof count === 'number' ? count : 1 } })}
            min={1}
            max={1000}
            allowDecimal={false}
            clampBehavior="strict"
          />
          <DurationInput
            label={t('sending.within')}
            value={cap.within}
            onChange={(within) => onChange({ ...rules, cap: { ...cap, within: within ?? '1w' } })}
          />
        </Group>
      )}
    </Stack>
  );
}
