import { autonumberType } from './autonumber.ts';
import { booleanType } from './boolean.ts';
import { choiceType } from './choice.ts';
import { dateType } from './date.ts';
import { datetimeType } from './datetime.ts';
import { formulaTypes, rollupTypes } from './derived.ts';
import { emailType } from './email.ts';
import type { FieldType, FieldTypeName } from './field.ts';
import { integerType } from './integer.ts';
import { jsonType } from './json.ts';
import { listType } from './list.ts';
import { longTextType } from './longText.ts';
import { numberType } from './number.ts';
import { phoneType } from './phone.ts';
import { referenceType } from './reference.ts';
import { referencesType } from './references.ts';
import { secretType } from './secret.ts';
import { textType } from './text.ts';
import { urlType } from './url.ts';

export { boolean } from './boolean.ts';
export { choice } from './choice.ts';
export { date } from './date.ts';
export { datetime } from './datetime.ts';
export { email } from './email.ts';
export { integer } from './integer.ts';
export { json } from './json.ts';
export { list } from './list.ts';
export { longText } from './longText.ts';
export { modelKey } from './modelKey.ts';
export { number } from './number.ts';
export { phone } from './phone.ts';
export { reference } from './reference.ts';
export { references } from './references.ts';
export { secret } from './secret.ts';
export { text } from './text.ts';
export { serverPath, url } from './url.ts';

export const fieldTypes: Record<FieldTypeName, FieldType> = {
  text: textType,
  longText: longTextType,
  email: emailType,
  phone: phoneType,
  url: urlType,
  number: numberType,
  integer: integerType,
  boolean: booleanType,
  date: dateType,
  datetime: datetimeType,
  choice: choiceType,
  reference: referenceType,
  references: referencesType,
  list: listType,
  json: jsonType,
  secret: secretType,
  autonumber: autonumberType,
  formula: formulaTypes.number,
  rollup: rollupTypes.number,
};
