import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { RecordData } from '~/api/records.ts';
import { useReferenced } from '~/fields/reference/lookup.ts';
import { type Model, recordPath } from '~/metadata/model.ts';
import { type Registry, titleOf, useRegistry } from '~/metadata/registry.ts';
import classes from './timeline.module.css';

/** Longer answers are truncated. The submission has the full text. */
const maxLength = 2000;

interface SubmissionAnswersProps {
  readonly model: Model;
  readonly submission: RecordData;
}

/** A submitted form with all answers. */
export function SubmissionAnswers({ model, submission }: SubmissionAnswersProps) {
  const { t } = useTranslation('record');
  const registry = useRegistry();
  const forms = registry.at('forms', 'forms');
  const { formId, data } = submission;
  const form = useReferenced(forms, typeof formId === 'string' ? formId : undefined, undefined);
  const answers = Object.entries((data as Record<string, unknown> | null) ?? {}).filter(
    ([, answer]) => answer !== null,
  );
  return (
    <div className={classes.card}>
      <Anchor component={Link} to={recordPath(model, submission._id)} size="sm">
        {form && forms ? titleOf(forms, form) : t('timeline.submission')}
      </Anchor>
      <dl className={classes.changes}>
        {answers.map(([key, answer]) => (
          <div key={key} style={{ display: 'contents' }}>
            <dt>{labelOf(registry, form, submission, key)}</dt>
            <dd>
              <Text span size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {answerText(answer, t('common:yes'), t('common:no'))}
              </Text>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** The question of the form, or else the label of the field. */
function labelOf(
  registry: Registry,
  form: RecordData | null | undefined,
  { modelKey }: RecordData,
  key: string,
): string {
  const settings = form?.fieldSettings as Readonly<Record<string, { label?: unknown } | undefined>> | null | undefined;
  const asked = settings?.[key]?.label;
  if (typeof asked === 'string' && asked !== '') return asked;
  const target = registry.find(String(modelKey ?? ''));
  return (target && registry.field(target, key)?.label) ?? key;
}

function answerText(answer: unknown, yes: string, no: string): string {
  if (typeof answer === 'boolean') return answer ? yes : no;
  const text = Array.isArray(answer)
    ? answer.join(', ')
    : typeof answer === 'object'
      ? JSON.stringify(answer)
      : `${answer}`;
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
