import { Button, Title } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Included } from '~/api/records.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import classes from './form.module.css';
import { FormField, widthClass } from './form-field.tsx';
import type { FormLayoutState } from './use-form-layout.ts';
import type { RecordFormState } from './use-record-form.ts';

interface LayoutFieldsProps {
  readonly model: Model;
  readonly form: RecordFormState;
  readonly layout: FormLayoutState;
  readonly included: Included | undefined;
  /** The field that takes the focus. */
  readonly first?: Field | undefined;
  /** Returns a special input for a field; undefined uses the default input. */
  readonly special?: ((field: Field) => ReactNode | undefined) | undefined;
}

/** The fields of a form: the main ones, and the others behind "More fields". */
export function LayoutFields({ layout: { layout, more, setMore }, ...props }: LayoutFieldsProps) {
  const { t } = useTranslation('forms');
  const registry = useRegistry();
  const headingOf = (group: string | undefined) => (group === undefined ? t('details') : registry.groupLabel(group));
  const restCount = layout.more.reduce((count, { fields }) => count + fields.length, 0);
  return (
    <div className={classes.form}>
      <Grid {...props} fields={layout.main} />
      {restCount > 0 && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-expanded={more}
            onClick={() => setMore(!more)}
            leftSection={more ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
          >
            {more ? t('fewerFields') : t('moreFields', { count: restCount })}
          </Button>
        </div>
      )}
      {more &&
        layout.more.map(({ group, fields }) => (
          <section key={group ?? ''} aria-label={headingOf(group)}>
            <Title order={3} size="h4" className={classes.heading} mb="sm">
              {headingOf(group)}
            </Title>
            <Grid {...props} fields={fields} first={undefined} />
          </section>
        ))}
    </div>
  );
}

interface GridProps extends Omit<LayoutFieldsProps, 'layout'> {
  readonly fields: readonly Field[];
}

const Grid = ({ model, form, included, fields, first, special }: GridProps) => (
  <div className={classes.grid}>
    {fields.map((field) => {
      const shown = special?.(field);
      if (shown !== undefined)
        return (
          <div key={field.key} className={widthClass(field)}>
            {shown}
          </div>
        );
      return (
        <FormField
          key={field.key}
          model={model}
          form={form}
          field={field}
          included={included}
          autoFocus={field === first}
        />
      );
    })}
  </div>
);
