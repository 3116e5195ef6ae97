import { Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Select } from '~/ui/select/select.tsx';
import { FieldOf } from '~/views/parts/field-of.tsx';
import type { Block } from '../site.ts';
import { pagesModel } from '../site.ts';
import { blockTypeOf, type Control, takesFile } from './block-types.ts';
import { MediaInput } from './media-input.tsx';

interface BlockFormProps {
  readonly block: Block;
  readonly onChange: (block: Block) => void;
  readonly disabled: boolean;
}

/** The fields of a block. Empty fields are not stored. */
export function BlockForm({ block, onChange, disabled }: BlockFormProps) {
  const set = (values: Readonly<Record<string, unknown>>) =>
    onChange(
      Object.fromEntries(
        Object.entries({ ...block, ...values }).filter(([, value]) => value !== undefined && value !== ''),
      ) as unknown as Block,
    );
  return (
    <Stack gap="xs" py="xs">
      {(blockTypeOf(block)?.fields ?? []).map(({ key, control }) => (
        <BlockField key={key} name={key} control={control} block={block} onChange={set} disabled={disabled} />
      ))}
    </Stack>
  );
}

interface BlockFieldProps {
  readonly name: string;
  readonly control: Control;
  readonly block: Block;
  readonly onChange: (values: Readonly<Record<string, unknown>>) => void;
  readonly disabled: boolean;
}

function BlockField({ name, control, block, onChange, disabled }: BlockFieldProps) {
  const { t } = useTranslation('marketing-sites');
  const value = block[name];
  const text = typeof value === 'string' ? value : '';
  const shared = { size: 'xs', label: t(`fields.${block.type}.${name}`), disabled } as const;
  if (control === 'image' || control === 'video')
    return <MediaInput kind={control} name={name} {...{ block, onChange, disabled }} label={shared.label} />;
  if (takesFile(block) && name === 'url' && block.storedFileId !== undefined) return null;
  if (control === 'form')
    return (
      <FieldOf
        model={pagesModel}
        field="formId"
        label={shared.label}
        value={value ?? null}
        onChange={(formId) => onChange({ formId: formId ?? undefined })}
        disabled={disabled}
      />
    );
  if (control === 'level')
    return (
      <Select
        {...shared}
        data={['1', '2', '3', '4'].map((level) => ({ value: level, label: t('editor.level', { level }) }))}
        value={String(value ?? 2)}
        onChange={(level) => onChange({ level: Number(level ?? 2) })}
        allowDeselect={false}
      />
    );
  if (control === 'lines' || control === 'code')
    return (
      <Textarea
        {...shared}
        description={control === 'lines' ? t('editor.textHelp') : undefined}
        value={text}
        onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        autosize
        minRows={4}
        maxRows={20}
        {...(control === 'code' && { ff: 'monospace', spellCheck: false })}
      />
    );
  return (
    <TextInput
      {...shared}
      placeholder={control === 'address' ? 'https://… / /contact' : undefined}
      value={text}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}
