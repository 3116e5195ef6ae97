/**
 * SQL that selects the active settings among these keys as a JSON array of `key`, `value` and the encrypted `secret`,
 * for statements that also read other data. The parameters are SQL; the keys are in lower case.
 */
export const settingsJson = (tenantId: string, keys: string): string =>
  `(select coalesce(jsonb_agg(jsonb_build_object('key', key_folded, 'secret', secret_value, 'value', value)), '[]')
    from ui_settings where tenant_id = ${tenantId} and key_folded = any(${keys}) and active is not false)`;
