import { Button, Checkbox, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRegistry } from '~/metadata/registry.ts';
import type { Form, FormStep } from '../form.ts';
import { formFieldsOf } from '../form-field.ts';
import { fromItems, itemsOf } from '../form-items.ts';
import { applyLogic } from './apply-logic.ts';
import classes from './form-preview.module.css';
import { PreviewField } from './preview-field.tsx';

const fonts: Readonly<Record<string, string>> = {
  system: 'system-ui, sans-serif',
  sans: 'Helvetica, Arial, sans-serif',
  serif: 'Georgia, serif',
  rounded: 'ui-rounded, "Hiragino Maru Gothic ProN", system-ui, sans-serif',
  mono: 'ui-monospace, monospace',
};

/** The page of a form has its own colours, independent of the console's colour scheme. */
function styleOf({ theme }: Form): CSSProperties {
  return {
    '--form-primary': theme?.primaryColor || '#2f5ab1',
    '--form-background': theme?.backgroundColor || '#ffffff',
    '--form-text': theme?.textColor || '#1c2430',
    '--form-radius': `${theme?.radius ?? 8}px`,
    fontFamily: fonts[theme?.font ?? 'system'],
    maxWidth: theme?.width ?? 640,
  } as CSSProperties;
}

/** The steps to show. Steps with only hidden fields are skipped. */
function shownSteps(form: Form, isShown: (key: string) => boolean): readonly FormStep[] {
  const { fields, steps } = fromItems(itemsOf(form));
  const all = steps.length > 0 ? steps : [{ title: '', fields }];
  return all.filter((step) => step.fields.some(isShown) || all.length === 1);
}

/** A form as visitors see it, with steps and logic. Nothing is submitted. */
export function FormPreview({ form }: { readonly form: Form }) {
  const { t } = useTranslation('marketing-forms');
  const fields = formFieldsOf(form, useRegistry().find(form.modelKey ?? ''));
  const [answers, setAnswers] = useState<Readonly<Record<string, unknown>>>({});
  const [at, setAt] = useState(0);
  const { hidden, required } = applyLogic(form.logic ?? [], answers);
  const steps = shownSteps(form, (key) => !hidden.has(key));
  const now = Math.min(at, Math.max(0, steps.length - 1));
  const step = steps[now];
  const isLast = now >= steps.length - 1;
  return (
    <div className={classes.page} style={styleOf(form)} data-testid="form-preview">
      <Stack gap="md">
        <Title order={2} c="inherit" fz={22}>
          {form.title || form.name}
        </Title>
        {form.description && <Text className={classes.lines}>{form.description}</Text>}
        {steps.length > 1 && (
          <div>
            <Text size="sm" mb={4}>
              {t('preview.step', { number: now + 1, count: steps.length })}
              {step?.title ? `: ${step.title}` : ''}
            </Text>
            <Progress
              value={((now + 1) / steps.length) * 100}
              size="sm"
              color="var(--form-primary)"
              aria-label={t('preview.progress')}
            />
          </div>
        )}
        {fields.length === 0 && <Text size="sm">{t('preview.empty')}</Text>}
        {fields
          .filter(({ key }) => step?.fields.includes(key) && !hidden.has(key))
          .sort((a, b) => (step?.fields.indexOf(a.key) ?? 0) - (step?.fields.indexOf(b.key) ?? 0))
          .map((field) => (
            <PreviewField
              key={field.key}
              field={required.has(field.key) ? { ...field, required: true } : field}
              value={answers[field.key]}
              onChange={(value) => setAnswers({ ...answers, [field.key]: value })}
            />
          ))}
        {isLast && form.consentText && (
          <Checkbox label={form.consentText} classNames={{ label: classes.label }} color="var(--form-primary)" />
        )}
        <Group gap="xs">
          {now > 0 && (
            <Button
              variant="outline"
              color="var(--form-primary)"
              className={classes.button}
              onClick={() => setAt(now - 1)}
            >
              {t('common:back')}
            </Button>
          )}
          <Button color="var(--form-primary)" className={classes.button} onClick={() => setAt(isLast ? 0 : now + 1)}>
            {isLast ? form.submitLabel || t('preview.submit') : t('preview.next')}
          </Button>
        </Group>
      </Stack>
    </div>
  );
}
