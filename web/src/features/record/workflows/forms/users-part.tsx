import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { FieldInput } from '~/fields/field-input.tsx';
import { Select } from '~/ui/select/select.tsx';
import { type Config, objectOf, textOf } from '../flow/step.ts';
import { type PartProps, problemAt, withPart } from './parts.ts';
import { recordField } from './plain-fields.ts';
import { usePartText } from './use-part-text.ts';

type Kind = 'owner' | 'workflowOwner' | 'user' | 'team';

interface Users {
  readonly kind: Kind;
  readonly id: string | null;
  readonly method: string;
}

/** Reads `"owner"`, `"workflowOwner"`, the id of a user, `{userId}` and `{teamId, method}`. */
export function readUsers(value: unknown): Users {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  if (first === 'workflowOwner') return { kind: 'workflowOwner', id: null, method: 'roundRobin' };
  if (typeof first === 'string' && first !== '' && first !== 'owner')
    return { kind: 'user', id: first, method: 'roundRobin' };
  const { userId, teamId, method } = objectOf(first);
  if (teamId !== undefined) return { kind: 'team', id: textOf(teamId) || null, method: textOf(method) || 'roundRobin' };
  if (userId !== undefined) return { kind: 'user', id: textOf(userId) || null, method: 'roundRobin' };
  return { kind: 'owner', id: null, method: 'roundRobin' };
}

const configOf = ({ kind, id, method }: Users): Config | string => {
  if (kind === 'owner' || kind === 'workflowOwner') return kind;
  if (kind === 'user') return { userId: id ?? '' };
  return { teamId: id ?? '', ...(method !== 'roundRobin' && { method }) };
};

/** Owners, a user, or a team. */
export function UsersPart({ part, config, onChange, model, problems }: PartProps<'users'>) {
  const { label, help } = usePartText(part);
  const { t } = useTranslation('workflows');
  const isRoot = part.shape === 'root';
  const { value, isMore } = valueIn(isRoot ? config : config[part.key]);
  const read = readUsers(value);
  const kinds: readonly Kind[] = part.shape === 'any' ? ['owner', 'workflowOwner', 'user', 'team'] : ['user', 'team'];
  const users: Users = kinds.includes(read.kind) ? read : { ...read, kind: 'user' };
  const change = (next: Users) => {
    const given = configOf(next);
    if (isRoot) onChange(given as Config);
    else onChange(withPart(config, part.key, given));
  };
  const error = problemAt(problems, part.key) ?? (isRoot ? problemAt(problems, 'teamId') : undefined);
  const isTeam = users.kind === 'team';
  return (
    <Stack gap="xs">
      <Select
        label={label}
        description={isMore ? t('users.more') : help}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        withAsterisk={part.required ?? false}
        data={kinds.map((kind) => ({ value: kind, label: t(`users.${kind}`) }))}
        value={users.kind}
        onChange={(kind) => change({ kind: (kind ?? 'user') as Kind, id: null, method: 'roundRobin' })}
        error={users.kind === 'owner' || users.kind === 'workflowOwner' ? error : undefined}
      />
      {(users.kind === 'user' || isTeam) && (
        <FieldInput
          key={users.kind}
          field={recordField(
            isTeam ? 'teamId' : 'userId',
            t(`users.${users.kind}`),
            isTeam ? 'identity.teams' : 'identity.users',
          )}
          model={model}
          value={users.id}
          onChange={(id) => change({ ...users, id: textOf(id) || null })}
          error={error}
        />
      )}
      {isTeam && part.key !== 'to' && part.key !== 'by' && (
        <Select
          label={t('users.method')}
          data={['roundRobin', 'leastBusy'].map((method) => ({ value: method, label: t(`users.${method}`) }))}
          value={users.method}
          onChange={(method) => change({ ...users, method: method ?? 'roundRobin' })}
        />
      )}
    </Stack>
  );
}

/** A list of recipients is shown by its first one. Choosing another one replaces the list. */
const valueIn = (value: unknown) => ({ value, isMore: Array.isArray(value) && value.length > 1 });
