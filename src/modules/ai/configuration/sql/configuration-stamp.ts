/**
 * SQL of a text that changes with every change of the configuration: of these settings, and of the prices. `keys` is SQL of the keys in
 * lower case.
 */
export const configurationStamp = (keys: string): string => {
  const stampOf = (rows: string) => `(select concat_ws(' ', count(*), sum(version), max(updated_at)) from ${rows})`;
  const settings = `ui_settings where tenant_id = $1::bigint and key_folded = any(${keys})`;
  return `${stampOf(settings)} || '; ' || ${stampOf('ai_ai_model_prices where tenant_id = $1::bigint')}`;
};
