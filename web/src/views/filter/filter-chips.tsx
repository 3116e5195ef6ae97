import { Button, Group, Pill, UnstyledButton } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { describe } from './describe.ts';
import classes from './filter.module.css';
import { replaceNode, toFilter, toTree } from './tree.ts';
import { useWords } from './use-words.ts';

interface FilterChipsProps {
  readonly model: Model;
  readonly filter: Filter | undefined;
  readonly onChange: (filter: Filter) => void;
  /** Opens the filter builder. */
  readonly onEdit: () => void;
}

/** The conditions of a filter as text. Each can be removed. */
export function FilterChips({ model, filter, onChange, onEdit }: FilterChipsProps) {
  const { t } = useTranslation('records');
  const root = useMemo(() => toTree(filter), [filter]);
  const words = useWords(model, root);
  if (root.children.length === 0) return null;
  return (
    <Group gap={6} px="md" pb={8} role="group" aria-label={t('filter.active')}>
      {root.children.map((child) => {
        const text = describe(child, words);
        return (
          <Pill
            key={child.id}
            size="md"
            className={classes.chip}
            withRemoveButton
            removeButtonProps={{
              'aria-label': t('filter.remove', { condition: text }),
              tabIndex: 0,
              'aria-hidden': false,
            }}
            onRemove={() => onChange(toFilter(replaceNode(root, child.id, undefined)) ?? {})}
          >
            <UnstyledButton className={classes.chipText} onClick={onEdit} title={text}>
              {text}
            </UnstyledButton>
          </Pill>
        );
      })}
      {root.children.length > 1 && (
        <Button size="compact-xs" variant="subtle" color="gray" onClick={() => onChange({})}>
          {t('filter.clear')}
        </Button>
      )}
    </Group>
  );
}
