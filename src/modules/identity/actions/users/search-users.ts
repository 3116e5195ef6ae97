import { Type } from 'typebox';
import type { Grant } from '#core/access/access.ts';
import { defineAction } from '#core/action.ts';
import { operations } from '#core/operations/index.ts';
import { integerParameter } from '#core/query/integer-parameter.ts';
import { usersModel } from '../../users/users.ts';

const shownFields = ['email', 'name', 'firstName', 'lastName', 'avatarUrl', 'title'] as const;

const textOrNull = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }));

const foundUser = Type.Object(
  { _id: Type.String({ format: 'uuid' }), ...Object.fromEntries(shownFields.map((key) => [key, textOrNull])) },
  { additionalProperties: false },
);

export const searchUsers = defineAction({
  name: 'identity.searchUsers',
  summary: 'Finds active users by the beginnings of their names or addresses, to choose from',
  routes: [{ method: 'GET', path: '/api/identity/users/search' }],
  access: 'identity:read',
  input: Type.Object(
    {
      q: Type.Optional(Type.String({ description: 'Beginnings of words; all users when absent.' })),
      limit: integerParameter(1, 200, '1 to 200; 20 when absent.'),
    },
    { additionalProperties: false },
  ),
  output: Type.Object({ data: Type.Array(foundUser) }, { additionalProperties: false }),
  async run(context, { q, limit }) {
    const model = usersModel(context);
    const grant = context.caller.access.grant(model, 'read');
    const fields = shownFields.filter((key) => !grant.hidden.has(key));
    const query = () => ({
      filter: { active: 'true' },
      fields: fields.length > 0 ? [...fields] : ['_id'],
      count: 'none',
      ...(fields.includes('name') && { sort: 'name' }),
      ...(q !== undefined && { q }),
      ...(limit !== undefined && { limit }),
    });
    const { body } = await operations.list.run(context, withVisibleField(grant, 'active'), { query });
    const { data } = JSON.parse(body) as { data: never };
    return { body: { data } };
  },
});

/** Allows the filter by a field that the caller's roles hide. The answer does not contain the field. */
const withVisibleField = (grant: Grant, key: string): Grant => ({
  ...grant,
  hidden: new Set([...grant.hidden].filter((hidden) => hidden !== key)),
});
