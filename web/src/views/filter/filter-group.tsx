import { ActionIcon, Button, Group, SegmentedControl, Stack, Switch } from '@mantine/core';
import { IconFolderPlus, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ConditionRow } from './condition-row.tsx';
import { type FilterField, startOf } from './fields.ts';
import classes from './filter.module.css';
import { condition, type FilterNode, type GroupNode, group } from './tree.ts';

interface FilterGroupProps {
  readonly node: GroupNode;
  readonly fields: readonly FilterField[];
  readonly isRoot?: boolean;
  /** Replaces a node of the tree; undefined removes it. */
  readonly onReplace: (id: string, node: FilterNode | undefined) => void;
  /** True when the server would accept the tree with this node in place of the one with the same id. */
  readonly fits: (node: FilterNode) => boolean;
}

export function FilterGroup({ node, fields, isRoot, onReplace, fits }: FilterGroupProps) {
  const { t } = useTranslation('records');
  const newCondition = () => {
    const [first] = fields;
    const start = first ? startOf(first.field) : undefined;
    return condition(first?.path ?? '', start?.operator ?? 'eq', start?.value);
  };
  const withChild = (child: FilterNode): GroupNode => ({ ...node, children: [...node.children, child] });
  const nested = () => group(node.match === 'all' ? 'any' : 'all', [newCondition(), newCondition()]);
  const negated = { ...node, not: !node.not };
  const other: GroupNode = { ...node, match: node.match === 'all' ? 'any' : 'all' };
  return (
    <Stack gap={8} className={`${classes.group} ${isRoot ? classes.root : ''}`} role="group">
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <SegmentedControl
          size="xs"
          aria-label={t('filter.match')}
          value={node.match}
          onChange={() => onReplace(node.id, other)}
          disabled={!fits(other)}
          data={[
            { value: 'all', label: t('filter.all') },
            { value: 'any', label: t('filter.any') },
          ]}
        />
        {!isRoot && (
          <Group gap={4} wrap="nowrap">
            <Switch
              size="xs"
              label={t('filter.negate')}
              checked={node.not}
              disabled={!node.not && !fits(negated)}
              onChange={() => onReplace(node.id, negated)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('filter.removeGroup')}
              onClick={() => onReplace(node.id, undefined)}
            >
              <IconTrash size={14} />
            </ActionIcon>
          </Group>
        )}
      </Group>
      {node.children.map((child) =>
        child.kind === 'condition' ? (
          <ConditionRow
            key={child.id}
            node={child}
            fields={fields}
            onChange={(next) => onReplace(child.id, next)}
            onRemove={() => onReplace(child.id, undefined)}
          />
        ) : (
          <FilterGroup key={child.id} node={child} fields={fields} onReplace={onReplace} fits={fits} />
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
