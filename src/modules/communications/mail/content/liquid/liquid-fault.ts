import { LiquidError } from 'liquidjs';
import { ContentError, type ContentField } from '../template/content-error.ts';
import { limits } from '../template/limits.ts';

interface Remedy {
  readonly when: RegExp;
  readonly say: (match: RegExpMatchArray, renderMs: number) => string;
  /** True when the template exceeds a limit. */
  readonly isLimit?: true;
  readonly isSlow?: true;
}

const remedies: readonly Remedy[] = [
  {
    when: /^template render limit/,
    say: (_, renderMs) => `Rendering took longer than ${renderMs} ms. Use fewer or shorter loops.`,
    isLimit: true,
    isSlow: true,
  },
  {
    when: /^memory alloc limit/,
    say: () =>
      `Its lists and filters need too much memory (more than ${limits.filterMemory} characters or items). Use shorter ranges, lists and texts.`,
    isLimit: true,
  },
  {
    when: /^output limit|Invalid string length/,
    say: () => `The result is longer than ${limits.outputLength} characters. Use fewer or shorter loops.`,
    isLimit: true,
  },
  {
    when: /^date format limit/,
    say: () => `The format of the date is longer than ${limits.dateFormatLength} characters. Use a shorter one.`,
    isLimit: true,
  },
  {
    when: /call stack/,
    say: () => 'The expression is nested too deeply. Split it with {% assign %}.',
    isLimit: true,
  },
  {
    when: /^tag "(end\w+|else|elsif|when)" not found/,
    say: ([, name]) => `{% ${name} %} does not belong to an open tag. Remove it, or open the tag before it.`,
  },
  {
    when: /^tag "(.*)" not found/,
    say: ([, name]) => `There is no tag {% ${name} %}. Check its spelling; to show it as text, use {% raw %}.`,
  },
  { when: /^undefined filter: (.*)/, say: ([, name]) => `There is no filter "${name}". Check its spelling.` },
  {
    when: /^tag \{%-?\s*(\w+).*%\} not closed/s,
    say: ([, name]) => `{% ${name} %} is not closed. Add {% end${name} %}.`,
  },
  { when: /^tag ".*" not closed/s, say: () => 'The tag is not closed. Add %}.' },
  { when: /^output .* not closed/s, say: () => 'The output is not closed. Add }}.' },
  { when: /^raw .* not closed/s, say: () => '{% raw %} is not closed. Add {% endraw %}.' },
];

/** Translates an error of liquidjs. Positions are included only when they refer to the author's own text. */
export function liquidFault(
  error: unknown,
  field: ContentField,
  part: string,
  isSource: boolean,
  renderMs: number = limits.renderMs,
): ContentError {
  if (error instanceof ContentError) return error;
  if (!LiquidError.is(error)) {
    const found = error instanceof Error ? remedyFor(error.message, renderMs) : undefined;
    if (found === undefined) throw error;
    return new ContentError(field, `${part}: ${found.text}`, found.isLimit, found.isSlow);
  }
  const [line, column] = error.token.getPosition();
  const place = isSource
    ? `${part}, line ${line}, column ${column}`
    : `${part}, at ${shortened(error.token.getText())}`;
  const message = shortenMiddle(
    (error.originalError?.message ?? error.message).replace(/, line:\d{1,9}, col:\d{1,9}$/, ''),
  );
  const found = remedyFor(message, renderMs);
  return new ContentError(field, `${place}: ${found?.text ?? sentence(message)}`, found?.isLimit, found?.isSlow);
}

interface Found {
  readonly text: string;
  readonly isLimit: boolean;
  readonly isSlow: boolean;
}

function remedyFor(message: string, renderMs: number): Found | undefined {
  for (const { when, say, isLimit = false, isSlow = false } of remedies) {
    const match = message.match(when);
    if (match) return { text: say(match, renderMs), isLimit, isSlow };
  }
  return undefined;
}

/** Messages quote the tag, which may be as long as the template. */
const shortenMiddle = (text: string): string =>
  text.length > 300 ? `${text.slice(0, 200)} ... ${text.slice(-60)}` : text;

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}...` : text);

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
