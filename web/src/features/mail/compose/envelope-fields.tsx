import { Group, SimpleGrid, Stack, Switch, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Envelope } from './draft.ts';

interface EnvelopeFieldsProps {
  readonly value: Envelope;
  readonly onChange: (part: Partial<Envelope>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

/** Inputs for the sender, the reply address, and the tracking of opens and clicks. */
export function EnvelopeFields({ value, onChange, errors }: EnvelopeFieldsProps) {
  const { t } = useTranslation('mail');
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={t('sent.from')}
          description={t('compose.fromHelp')}
          placeholder="Jane <jane@example.com>"
          value={value.from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
          error={errors.from}
          maxLength={500}
        />
        <TextInput
          type="email"
          label={t('sent.replyTo')}
          description={t('compose.replyToHelp')}
          value={value.replyTo}
          onChange={(event) => onChange({ replyTo: event.currentTarget.value })}
          error={errors.replyTo}
        />
      </SimpleGrid>
      <Group gap="lg">
        <Switch
          label={t('compose.trackOpens')}
          checked={value.trackOpens}
          onChange={(event) => onChange({ trackOpens: event.currentTarget.checked })}
        />
        <Switch
          label={t('compose.trackClicks')}
          checked={value.trackClicks}
          onChange={(event) => onChange({ trackClicks: event.currentTarget.checked })}
        />
      </Group>
    </Stack>
  );
}
