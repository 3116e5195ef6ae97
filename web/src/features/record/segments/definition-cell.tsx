import { Text } from '@mantine/core';
import type { Filter, RecordData } from '~/api/records.ts';
import { EmptyValue } from '~/fields/empty-value.tsx';
import { JsonDisplay } from '~/fields/json/display.tsx';
import { isEmpty } from '~/fields/values.ts';
import type { Field } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { DefinitionText } from '~/views/definition/definition-text.tsx';

/** The definition of a segment in words. It is changed in the form, which has a builder. */
export function DefinitionCell({ field, record }: { readonly field: Field; readonly record: RecordData }) {
  const target = useRegistry().find(String(record.modelKey ?? 'contacts'));
  const definition = record.definition as Filter | null;
  if (isEmpty(definition) || definition === null) return <EmptyValue />;
  if (!target || Object.keys(definition).length === 0) return <JsonDisplay field={field} value={definition} />;
  return (
    <Text size="sm">
      <DefinitionText model={target} definition={definition} />
    </Text>
  );
}
