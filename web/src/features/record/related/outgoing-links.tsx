import { Title } from '@mantine/core';
import { Fragment, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { FieldDisplay } from '~/fields/kinds.ts';
import { isEmpty } from '~/fields/values.ts';
import type { Model } from '~/metadata/model.ts';
import classes from './related.module.css';

interface OutgoingLinksProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly included: Included | undefined;
}

const bookkeeping = new Set(['createdBy', 'updatedBy']);

/** The records to which this one refers. */
export function OutgoingLinks({ model, record, included }: OutgoingLinksProps) {
  const { t } = useTranslation('record');
  const heading = useId();
  const fields = model.fields.filter(
    ({ key, reference }) => reference !== undefined && !bookkeeping.has(key) && !isEmpty(record[key]),
  );
  if (fields.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={heading}>
      <Title order={2} size="h3" className={classes.head} id={heading}>
        {t('related.outgoing')}
      </Title>
      <dl className={classes.outgoing}>
        {fields.map((field) => (
          <Fragment key={field.key}>
            <dt>{field.label}</dt>
            <dd>
              <FieldDisplay field={field} value={record[field.key]} record={record} included={included} />
            </dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
