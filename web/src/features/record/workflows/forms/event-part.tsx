import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import { useEventName, useEventOptions } from '~/views/definition/use-event-options.ts';
import { type Config, objectOf, textOf } from '../flow/step.ts';
import { FilterInput } from './model-parts.tsx';
import { type PartProps, problemAt, withPart } from './parts.ts';

const changes = ['created', 'updated', 'deleted', 'restored'] as const;

const isChange = (word: string): word is (typeof changes)[number] => (changes as readonly string[]).includes(word);

/** Returns a function that names an event of records of the model, or of records that refer to them. */
export function useEventLabel(model: Model): (type: string) => string {
  const { t } = useTranslation('workflows');
  const registry = useRegistry();
  const name = useEventName(model);
  return (type) => {
    const [key = '', change = ''] = type.split('.');
    const of = registry.find(key);
    if (of && of.modelKey === key && isChange(change)) return t(`event.${change}`, { record: of.label });
    return name(type);
  };
}

/** The events to choose from: changes of the record, frequent events, and those of records that refer to it. */
function useOptions(model: Model, chosen: string) {
  const { t } = useTranslation('workflows');
  const registry = useRegistry();
  const label = useEventLabel(model);
  const own = useMemo(() => changes.map((change) => `${model.modelKey}.${change}`), [model]);
  const referring = useMemo(() => {
    const models = new Set(
      registry.incoming(model).flatMap((link) => (link.field.type === 'reference' ? [link.model] : [])),
    );
    return [...models]
      .filter((one) => one !== model && registry.find(one.modelKey) === one)
      .flatMap((one) => ['created', 'updated'].map((change) => `${one.modelKey}.${change}`));
  }, [registry, model]);
  const isOwn = own.includes(chosen) || referring.includes(chosen);
  const option = (type: string) => ({ value: type, label: label(type) });
  const taken = new Set([...own, ...referring]);
  const times = useEventOptions(model, isOwn ? '' : chosen).map(({ group, items }) => ({
    group,
    items: items.filter(({ value }) => !taken.has(value)),
  }));
  const [common, ...rest] = times;
  return [
    { group: t('event.own', { record: model.label }), items: own.map(option) },
    ...(common ? [common] : []),
    { group: t('event.others'), items: referring.map(option).sort((a, b) => a.label.localeCompare(b.label)) },
    ...rest,
  ].filter(({ items }) => items.length > 0);
}

interface EventInputProps {
  readonly model: Model;
  readonly event: Config;
  readonly onChange: (event: Config) => void;
  readonly error?: string | undefined;
  readonly filterError?: string | undefined;
}

/** An event, and a filter of the record that it is about. */
export function EventInput({ model, event, onChange, error, filterError }: EventInputProps) {
  const { t } = useTranslation('workflows');
  const registry = useRegistry();
  const type = textOf(event.type);
  const source = registry.find(type.split('.')[0] ?? '');
  const options = useOptions(model, type);
  return (
    <>
      <Select
        label={t('part.type')}
        withAsterisk
        data={options}
        value={type === '' ? null : type}
        placeholder={t('choose')}
        searchable
        limit={100}
        onChange={(next) => onChange({ type: next ?? '' })}
        error={error}
      />
      {source && (
        <FilterInput
          label={t('event.filter', { record: source.label })}
          model={source}
          value={event.filter}
          onChange={(filter) => onChange(withPart(event, 'filter', filter))}
          error={filterError}
        />
      )}
    </>
  );
}

/** The event that enrolls records. */
export function EventPart({ config, onChange, model, problems }: PartProps<'event'>) {
  return (
    <EventInput
      model={model}
      event={objectOf(config)}
      onChange={onChange}
      error={problemAt(problems, 'type') ?? problemAt(problems, 'event.type')}
      filterError={problemAt(problems, 'filter') ?? problemAt(problems, 'event.filter')}
    />
  );
}
