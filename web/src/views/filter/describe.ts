import type { ConditionNode, FilterNode } from './tree.ts';

/** The words of a description, in the language of the person. */
export interface Words {
  readonly fieldName: (path: string) => string;
  readonly operator: (node: ConditionNode) => string;
  readonly value: (node: ConditionNode, value: unknown) => string;
  readonly empty: string;
  readonly notEmpty: string;
  readonly and: string;
  readonly or: string;
  readonly not: string;
}

/** Chips show no more values than these. */
const maxValues = 3;

function valueText(node: ConditionNode, words: Words): string {
  const { value } = node;
  if (!Array.isArray(value)) return words.value(node, value);
  if (node.operator === 'between') return value.map((end) => words.value(node, end)).join(' – ');
  const shown = value.slice(0, maxValues).map((one) => words.value(node, one));
  return value.length > maxValues ? `${shown.join(', ')} +${value.length - maxValues}` : shown.join(', ');
}

/** A condition or a group in words: `Stage is won`, `Stage is won or Value is greater than 5`. */
export function describe(node: FilterNode, words: Words): string {
  if (node.kind === 'condition') {
    const name = words.fieldName(node.field);
    if (node.operator === 'null') return `${name} ${node.value === false ? words.notEmpty : words.empty}`;
    // A period is a name: `Close date: This month`.
    if (node.operator === 'between' && typeof node.value === 'string') return `${name}: ${valueText(node, words)}`;
    return `${name} ${words.operator(node)} ${valueText(node, words)}`;
  }
  const joined = node.children
    .map((child) => {
      const text = describe(child, words);
      return child.kind === 'group' && !child.not && child.children.length > 1 ? `(${text})` : text;
    })
    .join(` ${node.match === 'any' ? words.or : words.and} `);
  return node.not ? `${words.not} (${joined})` : joined;
}

/** The conditions with references, to read their names. */
export const conditionsOf = (node: FilterNode): readonly ConditionNode[] =>
  node.kind === 'condition' ? [node] : node.children.flatMap(conditionsOf);
