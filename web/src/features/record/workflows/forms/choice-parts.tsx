import { ActionIcon, Button, Fieldset, Group, Input, NumberInput, Stack, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { type Config, listOf, textOf } from '../flow/step.ts';
import { FilterInput } from './model-parts.tsx';
import type { PartProps } from './parts.ts';

const maxBranches = 20;
const maxParts = 10;

const replaced = (list: readonly Config[], n: number, one: Config): readonly Config[] =>
  list.map((before, index) => (index === n ? one : before));

/** The branches of a step, in the order in which they are tried. */
export function BranchesPart({ config, onChange, model, problems }: PartProps<'branches'>) {
  const { t } = useTranslation('workflows');
  const branches = listOf(config.branches);
  const set = (next: readonly Config[]) => onChange({ ...config, branches: next });
  const up = (n: number) => {
    const [before, one] = [branches[n - 1], branches[n]];
    if (before && one) set(replaced(replaced(branches, n - 1, one), n, before));
  };
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t('branch.help')}
      </Text>
      {branches.map((branch, n) => {
        const legend = t('way.branch', { number: n + 1 });
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: branches have no id, and their inputs hold no state that matters.
          <Fieldset key={n} legend={legend}>
            <Stack gap="sm">
              <Group gap="xs" align="flex-end" wrap="nowrap">
                <TextInput
                  flex={1}
                  label={t('part.name')}
                  value={textOf(branch.name)}
                  maxLength={200}
                  onChange={({ currentTarget }) => set(replaced(branches, n, { ...branch, name: currentTarget.value }))}
                />
                {n > 0 && (
                  <ActionIcon
                    size={36}
                    variant="default"
                    aria-label={t('branch.up', { name: legend })}
                    onClick={() => up(n)}
                  >
                    <IconArrowUp size={16} />
                  </ActionIcon>
                )}
                {branches.length > 1 && (
                  <ActionIcon
                    size={36}
                    variant="default"
                    aria-label={t('branch.remove', { name: legend })}
                    onClick={() => set(branches.filter((_, index) => index !== n))}
                  >
                    <IconTrash size={16} />
                  </ActionIcon>
                )}
              </Group>
              <FilterInput
                label={t('branch.filter')}
                required={false}
                model={model}
                value={branch.filter}
                onChange={(filter) => set(replaced(branches, n, { ...branch, filter: filter ?? {} }))}
                error={problems.get(`branches[${n}].filter`) ?? within(problems, `branches[${n}].filter`)}
              />
            </Stack>
          </Fieldset>
        );
      })}
      {branches.length < maxBranches && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => set([...branches, { name: '', filter: {}, next: null }])}
        >
          {t('branch.add')}
        </Button>
      )}
    </Stack>
  );
}

/** The first problem within a filter, such as `branches[0].filter[title]`. */
const within = (problems: ReadonlyMap<string, string>, start: string): string | undefined =>
  [...problems].find(([place]) => place.startsWith(`${start}[`) || place.startsWith(`${start}.`))?.[1];

/** The parts into which records are divided by chance. */
export function SplitPart({ config, onChange, problems }: PartProps<'split'>) {
  const { t } = useTranslation('workflows');
  const parts = listOf(config.parts);
  const set = (next: readonly Config[]) => onChange({ ...config, parts: next });
  const problem = problems.get('parts');
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {t('split.help')}
      </Text>
      {parts.map((part, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parts have no id, and their inputs hold no state that matters.
        <Group key={n} gap="xs" align="flex-end" wrap="nowrap">
          <TextInput
            flex={1}
            label={t('split.name', { number: n + 1 })}
            value={textOf(part.name)}
            maxLength={200}
            onChange={({ currentTarget }) => set(replaced(parts, n, { ...part, name: currentTarget.value }))}
          />
          <NumberInput
            w={90}
            label={t('part.percent')}
            value={typeof part.percent === 'number' ? part.percent : ''}
            min={0}
            max={100}
            suffix=" %"
            allowDecimal={false}
            onChange={(percent) =>
              set(replaced(parts, n, { ...part, percent: typeof percent === 'number' ? percent : 0 }))
            }
          />
          {parts.length > 2 && (
            <ActionIcon
              size={36}
              variant="default"
              aria-label={t('split.remove', { number: n + 1 })}
              onClick={() => set(parts.filter((_, index) => index !== n))}
            >
              <IconTrash size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {problem !== undefined && (
        <Input.Error role="alert" size="sm">
          {problem}
        </Input.Error>
      )}
      {parts.length < maxParts && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} />}
          onClick={() => set([...parts, { name: '', percent: 0, next: null }])}
        >
          {t('split.add')}
        </Button>
      )}
    </Stack>
  );
}
