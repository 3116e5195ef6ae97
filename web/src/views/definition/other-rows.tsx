import { Group, NumberInput, Text, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import { FieldFilter } from '~/fields/field-input.tsx';
import { jsonText, readJson } from '~/fields/json/read.ts';
import { useCheck } from '~/fields/use-check.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { Select } from '~/ui/select/select.tsx';
import type { OtherRowProps } from '../filter/other-conditions.ts';
import classes from './definition.module.css';
import { type EventValue, eventJson, readEvent, type Unit, units } from './event-value.ts';
import { useEventOptions } from './use-event-options.ts';

type ValueProps = Pick<OtherRowProps, 'onChange'> & { readonly value: unknown };

const plainField = {
  required: false,
  unique: false,
  readOnly: false,
  default: null,
  filterable: true,
  sortable: false,
  searchable: false,
};

const numberOf = (value: number | string): number | '' => (typeof value === 'number' ? value : '');

interface EventRowProps extends ValueProps {
  readonly model: Model;
}

/** An event, how often it happened at least, and in which time. */
export function EventRow({ model, value, onChange }: EventRowProps) {
  const { t } = useTranslation('segments');
  const event = readEvent(value) ?? { type: '', count: 1, within: undefined };
  const { type, count, within } = event;
  const options = useEventOptions(model, type);
  const change = (part: Partial<EventValue>) => onChange(eventJson({ ...event, ...part }));
  return (
    <div className={classes.event}>
      <Select
        size="xs"
        label={t('event.type')}
        className={classes.type}
        data={options}
        value={type === '' ? null : type}
        placeholder={t('event.choose')}
        onChange={(next) => change({ type: next ?? '' })}
        searchable
        limit={100}
        allowDeselect={false}
      />
      <NumberInput
        size="xs"
        label={t('event.count')}
        value={count}
        onChange={(next) => change({ count: numberOf(next) })}
        min={1}
        max={1000}
        allowDecimal={false}
        clampBehavior="strict"
      />
      <NumberInput
        size="xs"
        label={t('event.within')}
        placeholder={t('event.always')}
        value={within?.number ?? ''}
        onChange={(next) =>
          change({ within: typeof next === 'number' ? { number: next, unit: within?.unit ?? 'd' } : undefined })
        }
        min={1}
        max={9999}
        allowDecimal={false}
        clampBehavior="strict"
      />
      <Select
        size="xs"
        label={t('event.unit')}
        data={units.map((unit) => ({ value: unit, label: t(`unit.${unit}`) }))}
        value={within?.unit ?? 'd'}
        onChange={(unit) => within && change({ within: { ...within, unit: unit as Unit } })}
        disabled={within === undefined}
        allowDeselect={false}
      />
    </div>
  );
}

interface RecordRowProps extends ValueProps {
  readonly label: string;
  readonly reference: { readonly moduleKey: string; readonly slug: string };
  readonly only: Filter | undefined;
}

/** Another segment, or a list. */
export const RecordRow = ({ label, reference, value, onChange, only }: RecordRowProps) => (
  <FieldFilter
    field={{ ...plainField, key: 'record', type: 'reference', label, reference }}
    operator="eq"
    value={value}
    onChange={onChange}
    only={only}
  />
);

/** A part of all records. */
export function PercentRow({ value, onChange }: ValueProps) {
  const { t } = useTranslation('segments');
  return (
    <Group gap="xs" wrap="nowrap">
      <NumberInput
        size="xs"
        w={80}
        aria-label={t('percent.label')}
        value={typeof value === 'number' ? value : ''}
        onChange={(next) => onChange(numberOf(next))}
        min={0}
        max={100}
        suffix="%"
        allowDecimal={false}
        clampBehavior="strict"
      />
      <Text size="xs" c="dimmed">
        {t('percent.help')}
      </Text>
    </Group>
  );
}

const jsonField: Field = { ...plainField, key: 'json', type: 'json', label: '', shape: 'object' };

/** A part of the definition as JSON. */
export function JsonRow({ value, onChange }: ValueProps) {
  const { t } = useTranslation('segments');
  const [text, setText] = useState(() => jsonText(value));
  const problem = useCheck()(value, jsonField);
  return (
    <Textarea
      size="xs"
      aria-label={t('json.label')}
      description={t('json.help')}
      value={text}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(readJson(currentTarget.value) ?? {});
      }}
      error={problem}
      autosize
      minRows={2}
      maxRows={16}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  );
}
