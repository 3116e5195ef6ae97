import { Group, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MultiSelect } from '~/ui/select/multi-select.tsx';
import { UserSelect } from '../parts/user-select.tsx';
import { kinds } from './security-events.ts';

/** `from` and `to` are days, both inclusive. */
interface SecurityFilterState {
  readonly kind?: string | undefined;
  readonly userId?: string | undefined;
  readonly ip?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

interface SecurityFiltersProps {
  readonly state: SecurityFilterState;
  readonly onChange: (change: Readonly<Record<string, string | undefined>>) => void;
}

export function SecurityFilters({ state, onChange }: SecurityFiltersProps) {
  const { t } = useTranslation('admin');
  const { kind, userId, ip, from, to } = state;
  const chosen = kind?.split(',') ?? [];
  return (
    <Group gap="xs" mb="sm" align="flex-start">
      <MultiSelect
        size="xs"
        w={{ base: '100%', xs: 240 }}
        aria-label={t('security.byKind')}
        placeholder={chosen.length === 0 ? t('security.byKind') : undefined}
        data={Object.entries(kinds).map(([group, names]) => ({
          group: t(`security.groups.${group}`),
          items: names.map((name) => ({ value: name, label: t(`security.kinds.${name}`) })),
        }))}
        value={chosen}
        onChange={(next) => onChange({ kind: next.join(',') || undefined })}
        searchable
        clearable
      />
      <UserSelect
        label={t('security.user')}
        labelHidden
        size="xs"
        value={userId ?? null}
        onChange={(id) => onChange({ userId: id ?? undefined })}
      />
      <TextInput
        key={ip}
        size="xs"
        w={140}
        aria-label={t('security.ip')}
        placeholder={t('security.ip')}
        defaultValue={ip ?? ''}
        onBlur={(event) => onChange({ ip: event.currentTarget.value.trim() || undefined })}
        onKeyDown={(event) => event.key === 'Enter' && onChange({ ip: event.currentTarget.value.trim() || undefined })}
      />
      <Group gap="xs">
        <Day label={t('security.since')} width={48} value={from} max={to} onChange={(day) => onChange({ from: day })} />
        <Day label={t('security.until')} width={36} value={to} min={from} onChange={(day) => onChange({ to: day })} />
      </Group>
    </Group>
  );
}

interface DayProps {
  readonly label: string;
  /** Width of the label in pixels. */
  readonly width: number;
  readonly value: string | undefined;
  readonly min?: string | undefined;
  readonly max?: string | undefined;
  readonly onChange: (day: string | undefined) => void;
}

/** A date input with its label inside. */
function Day({ label, width, value, min, max, onChange }: DayProps) {
  return (
    <TextInput
      type="date"
      size="xs"
      aria-label={label}
      leftSection={
        <Text size="xs" c="dimmed" aria-hidden>
          {label}
        </Text>
      }
      leftSectionWidth={width}
      value={value ?? ''}
      min={min}
      max={max}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}
