import type { RecordData } from '~/api/records.ts';
import type { Me } from '~/api/session.ts';
import type { Model } from './model.ts';

/** The facts about a person that decide which records they may write. */
type Person = Pick<Me, 'scopes' | 'teamMateIds'> & { readonly user: Pick<RecordData, '_id'> };

/** The records that a scope covers: all, those of the person's teams, or the person's own. */
type Reach = 'all' | 'team' | 'own';

const widthOf: Readonly<Record<Reach, number>> = { own: 1, team: 2, all: 3 };

/** The widest reach among the scopes that include the wanted one; undefined when none does. */
export function reachOf(scopes: readonly string[], wanted: string): Reach | undefined {
  const [module, action] = wanted.split(':');
  let widest: Reach | undefined;
  for (const scope of scopes) {
    const [heldModule, heldAction = '*', narrowing] = scope.split(':');
    if (heldModule !== '*' && heldModule !== module) continue;
    if (heldModule === '*' && module === 'platform') continue;
    if (heldAction !== '*' && heldAction !== action && heldAction !== 'admin') continue;
    const reach = narrowing === 'own' || narrowing === 'team' ? narrowing : 'all';
    if (widest === undefined || widthOf[reach] > widthOf[widest]) widest = reach;
  }
  return widest;
}

/** The field whose user is the owner of a record. */
const ownerKey = ({ fields }: Model): string => (fields.some(({ key }) => key === 'ownerId') ? 'ownerId' : 'createdBy');

/** The fields that decide who may write a record. Lists read them, so that no extra request per record is needed. */
export const writerKeys = (model: Model): readonly string[] => [
  ownerKey(model),
  ...(model.personal ? [model.personal.user] : []),
];

/** True when a person may write a record directly. Models that are read-only are written by actions alone. */
export const mayWriteRecord = (me: Person, model: Model, record: RecordData): boolean =>
  !model.readOnly && mayChangeRecord(me, model, record);

/**
 * True when a person may change a record by actions, under the server's rules: the reach of the scope, and personal
 * records.
 */
export function mayChangeRecord(me: Person, model: Model, record: RecordData): boolean {
  const { user, scopes, teamMateIds } = me;
  const isAdmin = reachOf(scopes, `${model.moduleKey}:admin`) === 'all';
  if (model.personal && !isAdmin) return record[model.personal.user] === user._id;
  const reach = reachOf(scopes, model.scopes.write);
  if (reach === undefined || reach === 'all') return reach === 'all';
  const owner = record[ownerKey(model)];
  // A role may hide the owner field. Then only the server can decide, so the console allows the attempt.
  if (owner === undefined || owner === user._id) return true;
  return reach === 'team' && (teamMateIds === null || teamMateIds.includes(String(owner)));
}
