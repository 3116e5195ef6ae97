import { useTranslation } from 'react-i18next';
import { type Model, modelName } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import { useModelOptions } from '../parts/model-options.ts';

interface ModelSelectProps {
  readonly value: string | null;
  readonly error?: string | undefined;
  readonly onChange: (model: Model) => void;
}

/** Chooses the model of a screen. */
export function ModelSelect({ value, error, onChange }: ModelSelectProps) {
  const { t } = useTranslation('screens');
  const registry = useRegistry();
  const data = useModelOptions();
  const model = registry.find(value ?? '');
  return (
    <Select
      label={t('screen.model')}
      placeholder={t('screen.chooseModel')}
      data={data}
      value={model ? modelName(model) : null}
      onChange={(name) => {
        const next = registry.find(name ?? '');
        if (next) onChange(next);
      }}
      error={error ?? (value !== null && !model ? t('screen.unknownModel', { name: value }) : undefined)}
      searchable
      allowDeselect={false}
      maxDropdownHeight={320}
    />
  );
}
