import { Button, Group, NumberInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';
import { useCan } from '~/metadata/access.ts';
import { settingsPath } from '~/metadata/ai.ts';
import { Form } from '~/ui/form.tsx';
import { notifyDone } from '~/ui/notify.ts';
import { Section } from '~/ui/section.tsx';
import { FormAlert } from '~/views/parts/form-alert.tsx';
import { useSave } from '~/views/parts/use-save.ts';

const key = 'sales.leadRating';
const input = { filter: { key }, limit: 1, count: 'none' } as const;

interface Thresholds {
  readonly hot: number;
  readonly warm: number;
}

/** The thresholds of the server when the setting is absent. */
const defaults: Thresholds = { hot: 70, warm: 30 };

/** The scores from which leads are hot or warm. */
export function ThresholdsForm() {
  const { data, isSuccess } = useQuery({
    queryKey: keys.list(settingsPath, input),
    queryFn: async ({ signal }) => (await records.list(settingsPath, input, signal)).data[0] ?? null,
  });
  return isSuccess ? <Inputs key={data?.version ?? 0} setting={data} /> : null;
}

function Inputs({ setting }: { readonly setting: RecordData | null }) {
  const { t } = useTranslation('leads');
  const canWrite = useCan().scope('sales:admin');
  const stored = (setting?.value as Thresholds | null | undefined) ?? defaults;
  const [hot, setHot] = useState<string | number>(stored.hot);
  const [warm, setWarm] = useState<string | number>(stored.warm);
  const { save, isSaving, problems } = useSave({
    send: () => {
      const value = { hot: Number(hot), warm: Number(warm) };
      return setting
        ? records.update(settingsPath, setting._id, { value })
        : records.create(settingsPath, { key, type: 'object', value });
    },
    inputs: [],
    onDone: () => notifyDone(t('thresholds.saved')),
  });
  const isDirty = hot !== stored.hot || warm !== stored.warm;
  return (
    <Section title={t('thresholds.title')} text={t('thresholds.text')}>
      <Form onSubmit={() => save()}>
        <FormAlert text={problems.form} />
        <Group align="flex-end" gap="sm">
          <NumberInput label={t('thresholds.hot')} value={hot} onChange={setHot} w={140} disabled={!canWrite} />
          <NumberInput label={t('thresholds.warm')} value={warm} onChange={setWarm} w={140} disabled={!canWrite} />
          {canWrite && (
            <Button type="submit" variant="default" loading={isSaving} disabled={!isDirty || hot === '' || warm === ''}>
              {t('rules.save')}
            </Button>
          )}
        </Group>
      </Form>
    </Section>
  );
}
