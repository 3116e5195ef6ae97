export interface MarkupEvents {
  open(name: string, selfClosing: boolean, offset: number): void;
  close(name: string, offset: number): void;
  text(text: string, offset: number): void;
}

/** Elements whose content is not markup. */
const rawElements = new Set(['style', 'script', 'title', 'textarea', 'mj-style']);

const isSpace = (char: string): boolean =>
  char === ' ' || char === '\n' || char === '\t' || char === '\r' || char === '\f';

/**
 * Parses HTML or MJML piece by piece, and knows if a piece ends in text, in a tag, in the value of an attribute or in a comment. Pieces
 * are the text between Liquid tags.
 */
export class MarkupScanner {
  place: 'text' | 'tag' | 'value' | 'comment' = 'text';
  /** The current element whose content is not markup, for example `style`. */
  rawElement: string | undefined;
  /** The tag that is being read, without its attributes: `/mj-text`. */
  tagName = '';
  readonly #events: MarkupEvents;
  #tagOffset = 0;
  #hasName = false;
  #afterEquals = false;
  #unquoted = false;
  #quote = '';
  #last = '';

  constructor(events: MarkupEvents) {
    this.#events = events;
  }

  /** True where a value would stand in an attribute without quotes. */
  get inUnquotedValue(): boolean {
    return this.place === 'tag' && (this.#afterEquals || this.#unquoted);
  }

  /** True directly behind `<` or a part of the name of a tag. */
  get inTagName(): boolean {
    return this.place === 'tag' && !this.#hasName;
  }

  feed(piece: string, offset: number): void {
    let at = 0;
    while (at < piece.length) {
      if (this.place === 'text') at = this.#text(piece, at, offset);
      else if (this.place === 'comment') at = this.#until(piece, at, '-->');
      else if (this.place === 'value') at = this.#until(piece, at, this.#quote);
      else at = this.#tag(piece, at);
    }
  }

  #text(piece: string, from: number, offset: number): number {
    let at = from;
    for (;;) {
      at = piece.indexOf('<', at);
      if (at === -1 || this.#startsTag(piece, at)) break;
      at += 1;
    }
    const end = at === -1 ? piece.length : at;
    if (end > from) this.#events.text(piece.slice(from, end), offset + from);
    if (at === -1) return piece.length;
    if (piece.startsWith('<!--', at)) {
      this.place = 'comment';
      return at + 4;
    }
    this.place = 'tag';
    this.tagName = '';
    this.#tagOffset = offset + at;
    this.#hasName = this.#afterEquals = this.#unquoted = false;
    this.#last = '';
    return at + 1;
  }

  #startsTag(piece: string, at: number): boolean {
    const next = piece[at + 1] ?? '';
    if (this.rawElement !== undefined) {
      const end = piece.slice(at, at + this.rawElement.length + 2).toLowerCase();
      return end === `</${this.rawElement}`;
    }
    return next === '' || /[a-zA-Z/!?]/.test(next);
  }

  #until(piece: string, from: number, end: string): number {
    const at = piece.indexOf(end, from);
    if (at === -1) return piece.length;
    this.place = end === '-->' ? 'text' : 'tag';
    return at + end.length;
  }

  #tag(piece: string, from: number): number {
    for (let at = from; at < piece.length; at += 1) {
      const char = piece[at] as string;
      if (char === '>') {
        this.#endTag();
        return at + 1;
      }
      if (!this.#hasName) {
        if (isSpace(char) || (char === '/' && this.tagName !== '')) this.#hasName = true;
        else this.tagName += char;
      } else if (isSpace(char)) {
        this.#unquoted = false;
      } else if ((char === '"' || char === "'") && !this.#unquoted) {
        this.place = 'value';
        this.#quote = char;
        this.#afterEquals = false;
        this.#last = char;
        return at + 1;
      } else if (char === '=' && !this.#unquoted) {
        this.#afterEquals = true;
      } else if (this.#afterEquals) {
        this.#afterEquals = false;
        this.#unquoted = true;
      }
      if (!isSpace(char)) this.#last = char;
    }
    return piece.length;
  }

  #endTag(): void {
    this.place = 'text';
    const name = this.tagName.toLowerCase();
    if (name.startsWith('/')) {
      if (this.rawElement === name.slice(1)) this.rawElement = undefined;
      this.#events.close(name.slice(1), this.#tagOffset);
      return;
    }
    if (name === '' || name.startsWith('!') || name.startsWith('?')) return;
    const selfClosing = this.#last === '/' && !this.#unquoted;
    if (rawElements.has(name) && !selfClosing) this.rawElement = name;
    this.#events.open(name, selfClosing, this.#tagOffset);
  }
}
