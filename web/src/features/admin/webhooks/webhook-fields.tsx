import { Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { UserSelect } from '../parts/user-select.tsx';
import { EventPicker } from './event-picker.tsx';
import type { Webhook } from './webhooks.ts';

export interface WebhookValues {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly ownerId: string | null;
}

export const webhookInputs = ['url', 'description', 'events', 'ownerId'] as const;

export const valuesOf = (webhook: Webhook): WebhookValues => ({
  url: webhook.url,
  description: webhook.description ?? '',
  events: webhook.events ?? [],
  ownerId: webhook.ownerId,
});

/** The record fields of the values. */
export const recordOf = ({ url, description, events, ownerId }: WebhookValues) => ({
  url: url.trim(),
  description: description.trim() || null,
  events,
  ownerId,
});

interface WebhookFieldsProps {
  readonly values: WebhookValues;
  readonly onChange: (change: Partial<WebhookValues>) => void;
  readonly problems: Readonly<Record<string, string>>;
  readonly readOnly?: boolean;
}

/** The inputs of a webhook. */
export function WebhookFields({ values, onChange, problems, readOnly = false }: WebhookFieldsProps) {
  const { t } = useTranslation('admin');
  const isAdmin = useCan().scope('integrations:admin');
  return (
    <Stack gap="sm">
      <TextInput
        type="url"
        label={t('webhooks.url')}
        description={t('webhooks.urlHelp')}
        placeholder="https://example.com/hooks/atrium"
        value={values.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        error={problems.url}
        readOnly={readOnly}
        required
        data-autofocus
      />
      <Textarea
        label={t('webhooks.description')}
        value={values.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
        error={problems.description}
        readOnly={readOnly}
        autosize
        minRows={1}
        maxRows={6}
      />
      <EventPicker
        value={values.events}
        onChange={(events) => onChange({ events })}
        error={problems.events}
        readOnly={readOnly}
      />
      {isAdmin && (
        <UserSelect
          label={t('webhooks.owner')}
          description={t('webhooks.ownerHelp')}
          value={values.ownerId}
          onChange={(ownerId) => onChange({ ownerId })}
          error={problems.ownerId}
          clearable={false}
          readOnly={readOnly}
        />
      )}
    </Stack>
  );
}
