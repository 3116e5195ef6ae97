import { Input, SimpleGrid, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Model, type RollupFunction, rollupFunctions } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { Select } from '~/ui/select/select.tsx';
import { FilterBuilder } from '~/views/filter/filter-builder.tsx';
import { measuredFields, type RollupValues, rollupLinks } from './behaviour-values.ts';

interface RollupEditorProps {
  readonly model: Model;
  readonly value: RollupValues;
  readonly onChange: (rollup: RollupValues) => void;
  readonly problem: string | undefined;
}

/** Edits a rollup: the records that refer to this model, what is computed of them, and which of them count. */
export function RollupEditor({ model, value, onChange, problem }: RollupEditorProps) {
  const { t } = useTranslation('admin');
  const registry = useRegistry();
  const [filtered, setFiltered] = useState(value.filter !== undefined);
  const links = rollupLinks(registry, model);
  const children = links.find(({ name }) => name === value.link)?.link.model;
  const measured = children ? measuredFields(children, value.function) : [];
  const change = (next: Partial<RollupValues>) => onChange({ ...value, ...next });
  const chooseFunction = (name: RollupFunction) => {
    const fits = children && measuredFields(children, name).some(({ key }) => key === value.field);
    change({ function: name, field: fits ? value.field : null });
  };
  return (
    <>
      <Select
        label={t('rollup.records')}
        description={t('rollup.recordsHelp')}
        data={links.map(({ name, link }) => ({
          value: name,
          label: `${link.model.labelPlural} (${link.field.label})`,
        }))}
        value={value.link}
        onChange={(link) => link !== null && change({ link, field: null, filter: undefined })}
        error={problem}
        searchable
        limit={60}
        required
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Select
          label={t('rollup.function')}
          data={rollupFunctions.map((name) => ({ value: name, label: t(`rollup.functions.${name}`) }))}
          value={value.function}
          onChange={(name) => name !== null && chooseFunction(name as RollupFunction)}
        />
        {value.function !== 'count' && (
          <Select
            label={t('rollup.field')}
            data={measured.map(({ key, label }) => ({ value: key, label }))}
            value={value.field}
            onChange={(field) => change({ field })}
            disabled={!children}
            searchable
            required
          />
        )}
      </SimpleGrid>
      {children && (
        <>
          <Switch
            label={t('rollup.filtered')}
            checked={filtered}
            onChange={({ currentTarget }) => {
              setFiltered(currentTarget.checked);
              if (!currentTarget.checked) change({ filter: undefined });
            }}
          />
          {filtered && (
            <Input.Wrapper label={t('rollup.filter')} labelElement="div">
              <FilterBuilder
                key={value.link}
                model={children}
                value={value.filter}
                onChange={(filter) => change({ filter })}
                ownOnly
              />
            </Input.Wrapper>
          )}
        </>
      )}
    </>
  );
}
