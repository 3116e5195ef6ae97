import { isJsonObject } from '#lib/json.ts';
import { type SchemaCheck, schemaCheck } from '#lib/schema-check.ts';
import type { BlockType } from './block.ts';
import { blockTypes } from './index.ts';

const maxBlocks = 1000;
/** Limit of nested columns. */
const maxDepth = 4;

interface BlockProblem {
  /** The path below `blocks`, such as `[2].columns[0][1].url`. */
  readonly path: string;
  readonly message: string;
}

const checks = new Map<BlockType, SchemaCheck>();

function checkOf(block: BlockType): SchemaCheck {
  const check = checks.get(block) ?? schemaCheck(block.schema);
  checks.set(block, check);
  return check;
}

/** Returns the first problem of each block of a page. */
export function blockProblems(blocks: readonly unknown[]): BlockProblem[] {
  const problems: BlockProblem[] = [];
  let count = 0;
  const visit = (list: readonly unknown[], path: string, depth: number): void => {
    if (depth > maxDepth) {
      problems.push({ path, message: `must not have more than ${maxDepth} levels of columns` });
      return;
    }
    for (const [n, block] of list.entries()) {
      count += 1;
      if (count > maxBlocks) return;
      const problem = blockProblem(block, `${path}[${n}]`);
      if (problem) problems.push(problem);
      else
        for (const [c, column] of columnsOf(block).entries()) visit(column, `${path}[${n}].columns[${c}]`, depth + 1);
    }
  };
  visit(blocks, '', 1);
  if (count > maxBlocks) return [{ path: '', message: `must hold at most ${maxBlocks} blocks` }];
  return problems;
}

/** Returns the problem of one block, ignoring the blocks in its columns. */
export function blockProblem(block: unknown, path: string): BlockProblem | undefined {
  if (!isJsonObject(block)) return { path, message: 'must be an object with a type' };
  const type = blockTypes.get(String(block.type));
  if (!type) return { path: `${path}.type`, message: `must be one of ${[...blockTypes.keys()].join(', ')}` };
  const [fault] = checkOf(type)(block);
  if (fault) return { path: `${path}${fault.instancePath.replaceAll('/', '.')}`, message: fault.message };
  const further = type.problem?.(block as never);
  return further && { path: `${path}.${further.field}`, message: further.message };
}

const columnsOf = (block: unknown): readonly (readonly unknown[])[] =>
  isJsonObject(block) && block.type === 'columns' && Array.isArray(block.columns)
    ? (block.columns.filter(Array.isArray) as unknown[][])
    : [];

/** Returns all blocks that only marketing:admin may write, as texts for comparison. */
export function guardedBlocks(blocks: unknown): string[] {
  if (!Array.isArray(blocks)) return [];
  return blocks.flatMap((block) => [
    ...(isJsonObject(block) && blockTypes.get(String(block.type))?.adminOnly ? [JSON.stringify(block.html)] : []),
    ...columnsOf(block).flatMap(guardedBlocks),
  ]);
}
