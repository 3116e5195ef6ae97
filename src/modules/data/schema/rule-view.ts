import { Type } from 'typebox';

export const when = Type.Record(Type.String(), Type.Unknown(), {
  description:
    'The records to which the rule applies, by their own fields, in the grammar of filters: {"stage":"won","value":{"null":true}}. All records when absent.',
});

/** A rule as the registry shows it. */
export const ruleView = Type.Object(
  {
    _id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    when: Type.Optional(when),
    require: Type.Optional(Type.Array(Type.String())),
    forbid: Type.Optional(Type.Literal(true)),
    message: Type.String(),
    problem: Type.Optional(
      Type.String({ description: 'Why the rule no longer fits the model. It is not checked until it is changed.' }),
    ),
  },
  { description: 'A condition for records. A write that does not meet it is 422 rule_violated with the message.' },
);
