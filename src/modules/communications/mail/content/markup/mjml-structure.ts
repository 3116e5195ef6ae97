import { limits } from '../template/limits.ts';
import type { MarkupEvents } from './markup-scanner.ts';

/** MJML elements that contain HTML; all others contain MJML elements. */
const contentElements = new Set([
  'mj-text',
  'mj-button',
  'mj-table',
  'mj-raw',
  'mj-style',
  'mj-title',
  'mj-preview',
  'mj-social-element',
  'mj-navbar-link',
  'mj-accordion-title',
  'mj-accordion-text',
]);

export type MjmlFault = (offset: number, message: string) => never;

/**
 * Follows the elements of an MJML document. The MJML parser closes forgotten elements silently and drops text between
 * elements, so a mail would lack a part without an error. Here both are errors.
 */
export class MjmlStructure implements MarkupEvents {
  readonly #fault: MjmlFault;
  readonly #open: { readonly name: string; readonly offset: number }[] = [];
  #content: string | undefined;
  #contentDepth = 0;
  #elements = 0;
  #hasBody = false;

  constructor(fault: MjmlFault) {
    this.#fault = fault;
  }

  /** The element around the current position, for example `mj-column`. */
  get parent(): string | undefined {
    return this.#open.at(-1)?.name;
  }

  get inContent(): boolean {
    return this.#content !== undefined;
  }

  get inBody(): boolean {
    return this.#open.some(({ name }) => name === 'mj-body');
  }

  get inHead(): boolean {
    return this.#open.some(({ name }) => name === 'mj-head');
  }

  get isAfterBody(): boolean {
    return this.#hasBody && !this.inBody;
  }

  open(name: string, selfClosing: boolean, offset: number): void {
    if (this.#content !== undefined) {
      if (name === this.#content && !selfClosing) this.#contentDepth += 1;
      return;
    }
    if (name === 'mj-include') {
      this.#fault(offset, '<mj-include> cannot be used: a mail has no other files. Write the content here.');
    }
    if (this.#elements === 0 && name !== 'mjml') {
      this.#fault(offset, `MJML begins with <mjml>, not with <${name}>. Put everything into <mjml><mj-body>.`);
    }
    this.#elements += 1;
    if (this.#elements > limits.mjmlElements) {
      this.#fault(offset, `There are more than ${limits.mjmlElements} MJML elements. Use fewer, or a Liquid loop.`);
    }
    if (name === 'mj-body') this.#hasBody = true;
    if (selfClosing) return;
    this.#open.push({ name, offset });
    if (this.#open.length > limits.mjmlNesting) {
      this.#fault(offset, `Elements are nested more than ${limits.mjmlNesting} deep. Use fewer levels.`);
    }
    if (contentElements.has(name)) {
      this.#content = name;
      this.#contentDepth = 1;
    }
  }

  close(name: string, offset: number): void {
    if (this.#content !== undefined) {
      if (name !== this.#content) {
        // The tag closes HTML inside mj-text, or an outer element that ends too early.
        if (!this.#open.some((element) => element.name === name)) return;
        this.#notClosed();
      }
      this.#contentDepth -= 1;
      if (this.#contentDepth > 0) return;
      this.#content = undefined;
    }
    const element = this.#open.at(-1);
    if (element === undefined) this.#fault(offset, `</${name}> does not belong to an open element. Remove it.`);
    if (element?.name !== name) this.#notClosed();
    this.#open.pop();
  }

  text(text: string, offset: number): void {
    if (this.#content !== undefined || this.parent === undefined) return;
    const from = text.search(/\S/);
    if (from === -1) return;
    this.#fault(offset + from, `Text directly inside <${this.parent}> is not shown. Put it into <mj-text>.`);
  }

  end(): void {
    if (this.#open.length > 0) this.#notClosed();
    if (!this.#hasBody) this.#fault(0, 'There is no <mj-body>. Put the content into <mjml><mj-body>.');
  }

  #notClosed(): void {
    const element = this.#open.at(-1);
    if (element) this.#fault(element.offset, `<${element.name}> is not closed. Add </${element.name}>.`);
  }
}
