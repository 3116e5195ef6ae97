import type { Emitter } from 'liquidjs';
import type { MailContext } from './mail-context.ts';
import { print } from './print.ts';

/** Collects the output of a template and counts it. */
export class OutputBuffer implements Emitter {
  buffer = '';
  readonly #context: MailContext;

  constructor(context: MailContext) {
    this.#context = context;
  }

  write(value: unknown): void {
    const text = typeof value === 'string' ? value : print(value);
    this.#context.count(text.length);
    this.buffer += text;
  }
}
