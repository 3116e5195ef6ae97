import { ActionIcon, Button, Group, Loader, SegmentedControl, Title, Tooltip } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Field } from '~/metadata/model.ts';
import { Select } from '~/ui/select/select.tsx';
import { type Mode, modes, step } from './days.ts';
import type { CalendarPlace } from './use-calendar-place.ts';
import { periodTitle } from './words.ts';

interface ToolbarProps {
  readonly place: CalendarPlace;
  readonly fields: readonly Field[];
  readonly field: Field;
  readonly onField: (key: string) => void;
  readonly onMode: (mode: Mode) => void;
  readonly onCreate?: (() => void) | undefined;
  readonly busy: boolean;
}

export function Toolbar({ place, fields, field, onField, onMode, onCreate, busy }: ToolbarProps) {
  const { t, i18n } = useTranslation('calendar');
  const { mode, day, today, first, go } = place;
  return (
    <Group px="md" pb="xs" gap="xs" justify="space-between">
      <Group gap={4}>
        <Button size="xs" variant="default" onClick={() => go({ day: today })}>
          {t('today')}
        </Button>
        {([-1, 1] as const).map((direction) => {
          const label = t(direction === 1 ? 'next' : 'previous');
          const Icon = direction === 1 ? IconChevronRight : IconChevronLeft;
          return (
            <Tooltip key={direction} label={label}>
              <ActionIcon
                variant="subtle"
                color="gray"
                onClick={() => go({ day: step(mode, day, direction) })}
                aria-label={label}
              >
                <Icon size={18} />
              </ActionIcon>
            </Tooltip>
          );
        })}
        <Title order={2} size="h3" ml={4} aria-live="polite">
          {periodTitle(mode, day, first, i18n.language)}
        </Title>
        {busy && <Loader size={14} ml={4} aria-label={t('loading')} />}
      </Group>
      <Group gap="xs">
        {fields.length > 1 && (
          <Select
            size="xs"
            w={{ base: 120, sm: 160 }}
            aria-label={t('dateField')}
            data={fields.map(({ key, label }) => ({ value: key, label }))}
            value={field.key}
            onChange={(key) => key !== null && onField(key)}
            allowDeselect={false}
            searchable={fields.length > 8}
          />
        )}
        <SegmentedControl
          size="xs"
          aria-label={t('mode')}
          data={modes.map((value) => ({ value, label: t(`modes.${value}`) }))}
          value={mode}
          onChange={(value) => onMode(value as Mode)}
        />
        {onCreate && (
          <ActionIcon variant="default" size={30} visibleFrom="sm" onClick={onCreate} aria-label={t('createOn')}>
            <IconPlus size={16} />
          </ActionIcon>
        )}
      </Group>
    </Group>
  );
}
