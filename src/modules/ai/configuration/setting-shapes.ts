import { type Static, type TSchema, Type } from 'typebox';
import { toolNames } from './tool-names.ts';

/** `writes`: a user approves what tools write. */
export const approvals = ['writes', 'none'] as const;

const count = () => Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }));
const names = (maxItems: number) =>
  Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 200 }), { maxItems }));

const modelName = Type.String({ minLength: 1, maxLength: 200 });
const approval = Type.Enum([...approvals]);

const limits = Type.Object(
  {
    requestsPerDay: count(),
    tokensPerDay: count(),
    userRequestsPerDay: count(),
    userTokensPerDay: count(),
    maxTokens: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
    models: names(100),
  },
  { additionalProperties: false },
);

const tools = Type.Object(
  {
    disabled: Type.Optional(Type.Array(Type.Enum([...toolNames]), { maxItems: 100 })),
    models: names(1000),
    hiddenModels: names(1000),
    allow: Type.Optional(
      Type.Array(Type.Union([Type.Literal('deleteRecord'), Type.Literal('sendEmail')]), { maxItems: 2 }),
    ),
  },
  { additionalProperties: false },
);

const keepContent = Type.Union([
  Type.Boolean(),
  Type.Object({ days: Type.Integer({ minimum: 1, maximum: 3650 }) }, { additionalProperties: false }),
]);

/** The settings of a tenant, except the keys of providers. */
export const settingShapes = {
  'ai.defaultModel': modelName,
  'ai.approval': approval,
  'ai.tools': tools,
  'ai.limits': limits,
  'ai.failover': modelName,
  'ai.keepContent': keepContent,
} as const satisfies Readonly<Record<string, TSchema>>;

export type SettingKey = keyof typeof settingShapes;

/** Descriptions of the shapes, for error messages. */
export const descriptions: Readonly<Record<SettingKey, string>> = {
  'ai.defaultModel': 'the name of a model, such as "gpt-5"',
  'ai.approval': '"writes" or "none"',
  'ai.tools':
    'an object with disabled, models, hiddenModels (lists of names) and allow (a list of deleteRecord and sendEmail)',
  'ai.limits':
    'an object with requestsPerDay, tokensPerDay, userRequestsPerDay, userTokensPerDay, maxTokens (whole numbers) and models (a list of names such as "gpt-*")',
  'ai.failover': 'the name of a model, such as "claude-sonnet-4-5"',
  'ai.keepContent': 'true, false, or an object with days (from 1 to 3650)',
};

export type Limits = Static<typeof limits>;
export type ToolSettings = Static<typeof tools>;
export type KeepContent = Static<typeof keepContent>;
export type Approval = (typeof approvals)[number];
