import { Text } from '@mantine/core';
import { useRegistry } from '~/metadata/registry.ts';
import { safeColor } from '../choice/tone.ts';
import { Dot } from '../dot.tsx';
import { EmptyValue } from '../empty-value.tsx';
import classes from '../fields.module.css';
import type { DisplayProps } from '../kind.ts';
import { asText, isEmpty } from '../values.ts';

export function TextDisplay({ field, value, compact }: DisplayProps) {
  if (isEmpty(value)) return <EmptyValue />;
  const color = /color$/i.test(field.key) ? safeColor(value) : undefined;
  if (color !== undefined)
    return (
      <span className={classes.inline}>
        <Dot color={color} />
        {color}
      </span>
    );
  if (field.key === 'modelKey') return <ModelName name={asText(value)} />;
  return (
    <Text span inherit truncate={compact} style={compact ? undefined : { overflowWrap: 'anywhere' }}>
      {asText(value)}
    </Text>
  );
}

/** The name of a model in the words of the account, instead of `contacts`. */
function ModelName({ name }: { readonly name: string }) {
  const model = useRegistry().find(name);
  return <>{model?.labelPlural ?? name}</>;
}
