import { IconArrowRight } from '@tabler/icons-react';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import type { DisplayProps } from '~/fields/kind.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import classes from './assistant.module.css';

export interface FieldValue {
  readonly key: string;
  /** Undefined when there is no earlier value, as in a new record. */
  readonly before?: unknown;
  readonly after: unknown;
}

interface FieldValuesProps {
  readonly model: Model;
  readonly values: readonly FieldValue[];
  readonly withBefore?: boolean;
  /** The known values of the record, such as its currency. */
  readonly record?: Values | undefined;
  /** The known values of the record before the change, when the change contains them. */
  readonly recordBefore?: Values | undefined;
}

type Values = Readonly<Record<string, unknown>>;

const maxShown = 12;

/** Fields with their values, or with their values before and after. */
export function FieldValues({ model, values, withBefore = false, record, recordBefore = record }: FieldValuesProps) {
  const { t } = useTranslation('assistant');
  const registry = useRegistry();
  // Fields that are not visible to the person are missing in the registry.
  const known = values.flatMap((value) => {
    const field = registry.field(model, value.key);
    return field && !field.computed ? [{ ...value, field }] : [];
  });
  if (known.length === 0) return null;
  return (
    <dl className={classes.values}>
      {known.slice(0, maxShown).map(({ field, before, after }) => (
        <Fragment key={field.key}>
          <dt>{field.label}</dt>
          <dd>
            {withBefore && (
              <>
                <span className={classes.before}>
                  <Value field={field} value={before} record={recordBefore} />
                </span>
                <IconArrowRight size={13} role="img" aria-label={t('becomes')} />
              </>
            )}
            <Value field={field} value={after} record={record} />
          </dd>
        </Fragment>
      ))}
      {known.length > maxShown && <dt>{t('moreFields', { count: known.length - maxShown })}</dt>}
    </dl>
  );
}

function Value({ field, value, record }: Pick<DisplayProps, 'field' | 'value' | 'record'>) {
  const { t } = useTranslation('assistant');
  if (isEmpty(value)) return <span className={classes.nothing}>{t('nothing')}</span>;
  return <FieldDisplay field={field} value={value} record={record} compact />;
}
