import type { ConditionNode, FilterNode, OtherNode } from './tree.ts';

/** Texts for a description, in the person's language. */
export interface Words {
  readonly fieldName: (path: string) => string;
  readonly operator: (node: ConditionNode) => string;
  readonly value: (node: ConditionNode, value: unknown) => string;
  readonly other: (node: OtherNode) => string;
  readonly empty: string;
  readonly notEmpty: string;
  readonly and: string;
  readonly or: string;
  readonly not: string;
}

/** The maximum number of values in a chip. */
const maxValues = 3;

function valueText(node: ConditionNode, words: Words): string {
  const { value } = node;
  if (!Array.isArray(value)) return words.value(node, value);
  if (node.operator === 'between') return value.map((end) => words.value(node, end)).join(' – ');
  const shown = value.slice(0, maxValues).map((one) => words.value(node, one));
  return value.length > maxValues ? `${shown.join(', ')} +${value.length - maxValues}` : shown.join(', ');
}

/** Describes a condition or a group: `Stage is won`, `Stage is won or Value is greater than 5`. */
export function describe(node: FilterNode, words: Words): string {
  if (node.kind === 'condition') {
    const name = words.fieldName(node.field);
    if (node.operator === 'null') return `${name} ${node.value === false ? words.notEmpty : words.empty}`;
    // A period is shown by name: `Close date: This month`.
    if (node.operator === 'between' && typeof node.value === 'string') return `${name}: ${valueText(node, words)}`;
    return `${name} ${words.operator(node)} ${valueText(node, words)}`;
  }
  if (node.kind === 'other') return words.other(node);
  const joined = node.children
    .map((child) => {
      const text = describe(child, words);
      return child.kind === 'group' && !child.not && child.children.length > 1 ? `(${text})` : text;
    })
    .join(` ${node.match === 'any' ? words.or : words.and} `);
  return node.not ? `${words.not} (${joined})` : joined;
}

/** All conditions of the tree. Their references are read for their names. */
export const conditionsOf = (node: FilterNode): readonly ConditionNode[] =>
  node.kind === 'condition' ? [node] : node.kind === 'group' ? node.children.flatMap(conditionsOf) : [];
