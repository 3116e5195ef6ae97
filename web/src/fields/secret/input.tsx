import { Button, Group, Input, PasswordInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { controlProps } from '../control.ts';
import type { InputProps } from '../kind.ts';
import { asText } from '../values.ts';
import { SecretDisplay } from './display.tsx';
import { isSet } from './state.ts';

/** The stored secret is never shown. It can be kept, replaced or removed. */
export function SecretInput(props: InputProps) {
  const { field, value, onChange, onCommit, onBlur } = props;
  const { t } = useTranslation('fields');
  const [stored] = useState(value);
  const control = controlProps(props);
  const remove = () => {
    onChange(null);
    onCommit?.(null);
  };
  if (isSet(value))
    return (
      <Input.Wrapper label={props.compact ? undefined : field.label} description={field.help}>
        <Group gap="xs">
          <SecretDisplay field={field} value={value} />
          <Button size="compact-xs" variant="default" autoFocus={props.autoFocus} onClick={() => onChange('')}>
            {t('secret.replace')}
          </Button>
          {!field.required && (
            <Button size="compact-xs" variant="default" onClick={remove}>
              {t('secret.remove')}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
    );
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap">
      <PasswordInput
        {...control}
        flex={1}
        value={asText(value)}
        placeholder={isSet(stored) && value === null ? t('secret.removed') : undefined}
        // An input that was emptied again keeps the stored secret; only the button removes it.
        onChange={({ currentTarget }) =>
          onChange(currentTarget.value === '' && !isSet(stored) ? null : currentTarget.value)
        }
        onBlur={onBlur}
        autoComplete="new-password"
      />
      {isSet(stored) && (
        <Button size="xs" variant="default" onClick={() => onChange(stored)}>
          {t('secret.keep')}
        </Button>
      )}
    </Group>
  );
}
