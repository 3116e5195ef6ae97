import { Skeleton, Tooltip } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Included, RecordData } from '~/api/records.ts';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { relativeTime } from '~/lib/relative-time.ts';
import type { Field, Model } from '~/metadata/model.ts';
import { EditableField } from '~/views/form/editable-field.tsx';
import { isDefinition } from '~/views/form/form-fields.ts';
import type { LiveMark } from '../live-marks.ts';
import classes from './details.module.css';
import { isWide } from './field-sections.ts';

const DefinitionCell = lazy(() =>
  import('../segments/definition-cell.tsx').then((module) => ({ default: module.DefinitionCell })),
);

interface FieldCellProps {
  readonly model: Model;
  readonly record: RecordData;
  readonly field: Field;
  readonly included: Included | undefined;
  /** Set when somebody else has changed the field since the page was opened. */
  readonly mark: LiveMark | undefined;
  readonly onSaved: () => void;
}

export function FieldCell({ model, record, field, included, mark, onSaved }: FieldCellProps) {
  return (
    <div className={classes.field} data-wide={isWide(field) || undefined}>
      <dt title={field.help}>
        {field.label}
        {mark && <Mark mark={mark} />}
      </dt>
      <dd>
        {isDefinition(model, field) ? (
          <Suspense fallback={<Skeleton h={20} />}>
            <DefinitionCell field={field} record={record} />
          </Suspense>
        ) : (
          <EditableField model={model} record={record} field={field} included={included} onSaved={onSaved} />
        )}
      </dd>
    </div>
  );
}

function Mark({ mark: { actorId, time } }: { readonly mark: LiveMark }) {
  const { t, i18n } = useTranslation('record');
  const name = useRecordLabel('identity.users', actorId) ?? t('person.unknown');
  const text = t('details.changedBy', { name, time: relativeTime(time, i18n.language) });
  return (
    <Tooltip label={text}>
      <span className={classes.mark} role="img" aria-label={text} />
    </Tooltip>
  );
}
