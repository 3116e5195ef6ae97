/**
 * SQL of a value of a declaration, in place of a parameter. It contains no text of the tenant: texts are written in
 * hexadecimal digits.
 */
export function literalSql(value: unknown, type: string): string {
  if (value === null || value === undefined) return `null::${type}`;
  if (Array.isArray(value)) {
    const element = type.replace(/\[\]$/, '');
    return `array[${value.map((one) => literalSql(one, element)).join(', ')}]::${type}`;
  }
  const hex = Buffer.from(String(value)).toString('hex');
  return `convert_from(decode('${hex}', 'hex'), 'UTF8')::${type}`;
}
