import type { Field } from '../fields/field.ts';
import { platformModels } from '../platform-names.ts';

/**
 * Words in place of ids, which stand for different records for each caller. Ids are UUIDs, so no id can be such a word.
 */
const words: Readonly<Record<string, ReadonlySet<string>>> = {
  [platformModels.users]: new Set(['me', 'myTeam']),
  [platformModels.teams]: new Set(['myTeam']),
};

/**
 * The records that a filter names by a word: the caller's teams, or the members of these teams including the caller.
 */
export interface NamedPeople {
  readonly userId: string;
  readonly are: 'teams' | 'members';
}

/** Resolves `me` and `myTeam` in the values of a filter. */
export class PeopleWords {
  readonly #userId: string | null;

  constructor(userId: string | null) {
    this.#userId = userId;
  }

  /** True when the value is a word for records of the model that the field references. */
  isWord({ declared }: Field, value: unknown): value is string {
    return typeof value === 'string' && (words[declared.to ?? '']?.has(value) ?? false);
  }

  /** The id for `me`, or the people for `myTeam`. Undefined when the call has no user. */
  resolve({ declared }: Field, word: string): string | NamedPeople | undefined {
    if (this.#userId === null) return undefined;
    if (word === 'me') return this.#userId;
    return { userId: this.#userId, are: declared.to === platformModels.teams ? 'teams' : 'members' };
  }
}
