import type { TObject } from 'typebox';
import type { Context } from '#core/context.ts';
import { fromDatabase } from '#core/database-errors.ts';
import { AppError } from '#core/errors.ts';
import { type SchemaCheck, schemaCheck } from '#lib/schema-check.ts';
import { toolNames } from '../configuration/tool-names.ts';
import type { OfferedTool, ToolCallRecord, ToolInput } from './tool.ts';

const checks = new WeakMap<TObject, SchemaCheck>();

function checkOf(schema: TObject): SchemaCheck {
  const check = checks.get(schema) ?? schemaCheck(schema);
  checks.set(schema, check);
  return check;
}

/**
 * Runs one of the tools for the caller. `input` is undefined when it was not a JSON object. An error becomes a result
 * without internals, so that the model can correct its call.
 */
export async function runTool(
  context: Context,
  tools: readonly OfferedTool[],
  name: string,
  input: ToolInput | undefined,
): Promise<Omit<ToolCallRecord, 'tool' | 'input'>> {
  try {
    const tool = tools.find((one) => one.name === name);
    if (!tool) throw unavailable(name);
    if (!input) throw new AppError('bad_request', 'The arguments are not a JSON object.');
    const [problem] = checkOf(tool.input)(input);
    if (problem)
      throw new AppError('validation_failed', `${problem.instancePath.slice(1) || 'The input'} ${problem.message}.`);
    const { result, written, pending } = await tool.run(context, input);
    return { output: result, ...(written && { written }), ...(pending && { pending }) };
  } catch (error) {
    return { error: wordsOf(context, error) };
  }
}

/**
 * The error of a tool that is not offered: the tenant has switched it off, or the caller lacks a permission that it
 * needs.
 */
const unavailable = (name: string): AppError =>
  toolNames.some((one) => one === name)
    ? new AppError(
        'forbidden',
        `The tool ${name} is not available: it is switched off, or you lack the permission for it.`,
      )
    : new AppError('not_found', `There is no tool ${name.slice(0, 100)}.`);

function wordsOf(context: Context, given: unknown): NonNullable<ToolCallRecord['error']> {
  const error = fromDatabase(given, context.registry);
  if (error instanceof AppError) {
    const { code, message, details } = error;
    return { code, message, ...(details.length > 0 && { details }) };
  }
  const { services, requestId } = context;
  services.log.error({ err: error, requestId }, 'a tool failed');
  return { code: 'internal', message: 'The operation failed because of an error in the server.' };
}
