import { TextInput, type TextInputProps } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './color-input.module.css';

const swatches = ['#4977de', '#1c8a7a', '#43a047', '#b8860b', '#d2691e', '#c0392b', '#8e44ad', '#607d8b'];
const sixDigits = /^#[0-9a-f]{6}$/i;

interface ColorInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'rightSection'> {
  readonly value: string;
  readonly onChange: (color: string) => void;
}

/** A text input for a colour, with the browser's own picker next to it. Mantine's picker would add 7 KB, compressed. */
export function ColorInput({ value, onChange, ...props }: ColorInputProps) {
  const { t } = useTranslation();
  const list = useId();
  return (
    <TextInput
      {...props}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      rightSectionPointerEvents="all"
      rightSection={
        <>
          <input
            type="color"
            className={classes.chooser}
            aria-label={t('chooseColor')}
            list={list}
            disabled={props.disabled}
            // The browser's picker accepts only six digits, so other colours show as grey.
            value={sixDigits.test(value) ? value : '#868e96'}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <datalist id={list}>
            {swatches.map((color) => (
              <option key={color} value={color} />
            ))}
          </datalist>
        </>
      }
    />
  );
}
