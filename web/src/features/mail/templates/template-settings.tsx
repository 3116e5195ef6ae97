import { SimpleGrid } from '@mantine/core';
import { FieldOf } from '~/views/parts/field-of.tsx';
import type { Draft } from './use-draft.ts';

const model = 'communications.emailTemplates';
const fields = [
  'name',
  'status',
  'category',
  'format',
  'fromName',
  'fromEmail',
  'replyTo',
  'language',
  'folder',
  'tags',
  'variables',
  'description',
];

/** The settings of a template: sender, category, state. */
export function TemplateSettings({
  draft: { draft, change },
  disabled,
}: {
  readonly draft: Draft;
  readonly disabled: boolean;
}) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" p="sm">
      {fields.map((field) => (
        <FieldOf
          key={field}
          model={model}
          field={field}
          value={draft[field]}
          onChange={(value) => change({ [field]: value === '' ? null : value })}
          values={draft}
          disabled={disabled}
        />
      ))}
    </SimpleGrid>
  );
}
