import { IconSparkles } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { prepareQuestion } from '~/metadata/prepared-question.ts';
import { SideAction } from '~/ui/side-action.tsx';

/** Opens the assistant with the beginning of a question about a workflow. Nothing is shown to who may not use AI. */
export function DescribeButton({ question }: { readonly question: string }) {
  const { t } = useTranslation('workflows');
  if (!useCan().scope('ai:write')) return null;
  return <SideAction icon={IconSparkles} label={t('describe.open')} onClick={() => prepareQuestion(question)} />;
}
