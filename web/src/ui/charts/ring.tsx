import { arcPath } from './arc-path.ts';
import styles from './charts.module.css';
import { Tooltip } from './tooltip.tsx';

interface RingPart {
  readonly key: string;
  readonly label: string;
  readonly color: string;
  readonly value: number;
}

interface RingProps {
  readonly label: string;
  readonly parts: readonly RingPart[];
  /** Width of the ring; undefined for a pie. */
  readonly thickness?: number | undefined;
  /** Text in the centre. */
  readonly middle?: string | undefined;
  readonly formatValue: (value: number) => string;
  readonly active: number | undefined;
  readonly onActive: (index: number | undefined) => void;
}

const size = 148;
const outer = size / 2 - 1;

/** Shows the parts of a whole as a ring. The list of the parts next to it is the accessible text. */
export function Ring({ label, parts, thickness, middle, formatValue, active, onActive }: RingProps) {
  const total = parts.reduce((sum, { value }) => sum + value, 0);
  const inner = thickness === undefined ? 0 : outer - thickness;
  const part = active === undefined ? undefined : parts[active];
  const start = (index: number) => parts.slice(0, index).reduce((sum, { value }) => sum + value, 0) / total;
  return (
    <div className={styles.ring} onPointerLeave={() => onActive(undefined)}>
      <svg
        role="img"
        aria-label={label}
        width={size}
        height={size}
        viewBox={`${-size / 2} ${-size / 2} ${size} ${size}`}
      >
        {parts.map(({ key, color, value }, n) => (
          <path
            key={key}
            className={styles.part}
            data-faded={active !== undefined && active !== n}
            d={arcPath(start(n), start(n) + value / total, outer, inner)}
            fill={color}
            onPointerEnter={() => onActive(n)}
            onPointerDown={() => onActive(n)}
          />
        ))}
        {middle && (
          <text className={styles.middle} textAnchor="middle" dy="0.35em">
            {middle}
          </text>
        )}
      </svg>
      {part && (
        <Tooltip
          title={part.label}
          rows={[{ label, color: part.color, text: formatValue(part.value) }]}
          place={{ top: '60%', left: '50%' }}
        />
      )}
    </div>
  );
}
