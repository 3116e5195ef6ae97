import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldChange } from '~/api/records.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import type { TakeBack } from './take-back.ts';
import classes from './timeline.module.css';

interface ChangeListProps {
  readonly model: Model;
  readonly changes: readonly FieldChange[];
  /** Nothing is shown until the person asks for it. */
  readonly folded?: boolean;
  /** Of a new record: there was nothing before. */
  readonly onlyAfter?: boolean;
  readonly takeBack?: TakeBack | undefined;
}

/** More than this is behind a button. */
const shownAtFirst = 5;

/** Values before and after, field by field. */
export function ChangeList({ model, changes, folded = false, onlyAfter = false, takeBack }: ChangeListProps) {
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const [open, setOpen] = useState(false);
  // A computed field says the same again; a field that the person may not see is not in the registry.
  const known = changes.flatMap((change) => {
    const field = registry.field(model, change.field);
    return field && !field.computed ? [{ ...change, field }] : [];
  });
  const first = folded ? 0 : shownAtFirst;
  const shown = open ? known : known.slice(0, first);
  const more = known.length - first;
  return (
    <>
      {shown.length > 0 && (
        <dl className={classes.changes}>
          {shown.map(({ field, before, after }) => (
            <Fragment key={field.key}>
              <dt>{field.label}</dt>
              <dd>
                {!onlyAfter && (
                  <>
                    <span className={classes.before} data-empty={isEmpty(before) || undefined}>
                      <Value field={field} value={before} />
                    </span>
                    <IconArrowRight size={13} role="img" aria-label={t('timeline.becomes')} />
                  </>
                )}
                <Value field={field} value={after} />
                {takeBack?.can(field, before) && (
                  <Tooltip label={t('revert.field')}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={20}
                      aria-label={t('revert.fieldOf', { field: field.label })}
                      onClick={() => takeBack.run(field, before)}
                    >
                      <IconArrowBackUp size={13} />
                    </ActionIcon>
                  </Tooltip>
                )}
              </dd>
            </Fragment>
          ))}
        </dl>
      )}
      {more > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          c="dimmed"
          fw={500}
          mt={4}
          ml={-6}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? t('timeline.fewer') : t(folded ? 'timeline.values' : 'timeline.more', { count: more })}
        </Button>
      )}
    </>
  );
}

function Value({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const { t } = useTranslation('record');
  if (isEmpty(value)) return <span className={classes.nothing}>{t('timeline.nothing')}</span>;
  return <FieldDisplay field={field} value={value} compact />;
}
