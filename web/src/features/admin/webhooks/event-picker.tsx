import { Checkbox, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import { TagsInput } from '~/ui/select/tags-input.tsx';
import { type EventType, eventTypesQuery } from './webhooks.ts';

interface EventPickerProps {
  readonly value: readonly string[];
  readonly onChange: (events: readonly string[]) => void;
  readonly error?: string | undefined;
  readonly readOnly: boolean;
}

const maxEvents = 100;

/** Chooses event types or patterns, typed or ticked by model. */
export function EventPicker({ value, onChange, error, readOnly }: EventPickerProps) {
  const { t } = useTranslation('admin');
  const { data: types = [] } = useQuery({ ...eventTypesQuery, enabled: !readOnly });
  const topics = useTopics(types);
  const [topic, setTopic] = useState<string | null>(null);
  const chosen = topics.find(({ key }) => key === topic);
  const toggle = (event: string, checked: boolean) =>
    onChange(checked ? [...value, event] : value.filter((other) => other !== event));
  return (
    <Stack gap="xs">
      <TagsInput
        label={t('webhooks.events')}
        description={t('webhooks.eventsHelp')}
        placeholder={value.length === 0 ? t('webhooks.eventsPlaceholder') : undefined}
        value={[...value]}
        onChange={onChange}
        data={types.map(({ type }) => type)}
        limit={20}
        maxTags={maxEvents}
        error={error}
        readOnly={readOnly}
        splitChars={[',', ' ']}
        required
      />
      {!readOnly && (
        <Select
          size="xs"
          aria-label={t('webhooks.chooseTopic')}
          placeholder={t('webhooks.chooseTopic')}
          data={topics.map(({ key, label }) => ({ value: key, label }))}
          value={topic}
          onChange={setTopic}
          searchable
          clearable
          limit={60}
          nothingFoundMessage={t('webhooks.noTopic')}
        />
      )}
      {chosen && (
        <Group gap="md" role="group" aria-label={chosen.label}>
          <Checkbox
            size="xs"
            label={t('webhooks.allOf', { pattern: `${chosen.key}.*` })}
            checked={value.includes(`${chosen.key}.*`)}
            onChange={(event) => toggle(`${chosen.key}.*`, event.currentTarget.checked)}
          />
          {chosen.types.map(({ type, description }) => (
            <Checkbox
              key={type}
              size="xs"
              label={type}
              title={description}
              disabled={value.includes(`${chosen.key}.*`)}
              checked={value.includes(type) || value.includes(`${chosen.key}.*`)}
              onChange={(event) => toggle(type, event.currentTarget.checked)}
            />
          ))}
        </Group>
      )}
    </Stack>
  );
}

interface Topic {
  /** The part before the dot: the key of a model, or `security`. */
  readonly key: string;
  readonly label: string;
  readonly types: readonly EventType[];
}

/** Event types, grouped by model or by the word before the dot. */
function useTopics(types: readonly EventType[]): readonly Topic[] {
  const registry = useRegistry();
  return useMemo(() => {
    const topics = new Map<string, EventType[]>();
    for (const type of types) {
      const key = type.modelKey ?? type.type.slice(0, type.type.lastIndexOf('.'));
      topics.set(key, [...(topics.get(key) ?? []), type]);
    }
    const labels = new Map(registry.models.map((model) => [model.modelKey, model.labelPlural]));
    return [...topics]
      .map(([key, found]) => ({ key, label: labels.has(key) ? `${labels.get(key)} (${key})` : key, types: found }))
      .sort((a, b) => a.label.localeCompare(b.label));
  }, [types, registry]);
}
