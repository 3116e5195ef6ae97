import { todayIn } from '#lib/days.ts';
import { companyOf } from '../company/company.ts';
import type { Context } from '../context.ts';
import type { Field } from '../fields/field.ts';
import type { Model } from '../models/model.ts';
import type { Values } from '../models/record.ts';
import { formatNumber, hasDate, type NumberPattern, periodOf, readNumber, readPattern } from './number-pattern.ts';

/** Gives a new record its numbers. An imported record keeps its own, and later records get higher ones. */
export async function giveNumbers(context: Context, model: Model, values: Values): Promise<void> {
  for (const field of model.behaviours?.numbers ?? []) {
    const given = values.get(field);
    if (typeof given === 'string') await skipImported(context, model, field, given);
    else values.set(field, await nextNumber(context, model, field));
  }
}

async function nextNumber(context: Context, model: Model, field: Field): Promise<string> {
  const pattern = patternOf(field);
  const day = hasDate(pattern) ? todayIn((await companyOf(context)).timeZone) : '';
  const count = await context.services.numberCounters.next(context, {
    model,
    field,
    period: periodOf(pattern, day),
  });
  return formatNumber(pattern, day, count);
}

async function skipImported(context: Context, model: Model, field: Field, number: string): Promise<void> {
  const read = readNumber(patternOf(field), number);
  if (!read) return;
  const { count, period } = read;
  await context.services.numberCounters.skipTo(context, { model, field, period }, count);
}

const patterns = new WeakMap<Field, NumberPattern>();

function patternOf(field: Field): NumberPattern {
  let pattern = patterns.get(field);
  if (!pattern) {
    pattern = readPattern(field.declared.autonumber ?? '');
    patterns.set(field, pattern);
  }
  return pattern;
}
