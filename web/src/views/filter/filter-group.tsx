import { ActionIcon, Button, Group, SegmentedControl, Stack } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConditionRow } from './condition-row.tsx';
import { type FilterField, startOf } from './fields.ts';
import classes from './filter.module.css';
import type { OtherConditions } from './other-conditions.ts';
import { condition, type FilterNode, type GroupNode, group } from './tree.ts';

interface FilterGroupProps {
  readonly node: GroupNode;
  readonly fields: readonly FilterField[];
  readonly others: OtherConditions | undefined;
  /** The ids of the conditions that are marked as incomplete. */
  readonly incomplete: ReadonlySet<string>;
  readonly isRoot?: boolean;
  /** Replaces a node of the tree; undefined removes it. */
  readonly onReplace: (id: string, node: FilterNode | undefined) => void;
  /** True when the server would accept the tree with this node in place of the one with the same id. */
  readonly fits: (node: FilterNode) => boolean;
}

const modes = {
  all: { match: 'all', not: false },
  any: { match: 'any', not: false },
  none: { match: 'any', not: true },
  notAll: { match: 'all', not: true },
} as const;

type Mode = keyof typeof modes;

const modeOf = ({ match, not }: GroupNode): Mode => (not ? (match === 'any' ? 'none' : 'notAll') : match);

export function FilterGroup(props: FilterGroupProps) {
  const { node, fields, others, incomplete, isRoot, onReplace, fits } = props;
  const { t } = useTranslation('records');
  const newCondition = () => {
    const [first] = fields;
    const start = first ? startOf(first.field) : undefined;
    return condition(first?.path ?? '', start?.operator ?? 'eq', start?.value);
  };
  const withChild = (child: FilterNode): GroupNode => ({ ...node, children: [...node.children, child] });
  const nested = () => group(node.match === 'all' ? 'any' : 'all', [newCondition(), newCondition()]);
  const mode = modeOf(node);
  // Filters of the API may negate a group of all. It is shown, but not offered, because few people need it.
  const offered: readonly Mode[] = mode === 'notAll' ? ['all', 'any', 'none', 'notAll'] : ['all', 'any', 'none'];
  return (
    <Stack gap={8} className={`${classes.group} ${isRoot ? classes.root : ''}`} role="group">
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label={t('filter.match')}
          value={mode}
          onChange={(next) => onReplace(node.id, { ...node, ...modes[next as Mode] })}
          data={offered.map((value) => ({
            value,
            label: t(`filter.${value}`),
            disabled: value !== mode && !fits({ ...node, ...modes[value] }),
          }))}
        />
        {!isRoot && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('filter.removeGroup')}
            onClick={() => onReplace(node.id, undefined)}
          >
            <IconTrash size={14} />
          </ActionIcon>
        )}
      </Group>
      {node.children.map((child) =>
        child.kind !== 'group' ? (
          <ConditionRow
            key={child.id}
            node={child}
            fields={fields}
            others={others}
            isIncomplete={incomplete.has(child.id)}
            onChange={(next) => onReplace(child.id, next)}
            onRemove={() => onReplace(child.id, undefined)}
          />
        ) : (
          <FilterGroup
            key={child.id}
            node={child}
            fields={fields}
            others={others}
            incomplete={incomplete}
            onReplace={onReplace}
            fits={fits}
          />
        ),
      )}
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} />}
          disabled={!fits(withChild(newCondition()))}
          onClick={() => onReplace(node.id, withChild(newCondition()))}
        >
          {t('filter.addCondition')}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconFolderPlus size={14} />}
          disabled={!fits(withChild(nested()))}
          onClick={() => onReplace(node.id, withChild(nested()))}
        >
          {t('filter.addGroup')}
        </Button>
      </Group>
    </Stack>
  );
}
