import type { TFunction } from 'i18next';
import i18next from 'i18next';
import { ApiError, NetworkError, type Problem } from '~/api/http.ts';

/**
 * The message of an error for the person. The server's messages name the field and the remedy, so English shows them
 * unchanged; other languages have a sentence per error code.
 */
export function errorText(error: unknown, t: TFunction): string {
  if (error instanceof NetworkError) return t('common:error.network');
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  // The message of a provider of language models says more than the general sentence for server errors.
  if (error.code === 'ai_provider_error') return translated(error.code, error.message, t);
  if (error.details.some(({ field }) => field?.startsWith('ai.limits.'))) return t('common:error.aiLimit');
  if (error.status === 429) return t('common:error.rate', { seconds: error.retryAfterS ?? 60 });
  if (error.status >= 500) return t('common:error.server');
  const [problem] = error.details;
  if (problem && i18next.language !== 'en' && i18next.exists(`common:problems.${problem.code}`))
    return problemText(problem, t);
  return translated(error.code, error.message, t);
}

/** The message of one problem, without the name of its field. */
export const problemText = ({ code, message, field }: Problem, t: TFunction): string =>
  translated(
    code,
    field !== undefined && message.startsWith(`${field} `) ? message.slice(field.length + 1) : message,
    t,
  );

function translated(code: string, sentence: string, t: TFunction): string {
  const key = `common:problems.${code}`;
  return i18next.language !== 'en' && i18next.exists(key, { lng: i18next.language, fallbackLng: [] })
    ? t(key)
    : sentence;
}
