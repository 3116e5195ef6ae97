import { Alert, List } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ApiError } from '~/api/http.ts';
import { ErrorState } from '~/ui/error-state.tsx';
import { problemText } from '~/ui/error-text.ts';

interface SaveProblemsProps {
  readonly error: unknown;
  /** Returns the label of a field. */
  readonly labelOf: (field: string) => string;
}

/** The reasons why a record was not saved, one line per field. */
export function SaveProblems({ error, labelOf }: SaveProblemsProps) {
  const { t } = useTranslation('editor');
  if (error === undefined) return null;
  if (!(error instanceof ApiError) || error.details.length === 0) return <ErrorState error={error} />;
  return (
    <Alert color="red" mx="md" mb="sm" title={t('notSaved')} role="alert">
      <List size="sm">
        {error.details.map((problem) => (
          <List.Item key={`${problem.field} ${problem.message}`}>
            {problem.field === undefined
              ? problemText(problem, t)
              : `${labelOf(problem.field)}: ${problemText(problem, t)}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
