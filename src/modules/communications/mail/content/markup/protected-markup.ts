import { randomInt } from 'node:crypto';
import { TokenKind, type TopLevelToken } from 'liquidjs';
import { tokensOf } from '../liquid/engine.ts';
import { ContentError } from '../template/content-error.ts';
import { MarkupScanner } from './markup-scanner.ts';
import { MjmlStructure } from './mjml-structure.ts';

/**
 * Replaces Liquid tags by placeholder words, so that MJML, CSS inlining and conversion to text cannot change their quotes and `<`. A word
 * has only lower-case letters and digits, so it survives as text, as the value or name of an attribute, and as a part of CSS.
 */
export interface ProtectedMarkup {
  readonly text: string;
  /** Each word begins with this. The next letter is v for an output, e for a tag such as {% endif %}, c for another tag. */
  readonly prefix: string;
  /** Puts the Liquid tags back. Other text that looks like Liquid stays text. */
  restore(text: string): string;
  /** Liquid tags outside of the MJML body, such as {% assign %} in the first line. */
  readonly before: string;
  readonly after: string;
  /** The line of the author's text that a line of `text` comes from. */
  lineOf(line: number): number;
}

export function protectMarkup(source: string, format: 'html' | 'mjml'): ProtectedMarkup {
  return new Protection(source, format).run();
}

class Protection {
  readonly #source: string;
  readonly #prefix: string;
  readonly #tags: string[] = [];
  readonly #lines: number[] = [1];
  readonly #structure: MjmlStructure | undefined;
  readonly #scanner: MarkupScanner;
  #before = '';
  #after = '';
  #text = '';
  #line = 1;

  constructor(source: string, format: 'html' | 'mjml') {
    this.#source = source;
    this.#prefix = newPrefix();
    this.#structure =
      format === 'mjml' ? new MjmlStructure((offset, message) => this.#fault(offset, message)) : undefined;
    this.#scanner = new MarkupScanner(this.#structure ?? { open: () => {}, close: () => {}, text: () => {} });
  }

  run(): ProtectedMarkup {
    let within: 'raw' | 'comment' | undefined;
    for (const token of tokensOf(this.#source)) {
      const name = nameOf(token);
      if (within === 'comment') {
        this.#skipLines(token);
        if (name === 'endcomment') within = undefined;
      } else if (name === 'raw' || name === 'comment') {
        within = name;
        this.#skipLines(token);
      } else if (name === 'endraw') {
        within = undefined;
        this.#skipLines(token);
      } else if (token.kind === TokenKind.HTML) this.#markup(token);
      else this.#tag(token);
    }
    this.#structure?.end();
    const [tags, lines, prefix] = [this.#tags, this.#lines, this.#prefix];
    return {
      text: this.#text,
      prefix,
      before: this.#before,
      after: this.#after,
      restore: (text) => restore(text, prefix, tags),
      lineOf: (line) => lines[line - 1] ?? lines.at(-1) ?? 1,
    };
  }

  #markup(token: TopLevelToken): void {
    const piece = this.#source.slice(token.begin, token.end);
    this.#scanner.feed(piece, token.begin);
    this.#text += piece;
    for (let at = piece.indexOf('\n'); at !== -1; at = piece.indexOf('\n', at + 1)) {
      this.#line += 1;
      this.#lines.push(this.#line);
    }
  }

  #tag(token: TopLevelToken): void {
    const isOutput = token.kind === TokenKind.Output;
    const kind = isOutput ? 'v' : nameOf(token)?.startsWith('end') ? 'e' : 'c';
    const word = `${this.#prefix}${kind}${this.#tags.push(token.getText()) - 1}z`;
    if (this.#scanner.inUnquotedValue) {
      this.#fault(
        token.begin,
        'Put quotes around the value of the attribute, so that a value with spaces stays inside of it.',
      );
    }
    const betweenAttributes = this.#scanner.place === 'tag' && !this.#scanner.inTagName;
    if (this.#structure && !this.#structure.inContent) this.#mjmlTag(token, word, isOutput);
    else this.#text += betweenAttributes ? ` ${word} ` : word;
    this.#skipLines(token);
    // Keep the line that the rest of this line of text comes from.
    this.#lines[this.#lines.length - 1] = this.#line;
  }

  #mjmlTag(token: TopLevelToken, word: string, isOutput: boolean): void {
    const structure = this.#structure as MjmlStructure;
    if (this.#scanner.place === 'value') {
      this.#text += word;
      return;
    }
    if (this.#scanner.place === 'comment') {
      this.#fault(
        token.begin,
        'A Liquid tag in a comment between MJML elements is lost. Write it without the comment.',
      );
    }
    if (this.#scanner.place === 'tag') {
      this.#fault(
        token.begin,
        'A Liquid tag cannot stand between the attributes of an MJML element. Put it inside of a value.',
      );
    }
    if (structure.inHead) {
      this.#fault(
        token.begin,
        'A Liquid tag cannot stand between the elements of <mj-head>. Put it into <mj-body>, or inside of <mj-style>.',
      );
    }
    if (structure.inBody && isOutput) {
      this.#fault(token.begin, `An output directly inside <${structure.parent}> has no place. Put it into <mj-text>.`);
    }
    if (structure.parent === 'mj-carousel') {
      this.#fault(token.begin, '<mj-carousel> cannot contain Liquid tags: the number of its images is fixed.');
    }
    if (structure.inBody) this.#text += `<mj-raw>${word}</mj-raw>`;
    else if (structure.isAfterBody) this.#after += token.getText();
    else this.#before += token.getText();
  }

  #skipLines(token: TopLevelToken): void {
    for (let at = token.begin; at < token.end; at += 1) if (this.#source[at] === '\n') this.#line += 1;
  }

  #fault(offset: number, message: string): never {
    const before = this.#source.slice(0, offset);
    const line = before.split('\n').length;
    throw new ContentError('html', `html, line ${line}, column ${offset - before.lastIndexOf('\n')}: ${message}`);
  }
}

const nameOf = (token: TopLevelToken): string | undefined =>
  token.kind === TokenKind.Tag ? (token as unknown as { name: string }).name : undefined;

/** Random, so that no author can write a word of it. */
const newPrefix = (): string => `liq${randomInt(2 ** 47)}x`;

function restore(text: string, prefix: string, tags: readonly string[]): string {
  const literal = text.replace(/\{(?=[{%])/g, '{% raw %}{{% endraw %}');
  // A tag between attributes was parsed as an attribute without a value, and may have got an empty value.
  return literal.replace(new RegExp(`${prefix}[cev](\\d+)z(="")?`, 'gi'), (_, index) => tags[Number(index)] ?? '');
}
