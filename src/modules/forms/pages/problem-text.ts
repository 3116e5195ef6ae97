import type { AppError, Detail, ErrorCode } from '#core/errors.ts';
import type { Control, FormField } from '../definition/form-field.ts';
import { type Failure, type Refusal, refusals } from '../submissions/refusals.ts';
import type { ProblemTexts, Texts } from './languages/texts.ts';

/** The format that the error names for an unreadable value. */
const formats: Partial<Record<Control, 'email' | 'phone' | 'url' | 'date' | 'datetime' | 'option'>> = {
  email: 'email',
  phone: 'phone',
  url: 'url',
  date: 'date',
  datetime: 'datetime',
  select: 'option',
  checkboxes: 'option',
};

/** Describes the problem of an answer in the language of the page. The API describes it in English. */
export function problemText(
  { problems }: Texts,
  field: FormField | undefined,
  { code }: Detail,
  given: string,
): string {
  switch (code) {
    case 'required':
      return field === undefined || field.control === 'checkbox' ? problems.accept : problems.required;
    case 'not_an_option':
    case 'invalid_option':
      return problems.option;
    case 'too_long': {
      const max = field?.control === 'checkboxes' ? undefined : field?.field?.maxLength;
      return max === undefined ? problems.invalid : problems.tooLong(max);
    }
    case 'out_of_range':
      return rangeText(problems, field, given);
    default:
      return formatText(problems, field);
  }
}

function rangeText(problems: ProblemTexts, field: FormField | undefined, given: string): string {
  const { min, max } = field?.field?.declared ?? {};
  if (min !== undefined && Number(given) < min) return problems.tooSmall(min);
  return max !== undefined && Number(given) > max ? problems.tooLarge(max) : problems.number;
}

function formatText(problems: ProblemTexts, field: FormField | undefined): string {
  if (field?.control === 'number') return field.field?.type.name === 'integer' ? problems.wholeNumber : problems.number;
  const format = field && formats[field.control];
  return format === undefined ? problems.invalid : problems[format];
}

const failures: Readonly<Partial<Record<ErrorCode, Failure>>> = {
  rate_limited: 'tooMany',
  payload_too_large: 'tooLarge',
  not_found: 'missing',
};

/**
 * Describes why a submission was refused as a whole. It never shows the message of the error, which is English and
 * meant for API clients.
 */
export function refusalText(texts: Texts, error: AppError): string {
  if (error.details.some(({ field }) => field === 'captchaToken')) return texts.problems.captcha;
  const refusal = (Object.keys(refusals) as Refusal[]).find((key) => refusals[key] === error.message);
  if (refusal !== undefined) return texts.refusals[refusal];
  if (error.status >= 500) return texts.failures.unavailable;
  const unknown = error.details.find(({ code }) => code === 'unknown_field')?.field;
  if (unknown !== undefined) return texts.unknownField(unknown);
  if (error.code === 'validation_failed') return texts.check;
  return texts.failures[failures[error.code] ?? 'unreadable'];
}
