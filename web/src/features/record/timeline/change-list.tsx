import { ActionIcon, Button, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconArrowRight } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldChange, RecordData } from '~/api/records.ts';
import type { DisplayProps } from '~/fields/kind.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import classes from './timeline.module.css';
import type { UndoFieldChange } from './undo-field-change.ts';

interface ChangeListProps {
  readonly model: Model;
  readonly changes: readonly FieldChange[];
  /** True hides the changes until the person opens them. */
  readonly folded?: boolean;
  /** True for new records, which have no earlier values. */
  readonly onlyAfter?: boolean;
  readonly undoChange?: UndoFieldChange | undefined;
  /** The record as it is now. Amounts use its currency, unless the currency changed with them. */
  readonly record?: RecordData | null | undefined;
}

/** The number of changes that are shown before a button reveals the rest. */
const shownAtFirst = 5;

const id = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * True when the value is an id in a text field, such as the id of a batch, which tells people nothing. References show
 * a name instead.
 */
const isBareId = ({ type }: Field, { before, after }: FieldChange): boolean =>
  type === 'text' && [before, after].every((value) => isEmpty(value) || id.test(String(value)));

/** The changed fields, with the values before and after. */
export function ChangeList(props: ChangeListProps) {
  const { model, changes, folded = false, onlyAfter = false, undoChange, record } = props;
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const [open, setOpen] = useState(false);
  // Computed fields repeat others, and fields that are not visible to the person are not in the registry.
  const known = changes.flatMap((change) => {
    const field = registry.field(model, change.field);
    return field && !field.computed && !isBareId(field, change) ? [{ ...change, field }] : [];
  });
  const currency = changes.find(({ field }) => field === 'currency');
  const recordAt = (time: 'before' | 'after') =>
    currency ? { ...record, currency: currency[time] } : (record ?? undefined);
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
                {!onlyAfter && field.type !== 'json' && (
                  <>
                    <span className={classes.before} data-empty={isEmpty(before) || undefined}>
                      <Value field={field} value={before} record={recordAt('before')} />
                    </span>
                    <IconArrowRight size={13} role="img" aria-label={t('timeline.becomes')} />
                  </>
                )}
                <Value field={field} value={after} record={recordAt('after')} />
                {undoChange?.can(field, before) && (
                  <Tooltip label={t('revert.field')}>
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      size={20}
                      aria-label={t('revert.fieldOf', { field: field.label })}
                      onClick={() => undoChange.run(field, before)}
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

function Value({ field, value, record }: Pick<DisplayProps, 'field' | 'value' | 'record'>) {
  const { t } = useTranslation('record');
  if (isEmpty(value)) return <span className={classes.nothing}>{t('timeline.nothing')}</span>;
  // JSON tells people little, and is longer than a line.
  if (field.type === 'json') return <span className={classes.nothing}>{t('timeline.json')}</span>;
  return <FieldDisplay field={field} value={value} record={record} compact />;
}
