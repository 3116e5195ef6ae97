import { Button, Menu } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCan } from '~/metadata/access.ts';
import { landsAtEnd, SortableRows } from '~/ui/sortable-rows.tsx';
import type { Block } from '../site.ts';
import { useBlockName } from './block-name.ts';
import { BlockRow } from './block-row.tsx';
import { type BlockType, blockTypes } from './block-types.ts';
import classes from './editor.module.css';
import { columnKey, maxDepth } from './move-nodes.ts';
import type { Mover } from './mover.ts';
import { type BlockNode, copyOf, toNode } from './nodes.ts';
import type { Opened } from './opened.ts';
import { otherListsOf } from './other-lists.ts';

interface BlockListProps {
  /** The accessible name of the list: the page, or a column. */
  readonly label: string;
  /** The key of the list within the page. */
  readonly place: string;
  readonly mover: Mover;
  readonly nodes: readonly BlockNode[];
  readonly onChange: (nodes: readonly BlockNode[]) => void;
  readonly opened: Opened;
  readonly disabled: boolean;
  /** The number of column blocks around the list. */
  readonly depth?: number;
}

/**
 * A list of blocks, which can be added, edited, removed, and moved by pointer, keyboard and buttons. The code for
 * sorting is not loaded lazily, because its arrival would remount the rows and close an open menu.
 */
export function BlockList({ label, place, mover, nodes, onChange, opened, disabled, depth = 0 }: BlockListProps) {
  const { t } = useTranslation('marketing-sites');
  const replace = (id: string, next: BlockNode) => onChange(nodes.map((node) => (node.id === id ? next : node)));
  const duplicate = (node: BlockNode) =>
    onChange(nodes.flatMap((one) => (one.id === node.id ? [one, copyOf(one)] : [one])));
  const add = (type: BlockType) => {
    const node = toNode(newBlock(type, (key) => t(`new.${type.type}.${key}`)));
    onChange([...nodes, node]);
    opened.set(node.id);
  };
  const nameOf = useBlockName();
  const target = mover.target?.key === place ? mover.target : undefined;
  return (
    <div data-place={place} className={classes.place} data-target={target !== undefined || undefined}>
      <SortableRows
        label={label}
        disabled={disabled}
        otherLists={disabled ? undefined : otherListsOf(place, nodes, mover)}
        landing={target && (target.before ?? landsAtEnd)}
        items={nodes.map((node) => ({
          id: node.id,
          label: nameOf(node),
          content: (
            <BlockRow
              node={node}
              onChange={(next) => replace(node.id, next)}
              onDuplicate={() => duplicate(node)}
              mover={mover}
              opened={opened}
              disabled={disabled}
              columns={(column, n, setColumn) => (
                <BlockList
                  key={`column ${n}`}
                  label={t('editor.column', { number: n + 1 })}
                  place={columnKey(node.id, n)}
                  mover={mover}
                  nodes={column}
                  onChange={setColumn}
                  opened={opened}
                  disabled={disabled}
                  depth={depth + 1}
                />
              )}
            />
          ),
        }))}
        onOrder={(ids) => onChange(ids.flatMap((id) => nodes.find((node) => node.id === id) ?? []))}
        onRemove={disabled ? undefined : (id) => onChange(nodes.filter((node) => node.id !== id))}
      />
      {!disabled && <AddMenu label={label} onAdd={add} withColumns={depth < maxDepth} isSmall={depth > 0} />}
    </div>
  );
}

/** Creates a block. Its initial texts are in the language of the console. */
function newBlock({ type, starts }: BlockType, text: (key: string) => string): Block {
  return {
    type,
    ...Object.fromEntries(starts.map((key) => [key, text(key)])),
    ...(type === 'columns' && { columns: [[], []] }),
  };
}

interface AddMenuProps {
  readonly label: string;
  readonly onAdd: (type: BlockType) => void;
  readonly withColumns: boolean;
  readonly isSmall: boolean;
}

function AddMenu({ label, onAdd, withColumns, isSmall }: AddMenuProps) {
  const { t } = useTranslation('marketing-sites');
  const isAdmin = useCan().scope('marketing:admin');
  const offered = blockTypes.filter(
    ({ type, adminOnly }) => (withColumns || type !== 'columns') && (isAdmin || !adminOnly),
  );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size={isSmall ? 'compact-xs' : 'xs'}
          variant={isSmall ? 'subtle' : 'default'}
          leftSection={<IconPlus size={14} />}
          mt="xs"
          {...(isSmall && { 'aria-label': t('editor.addTo', { label }) })}
        >
          {t('editor.add')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((type) => (
          <Menu.Item key={type.type} leftSection={<type.icon size={16} />} onClick={() => onAdd(type)}>
            {t(`blocks.${type.type}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
