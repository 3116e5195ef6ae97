import { ActionIcon, Button, Menu, SegmentedControl, Text } from '@mantine/core';
import { IconAlertTriangle, IconArrowsMove, IconCopy, IconQuestionMark } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useRecordLabel } from '~/fields/reference/lookup.ts';
import { BlockForm } from './block-form.tsx';
import { blockTypeOf, isComplete, summaryOf } from './block-types.ts';
import classes from './editor.module.css';
import type { Mover } from './mover.ts';
import type { BlockNode } from './nodes.ts';
import type { Opened } from './opened.ts';

interface BlockRowProps {
  readonly node: BlockNode;
  readonly onChange: (node: BlockNode) => void;
  readonly onDuplicate: () => void;
  readonly mover: Mover;
  readonly opened: Opened;
  readonly disabled: boolean;
  /** Renders the columns of a block. It is passed in because lists contain rows, and rows of columns contain lists. */
  readonly columns: (
    column: readonly BlockNode[],
    n: number,
    setColumn: (nodes: readonly BlockNode[]) => void,
  ) => ReactNode;
}

/** A block in the list. Its fields are shown when it is open. */
export function BlockRow({ node, onChange, onDuplicate, mover, opened, disabled, columns }: BlockRowProps) {
  const { t } = useTranslation('marketing-sites');
  const type = blockTypeOf(node.block);
  const Icon = type?.icon ?? IconQuestionMark;
  const isOpen = opened.id === node.id;
  const name = t(`blocks.${node.block.type}`);
  return (
    <div>
      <div className={classes.head}>
        <Icon size={16} aria-hidden className={classes.icon} />
        <Text size="sm" className={classes.summary}>
          <Text span fw={500}>
            {name}
          </Text>{' '}
          <Text span c="dimmed">
            <Summary block={node.block} />
          </Text>
        </Text>
        {!isComplete(node.block) && <IconAlertTriangle size={16} aria-label={t('editor.incomplete')} />}
        {node.block.type !== 'columns' && (
          <Button
            size="compact-xs"
            variant="subtle"
            color="gray"
            aria-expanded={isOpen}
            aria-label={t(isOpen ? 'editor.doneWith' : 'editor.edit', { name })}
            onClick={() => opened.set(isOpen ? undefined : node.id)}
          >
            {t(isOpen ? 'editor.done' : 'common:edit')}
          </Button>
        )}
        {!disabled && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={t('editor.duplicate', { name })}
            onClick={onDuplicate}
          >
            <IconCopy size={14} />
          </ActionIcon>
        )}
        {!disabled && <MoveMenu name={name} node={node} mover={mover} />}
      </div>
      {isOpen && (
        <BlockForm block={node.block} onChange={(block) => onChange({ ...node, block })} disabled={disabled} />
      )}
      {node.columns && <Columns node={node} onChange={onChange} disabled={disabled} columns={columns} />}
    </div>
  );
}

/** A menu that moves a block to another list without dragging. */
function MoveMenu({ name, node, mover }: { readonly name: string } & Pick<BlockRowProps, 'node' | 'mover'>) {
  const { t } = useTranslation('marketing-sites');
  const places = mover.places(node);
  if (places.length === 0) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="sm" aria-label={t('editor.moveTo', { name })}>
          <IconArrowsMove size={14} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {places.map(({ key, label }) => (
          <Menu.Item key={key} onClick={() => mover.move(node, { key })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Shows a form by its name instead of its id. */
function Summary({ block }: { readonly block: BlockNode['block'] }) {
  const form = useRecordLabel('forms.forms', block.type === 'form' ? block.formId : undefined);
  return block.type === 'form' ? form : summaryOf(block);
}

function Columns({
  node,
  onChange,
  disabled,
  columns,
}: Pick<BlockRowProps, 'node' | 'onChange' | 'disabled' | 'columns'>) {
  const { t } = useTranslation('marketing-sites');
  const all = node.columns ?? [];
  /** The blocks of a removed column move to the last remaining one. */
  const setCount = (count: number) => {
    const kept = all.slice(0, count);
    const rest = all.slice(count).flat();
    const next = [...kept, ...Array.from({ length: count - kept.length }, () => [])];
    onChange({ ...node, columns: next.map((column, n) => (n === count - 1 ? [...column, ...rest] : column)) });
  };
  return (
    <div className={classes.columns}>
      <SegmentedControl
        size="xs"
        aria-label={t('editor.columns')}
        data={['1', '2', '3', '4'].map((value) => ({ value, label: value }))}
        value={String(all.length)}
        onChange={(value) => setCount(Number(value))}
        disabled={disabled}
      />
      {all.map((column, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id.
        <section key={n} className={classes.column} aria-label={t('editor.column', { number: n + 1 })}>
          {columns(column, n, (nodes) =>
            onChange({ ...node, columns: all.map((one, at) => (at === n ? nodes : one)) }),
          )}
        </section>
      ))}
    </div>
  );
}
