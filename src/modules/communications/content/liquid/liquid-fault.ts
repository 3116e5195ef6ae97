import { LiquidError } from 'liquidjs';
import { ContentError, type ContentField } from '../content-error.ts';
import { limits } from '../limits.ts';

interface Remedy {
  readonly when: RegExp;
  readonly say: (match: RegExpMatchArray) => string;
}

const remedies: readonly Remedy[] = [
  {
    when: /^template render limit/,
    say: () => `Rendering took longer than ${limits.renderMs} ms. Use fewer or shorter loops.`,
  },
  {
    when: /^memory alloc limit/,
    say: () =>
      `Its lists and filters need too much memory (more than ${limits.filterMemory} characters or items). Use shorter ranges, lists and texts.`,
  },
  {
    when: /^output limit|Invalid string length/,
    say: () => `The result is longer than ${limits.outputLength} characters. Use fewer or shorter loops.`,
  },
  { when: /call stack/, say: () => 'The expression is nested too deeply. Split it with {% assign %}.' },
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

/** Translates an error of liquidjs. Positions are given only while they are those of the author's own text. */
export function liquidFault(error: unknown, field: ContentField, part: string, isSource: boolean): ContentError {
  if (error instanceof ContentError) return error;
  if (!LiquidError.is(error)) {
    const limit = error instanceof Error ? remedyFor(error.message) : undefined;
    if (limit === undefined) throw error;
    return new ContentError(field, `${part}: ${limit}`);
  }
  const [line, column] = error.token.getPosition();
  const place = isSource
    ? `${part}, line ${line}, column ${column}`
    : `${part}, at ${shortened(error.token.getText())}`;
  const message = middleCut(
    (error.originalError?.message ?? error.message).replace(/, line:\d{1,9}, col:\d{1,9}$/, ''),
  );
  return new ContentError(field, `${place}: ${remedyFor(message) ?? sentence(message)}`);
}

function remedyFor(message: string): string | undefined {
  for (const { when, say } of remedies) {
    const match = message.match(when);
    if (match) return say(match);
  }
  return undefined;
}

/** Messages quote the tag, which may be as long as the template. */
const middleCut = (text: string): string => (text.length > 300 ? `${text.slice(0, 200)} ... ${text.slice(-60)}` : text);

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 77)}...` : text);

const sentence = (text: string): string =>
  `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;
