/** What a type of step or a trigger does, and what its configuration has, as people and language models read it. */
export interface Described {
  /** One sentence. */
  readonly does: string;
  /** A phrase for each part of the configuration. Other parts are refused. */
  readonly parts: Readonly<Record<string, string>>;
}
