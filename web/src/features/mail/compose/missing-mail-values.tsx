import { useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { records } from '~/api/records.ts';
import { MissingValuesDialog } from '~/views/mail/missing-values-dialog.tsx';
import type { MissingVariables } from '~/views/mail/missing-variables.ts';
import { paths } from '../mail-api.ts';
import type { Message } from './draft.ts';

interface MissingMailValuesProps {
  readonly message: Message;
  readonly missing: MissingVariables;
  readonly onClose: () => void;
  readonly onSubmit: (variables: Message['variables'], allowMissing: boolean) => void;
}

/** Asks for missing values of a mailing, with the sample data of its template as examples. */
export function MissingMailValues({ message: { templateId, variables }, ...props }: MissingMailValuesProps) {
  const { data } = useQuery({
    queryKey: keys.record(paths.templates, templateId ?? ''),
    queryFn: ({ signal }) => records.get(paths.templates, templateId ?? '', [], signal),
    enabled: templateId !== undefined,
  });
  const samples = data?.sampleData as Message['variables'] | null | undefined;
  // The samples decide whether an input is text or JSON, so they must be loaded first.
  if (templateId !== undefined && !data) return null;
  return <MissingValuesDialog {...props} samples={samples} values={variables} isBusy={false} />;
}
