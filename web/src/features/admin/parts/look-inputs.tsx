import { ColorInput, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconInput } from './icon-input.tsx';

const swatches = ['#4977de', '#1c8a7a', '#43a047', '#b8860b', '#d2691e', '#c0392b', '#8e44ad', '#607d8b'];

interface Look {
  readonly icon: string | null;
  readonly color: string | null;
}

interface LookInputsProps extends Look {
  readonly layout?: string;
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<Look>) => void;
}

/** How a screen or workspace looks in the navigation. */
export function LookInputs({ icon, color, layout, problems, onChange }: LookInputsProps) {
  const { t } = useTranslation('screens');
  return (
    <SimpleGrid cols={2} spacing="sm">
      <IconInput
        value={icon}
        {...(layout !== undefined && { layout })}
        error={problems.icon}
        onChange={(next) => onChange({ icon: next })}
      />
      <ColorInput
        label={t('look.color')}
        placeholder={t('look.noColor')}
        value={color ?? ''}
        onChange={(next) => onChange({ color: next === '' ? null : next })}
        swatches={swatches}
        swatchesPerRow={8}
        withEyeDropper={false}
        error={problems.color}
      />
    </SimpleGrid>
  );
}
