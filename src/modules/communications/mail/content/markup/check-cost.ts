import { lineAt } from '#lib/line-at.ts';
import { limits } from '../template/limits.ts';
import { MarkupScanner } from './markup-scanner.ts';
import { MarkupFault } from './transform.ts';

/**
 * Refuses markup whose CSS would take too long to inline, in one pass. Inlining compares each selector with each
 * element: 100,000 selectors are 200 KB, and took 15 s with a few elements.
 */
export function checkCost(markup: string, kind: 'html' | 'mjml' | 'html of mjml'): void {
  const refuse = (offset: number, message: string): never => {
    // Authors do not know the lines of generated HTML.
    throw new MarkupFault(message, kind === 'html of mjml' ? undefined : lineAt(markup, offset), true);
  };
  const css = new CssCounter(refuse);
  let elements = 0;
  const scanner: MarkupScanner = new MarkupScanner({
    open: (_name, _selfClosing, offset) => {
      elements += 1;
      if (elements > limits.elements && kind !== 'mjml')
        refuse(offset, `There are more than ${limits.elements} HTML elements. Use fewer, or a Liquid loop.`);
    },
    close: () => {},
    text: (text, offset) => {
      if (scanner.rawElement === 'style' || scanner.rawElement === 'mj-style') css.read(text, offset);
    },
  });
  scanner.feed(markup, 0);
  // Elements of the generated HTML are counted after MJML has run.
  if (kind === 'mjml' || elements * css.selectorParts <= limits.comparisons) return;
  const found = `${css.selectorParts} parts of CSS selectors and ${elements} elements`;
  const message = `There are ${found}. Their product may be ${limits.comparisons} at most, because each is compared with each. Use fewer rules or elements, or put rules into @media, where they stay.`;
  throw new MarkupFault(message, undefined, true);
}

/** Counts the content of <style>, character by character. Rules inside @media and similar blocks are not inlined. */
class CssCounter {
  selectorParts = 0;
  readonly #refuse: (offset: number, message: string) => never;
  #length = 0;
  #declarations = 0;
  #blocks = 0;

  constructor(refuse: (offset: number, message: string) => never) {
    this.#refuse = refuse;
  }

  read(css: string, offset: number): void {
    this.#length += css.length;
    if (this.#length > limits.cssLength)
      this.#refuse(
        offset,
        `<style> is longer than ${limits.cssLength} characters. Remove rules that the mail does not use.`,
      );
    this.#countBlocks(css, offset);
    let depth = 0;
    let isAtRule = false;
    let siblings = 0;
    let inWord = false;
    for (let at = 0; at < css.length; at += 1) {
      const char = css[at] as string;
      if (char === '/' && css[at + 1] === '*') {
        const end = css.indexOf('*/', at + 2);
        at = end === -1 ? css.length : end + 1;
      } else if (char === '"' || char === "'") {
        at = endOfString(css, at);
        inWord = false;
        if (depth === 0 && !isAtRule) this.#addPart(offset + at);
      } else if (char === '@' && depth === 0) isAtRule = true;
      else if (char === '{') {
        depth += 1;
        if (depth > limits.cssNesting)
          this.#refuse(offset + at, `CSS blocks are nested more than ${limits.cssNesting} deep. Use fewer levels.`);
      } else if (char === '}') {
        depth = Math.max(0, depth - 1);
        if (depth === 0) isAtRule = false;
        inWord = false;
        siblings = 0;
      } else if (char === ';') {
        if (depth === 0) isAtRule = false;
        this.#addDeclaration(offset + at);
      } else if (depth === 0 && !isAtRule) {
        if (char === ',') siblings = 0;
        if (char === '~') siblings += 1;
        if (siblings > limits.siblingCombinators)
          this.#refuse(offset + at, 'A CSS selector has more than one ~. Use a class instead.');
        const isWord = /[\w*-]|[^\x20-\x7f]/.test(char) && char.trim() !== '';
        if (isWord && !inWord) this.#addPart(offset + at);
        inWord = isWord && char !== '*';
      }
    }
  }

  /** Counts braces in strings too, because the parser and this class could disagree about where a string ends. */
  #countBlocks(css: string, offset: number): void {
    for (let at = css.indexOf('{'); at !== -1; at = css.indexOf('{', at + 1)) {
      this.#blocks += 1;
      if (this.#blocks > limits.cssBlocks)
        this.#refuse(offset + at, `There are more than ${limits.cssBlocks} CSS blocks. Use fewer rules.`);
    }
  }

  #addPart(offset: number): void {
    this.selectorParts += 1;
    if (this.selectorParts > limits.selectorParts)
      this.#refuse(offset, `The CSS selectors have more than ${limits.selectorParts} parts. Use fewer rules.`);
  }

  #addDeclaration(offset: number): void {
    this.#declarations += 1;
    if (this.#declarations > limits.cssDeclarations)
      this.#refuse(offset, `There are more than ${limits.cssDeclarations} CSS declarations. Use fewer rules.`);
  }
}

/** Returns the end of the string that begins here. An escaped quote does not end it. */
function endOfString(css: string, start: number): number {
  let end = css.indexOf(css[start] as string, start + 1);
  while (end !== -1 && css[end - 1] === '\\') end = css.indexOf(css[start] as string, end + 1);
  return end === -1 ? css.length : end;
}
