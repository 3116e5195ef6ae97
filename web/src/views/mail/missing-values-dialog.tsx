import { Anchor, Checkbox, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '~/ui/form-dialog.tsx';
import { type MissingVariables, valueAt, withValue } from './missing-variables.ts';
import { ValueInput } from './value-input.tsx';

type Values = Readonly<Record<string, unknown>>;

interface MissingValuesDialogProps {
  readonly missing: MissingVariables;
  /** Sample data of the template, shown as examples. */
  readonly samples?: Values | null | undefined;
  /** The values entered so far. */
  readonly values: Values;
  readonly isBusy: boolean;
  readonly error?: Error | null;
  readonly onClose: () => void;
  readonly onSubmit: (values: Values, allowMissing: boolean) => void;
}

/** Asks for the variables of a mailing that have no value. */
export function MissingValuesDialog({ missing, samples, isBusy, error, onClose, ...props }: MissingValuesDialogProps) {
  const { t } = useTranslation('mail');
  const [values, setValues] = useState(props.values);
  const [allowMissing, setAllowMissing] = useState(false);
  const { names, others } = missing;
  const isComplete = others.length === 0 && names.every((name) => valueAt(values, name) !== undefined);
  return (
    <FormDialog
      title={t('missing.title')}
      size="lg"
      action={t('missing.action')}
      disabled={!isComplete && !allowMissing}
      isBusy={isBusy}
      error={error ?? null}
      onSubmit={() => props.onSubmit(values, allowMissing)}
      onClose={onClose}
    >
      <Text size="sm">{t('missing.text')}</Text>
      <Stack gap="sm">
        {names.map((name) => (
          <ValueInput
            key={name}
            name={name}
            sample={valueAt(samples, name)}
            value={valueAt(values, name)}
            onChange={(value) => setValues((before) => withValue(before, name, value))}
          />
        ))}
      </Stack>
      {others.length > 0 && (
        <List size="sm">
          {others.map((message) => (
            <List.Item key={message}>{message}</List.Item>
          ))}
        </List>
      )}
      {others.some((message) => message.startsWith('company.')) && (
        <Anchor size="sm" component={Link} to="/admin/company">
          {t('missing.company')}
        </Anchor>
      )}
      <Checkbox
        label={t('missing.allow')}
        checked={allowMissing}
        onChange={(event) => setAllowMissing(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
