import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AskedFilter, ai } from '~/api/ai.ts';
import type { Filter } from '~/api/records.ts';
import { type Model, modelName } from '~/metadata/model.ts';
import { errorText } from '~/ui/error-text.ts';
import { Form } from '~/ui/form.tsx';
import { describe } from '~/views/filter/describe.ts';
import { toTree } from '~/views/filter/tree.ts';
import { useWords } from '~/views/filter/use-words.ts';

interface AskFilterProps {
  readonly model: Model;
  readonly aiModel: string;
  readonly onApply: (asked: { filter: Filter; sort?: readonly string[] }) => void;
}

const maxLength = 1000;

/**
 * Turns a question into a filter with a language model. The filter is shown first, and applied when the person accepts
 * it.
 */
export function AskFilter({ model, aiModel, onApply }: AskFilterProps) {
  const { t } = useTranslation('ai');
  const [question, setQuestion] = useState('');
  const ask = useMutation({
    mutationFn: () => ai.query({ question: question.trim(), model: modelName(model), aiModel }),
  });
  const submit = () => {
    if (question.trim() !== '') ask.mutate();
  };
  const apply = ({ filter, sort }: AskedFilter) => {
    onApply({ filter, ...(sort !== undefined && { sort: sort.split(',') }) });
    ask.reset();
    setQuestion('');
  };
  return (
    <Stack gap="xs">
      <Form onSubmit={submit}>
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            size="xs"
            label={t('filter.label')}
            placeholder={t('filter.example')}
            leftSection={<IconSparkles size={14} />}
            value={question}
            maxLength={maxLength}
            onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
          />
          <Button size="xs" type="submit" variant="default" loading={ask.isPending} disabled={question.trim() === ''}>
            {t('filter.run')}
          </Button>
        </Group>
      </Form>
      {ask.error && (
        <Alert color="red" role="alert" py="xs">
          {errorText(ask.error, t)}
        </Alert>
      )}
      {ask.data && <Proposal model={model} asked={ask.data} onApply={apply} onDiscard={ask.reset} />}
    </Stack>
  );
}

interface ProposalProps {
  readonly model: Model;
  readonly asked: AskedFilter;
  readonly onApply: (asked: AskedFilter) => void;
  readonly onDiscard: () => void;
}

function Proposal({ model, asked, onApply, onDiscard }: ProposalProps) {
  const { t } = useTranslation('ai');
  const tree = useMemo(() => toTree(asked.filter), [asked.filter]);
  const words = useWords(model, tree);
  return (
    <Alert color="accent" role="status" py="xs">
      <Text size="sm" fw={500}>
        {tree.children.length === 0 ? t('filter.all') : describe(tree, words)}
      </Text>
      <Text size="sm">{asked.explanation}</Text>
      <Text size="xs" c="dimmed">
        {t('filter.total', { count: asked.total })}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" onClick={() => onApply(asked)}>
          {t('filter.apply')}
        </Button>
        <Button size="compact-sm" variant="default" onClick={onDiscard}>
          {t('filter.discard')}
        </Button>
      </Group>
    </Alert>
  );
}
