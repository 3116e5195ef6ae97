import { ActionIcon, useComputedColorScheme } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import {
  Background,
  BaseEdge,
  Controls,
  EdgeLabelRenderer,
  type EdgeProps,
  Handle,
  MarkerType,
  type NodeProps,
  Position,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
} from '@xyflow/react';
import '@xyflow/react/dist/base.css';
import { type FocusEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '~/views/parts/format.ts';
import { stepWith } from './change-flow.ts';
import { backward, downward } from './edge-path.ts';
import classes from './flow.module.css';
import { useFlow } from './flow-context.ts';
import './flow-graph.css';
import { endId, endWidth, layoutOf, nodeHeight, nodeWidth, type Placed, type PlacedEdge, triggerId } from './layout.ts';
import { StepButton, TriggerButton } from './node-content.tsx';
import { type Flow, waysOf } from './step.ts';
import { useStepName, useWayName } from './use-step-name.ts';

const ends = (
  <>
    <Handle type="target" position={Position.Top} isConnectable={false} className={classes.handle} />
    <Handle type="source" position={Position.Bottom} isConnectable={false} className={classes.handle} />
  </>
);

function TriggerNode() {
  return (
    <>
      {ends}
      <TriggerButton />
    </>
  );
}

function StepNode({ id }: NodeProps) {
  const { flow } = useFlow();
  const step = stepWith(flow, id);
  return (
    <>
      {ends}
      {step && <StepButton step={step} />}
    </>
  );
}

/** The place of an end node is in its id: the key of the step and the way. */
const placeOf = (id: string): { readonly from: string | null; readonly part: string } => {
  const at = id.lastIndexOf(' ');
  const from = id.slice(0, at);
  return { from: from === triggerId ? null : from, part: id.slice(at + 1) };
};

/** The end of a way, where a step can be added. */
function EndNode({ id }: NodeProps) {
  const { t } = useTranslation('workflows');
  const { canWrite, open } = useFlow();
  const place = placeOf(id);
  const label = useAddLabel()(place);
  return (
    <>
      {ends}
      {canWrite ? (
        <button type="button" className={classes.end} aria-label={label} onClick={() => open({ kind: 'add', place })}>
          <IconPlus size={14} aria-hidden /> {t('add.short')}
        </button>
      ) : (
        <span className={classes.end}>{t('way.end')}</span>
      )}
    </>
  );
}

/** Returns a function that says where a step is added. */
function useAddLabel(): (place: { readonly from: string | null; readonly part: string }) => string {
  const { t } = useTranslation('workflows');
  const { flow } = useFlow();
  const stepName = useStepName();
  const wayName = useWayName();
  return ({ from, part }) => {
    const step = from === null ? undefined : stepWith(flow, from);
    const name = step ? stepName(step) : t('list.trigger');
    const way = step && wayName(step, part);
    return way === undefined ? t('add.after', { step: name }) : t('add.afterWay', { step: name, way });
  };
}

/** A way from one node to the next, with its name and a button that adds a step. */
function WayEdge(props: EdgeProps) {
  const { id, source, data, sourceX, sourceY, targetX, targetY, markerEnd } = props;
  const { flow, canWrite, open } = useFlow();
  const wayName = useWayName();
  const format = useFormat();
  const addLabel = useAddLabel();
  const part = String(data?.part ?? 'next');
  const step = stepWith(flow, source);
  const name = step && wayName(step, part);
  const rate = useConversion(flow, source, props.target);
  const label = [name, rate === undefined ? undefined : format.rate(rate)].filter(Boolean).join(' · ');
  const isEnd = data?.isEnd === true;
  const place = { from: source === triggerId ? null : source, part };
  const via = typeof data?.via === 'number' ? data.via : undefined;
  const { path, x, y } =
    targetY > sourceY
      ? downward({ sourceX, sourceY, targetX, targetY, via })
      : backward({ sourceX, sourceY, targetX, targetY });
  return (
    <>
      <BaseEdge id={id} path={path} {...(markerEnd !== undefined && { markerEnd })} />
      <EdgeLabelRenderer>
        <div className={classes.between} style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}>
          {label !== '' && (
            <span className={`tabular ${classes.way}`} title={label}>
              {label}
            </span>
          )}
          {canWrite && !isEnd && (
            <ActionIcon
              size={24}
              radius="xl"
              variant="default"
              aria-label={addLabel(place)}
              onClick={() => open({ kind: 'add', place })}
            >
              <IconPlus size={12} />
            </ActionIcon>
          )}
        </div>
      </EdgeLabelRenderer>
    </>
  );
}

/**
 * The part of the records of a step that went on to another one. Undefined when several ways lead to that step, because
 * the server counts records at steps, not on ways.
 */
