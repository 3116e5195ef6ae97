/** What a type of step or a trigger does, and what its configuration has, as people and language models read it. */
export interface Described {
  /** One sentence. */
  readonly does: string;
  /** A phrase for each part of the configuration. A part that is not in here is refused. */
  readonly parts: Readonly<Record<string, string>>;
}
