import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Filter } from '~/api/records.ts';
import { recordLabel } from '~/fields/reference/label.ts';
import { useReferencedAll } from '~/fields/reference/lookup.ts';
import type { Model } from '~/metadata/model.ts';
import { useRegistry } from '~/metadata/registry.ts';
import { describe } from '../filter/describe.ts';
import { type FilterNode, type OtherNode, toTree } from '../filter/tree.ts';
import { useWords } from '../filter/use-words.ts';
import { readEvent } from './event-value.ts';
import { useEventName } from './use-event-options.ts';
import { useShowAs } from './use-show-as.ts';

const othersOf = (node: FilterNode): readonly OtherNode[] =>
  node.kind === 'group' ? node.children.flatMap(othersOf) : node.kind === 'other' ? [node] : [];

/** The names of the records that conditions with this key name, by id. */
function useNames(nodes: readonly OtherNode[], key: string, modelOfKey: string): ReadonlyMap<string, string> {
  const target = useRegistry().find(modelOfKey);
  const ids = nodes.filter((node) => node.key === key).map(({ value }) => String(value));
  const found = useReferencedAll(target, ids, undefined);
  return new Map(
    ids.flatMap((id, n) => {
      const record = found[n];
      return target && record ? [[id, recordLabel(target, record)]] : [];
    }),
  );
}

interface DefinitionTextProps {
  readonly model: Model;
  readonly definition: Filter;
}

/** The definition of a segment in words. */
export function DefinitionText({ model, definition }: DefinitionTextProps) {
  const { t } = useTranslation('segments');
  const showAs = useShowAs(model);
  const tree = useMemo(() => toTree(definition, showAs), [definition, showAs]);
  const nodes = useMemo(() => othersOf(tree), [tree]);
  const segments = useNames(nodes, 'segment', 'marketing.segments');
  const lists = useNames(nodes, 'list', 'communications.emailLists');
  const eventName = useEventName(model);
  const words = useWords(model, tree);
  const other = (node: OtherNode): string => {
    const { key, value } = node;
    const event = key === 'event' ? readEvent(value) : undefined;
    if (event) {
      const count = event.count === '' ? 1 : event.count;
      const { within } = event;
      const often = t('words.event', { event: eventName(event.type), count });
      return within ? `${often} ${t(`within.${within.unit}`, { count: within.number })}` : often;
    }
    if (key === 'segment') return t('words.segment', { name: segments.get(String(value)) ?? '…' });
    if (key === 'list') return t('words.list', { name: lists.get(String(value)) ?? '…' });
    if (key === 'percent') return t('words.percent', { percent: value });
    return words.other(node);
  };
  return <>{describe(tree, { ...words, other })}</>;
}