function useConversion(flow: Flow, from: string, to: string): number | undefined {
  const { counts } = useFlow();
  const [before, after] = [counts.get(from), counts.get(to)];
  const ways = flow.steps.flatMap(waysOf).filter((way) => way.to === to);
  if (!before || !after || before.entered === 0 || ways.length !== 1 || flow.steps[0]?.key === to) return undefined;
  return Math.min(1, after.entered / before.entered);
}

const nodeTypes = { trigger: TriggerNode, step: StepNode, end: EndNode };
const edgeTypes = { way: WayEdge };

const nodeOf = ({ id, kind, x, y }: Placed) => ({
  id,
  type: kind,
  position: { x, y },
  data: {},
  width: kind === 'end' ? endWidth : nodeWidth,
  height: kind === 'end' ? 34 : nodeHeight,
  // Nodes that cannot be dragged or selected would not receive clicks.
  style: { pointerEvents: 'all' as const },
});

const margin = 28;
/** The smallest zoom at which a step can be read. */
const minReadable = 0.75;

function Graph() {
  const { t } = useTranslation('workflows');
  const { flow } = useFlow();
  const scheme = useComputedColorScheme('light');
  const { getNode, getNodesBounds, setCenter, setViewport, getZoom, flowToScreenPosition } = useReactFlow();
  const canvas = useRef<HTMLDivElement>(null);
  const { nodes, edges } = useMemo(() => {
    const layout = layoutOf(flow);
    return { nodes: layout.nodes.map(nodeOf), edges: layout.edges.map(edgeOf) };
  }, [flow]);
  const size = nodes.length;
  // The view is set again when nodes were added or removed. It shows all when that is large enough to read, and else the
  // beginning.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed configuration leaves the view where it is.
  useEffect(() => {
    const frame = canvas.current?.getBoundingClientRect();
    if (!frame || frame.width === 0) return;
    const bounds = getNodesBounds(nodes);
    const fits = Math.min((frame.width - 2 * margin) / bounds.width, (frame.height - 2 * margin) / bounds.height);
    const zoom = Math.min(1, Math.max(minReadable, fits));
    const isWhole = zoom * bounds.width <= frame.width - margin;
    const trigger = nodes.find(({ id }) => id === triggerId)?.position.x ?? 0;
    const middle = isWhole ? bounds.x + bounds.width / 2 : trigger + nodeWidth / 2;
    void setViewport({ x: frame.width / 2 - middle * zoom, y: margin - bounds.y * zoom, zoom });
  }, [size]);
  /** Moves the view to a node that gets the focus by keyboard and is outside of it. */
  const show = ({ target }: FocusEvent) => {
    const id = target.closest('.react-flow__node')?.getAttribute('data-id');
    const node = id ? getNode(id) : undefined;
    const frame = canvas.current?.getBoundingClientRect();
    if (!node || !frame || !target.matches(':focus-visible')) return;
    const from = flowToScreenPosition(node.position);
    const to = flowToScreenPosition({ x: node.position.x + nodeWidth, y: node.position.y + nodeHeight });
    if (from.x >= frame.left && to.x <= frame.right && from.y >= frame.top && to.y <= frame.bottom) return;
    void setCenter(node.position.x + nodeWidth / 2, node.position.y + nodeHeight / 2, { zoom: getZoom() });
  };
  return (
    <section ref={canvas} className={classes.canvas} onFocus={show} aria-label={t('graph.label')}>
      <ReactFlow
        colorMode={scheme}
        nodes={nodes}
        edges={edges}
        nodeTypes={nodeTypes}
        edgeTypes={edgeTypes}
        nodesDraggable={false}
        nodesConnectable={false}
        nodesFocusable={false}
        edgesFocusable={false}
        elementsSelectable={false}
        disableKeyboardA11y
        deleteKeyCode={null}
        zoomOnScroll={false}
        zoomOnDoubleClick={false}
        preventScrolling={false}
        minZoom={0.2}
        maxZoom={1.5}
        proOptions={{ hideAttribution: true }}
        ariaLabelConfig={{
          'controls.ariaLabel': t('graph.controls'),
          'controls.zoomIn.ariaLabel': t('graph.zoomIn'),
          'controls.zoomOut.ariaLabel': t('graph.zoomOut'),
          'controls.fitView.ariaLabel': t('graph.fit'),
        }}
      >
        <Background gap={20} />
        <Controls showInteractive={false} fitViewOptions={{ padding: 0.12, maxZoom: 1 }} />
      </ReactFlow>
    </section>
  );
}

const edgeOf = ({ from, part, to, via }: PlacedEdge) => ({
  id: `${from} ${part} ${to}`,
  type: 'way',
  source: from,
  target: to,
  data: { part, isEnd: to === endId(from, part), ...(via !== undefined && { via }) },
  markerEnd: { type: MarkerType.ArrowClosed, width: 16, height: 16 },
});

/** The flow as a graph, from the trigger downwards. */
export function FlowGraph() {
  return (
    <ReactFlowProvider>
      <Graph />
    </ReactFlowProvider>
  );
}
