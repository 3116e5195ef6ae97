import type { RecordData } from '~/api/records.ts';
import type { Model } from '~/metadata/model.ts';
import { PersonAvatar } from '~/ui/person-avatar.tsx';
import { safeColor } from '../choice/tone.ts';
import { Dot } from '../dot.tsx';
import { isUsers, recordLabel } from './label.ts';

/** The mark before a record's name: initials of a user, the colour of a status. */
export function recordMark(model: Model, record: RecordData) {
  if (isUsers(model)) return <PersonAvatar name={recordLabel(model, record)} size={20} />;
  const color = safeColor(record.color);
  return color === undefined ? undefined : <Dot color={color} />;
}
