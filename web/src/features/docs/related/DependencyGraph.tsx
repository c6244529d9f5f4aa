import { styled } from '@mui/material/styles'
import { useId, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { useDocsSource } from '../components/docs-source.tsx'
import { kindOf } from './kinds.ts'
import { type Arrow, type Box, boxHeight, boxWidth, layoutOf } from './layout.ts'
import type { NodeGraph } from './queries.ts'

const Root = styled('div')({
  overflow: 'auto',
  maxHeight: 'max(360px, calc(100dvh - 320px))',
  border: '1px solid var(--docs-border)',
  borderRadius: 8,
  background: 'var(--docs-paper)',
  '& > div': { position: 'relative', margin: '0 auto', padding: 24, boxSizing: 'content-box' },
  '& svg': { display: 'block', overflow: 'visible' },
  '& path': { fill: 'none', stroke: 'var(--docs-muted)', strokeOpacity: 0.45, strokeWidth: 1.25 },
  '& path[data-back]': { strokeDasharray: '4 4' },
  '& path[data-active]': { stroke: 'var(--docs-accent)', strokeOpacity: 1, strokeWidth: 1.75 },
  '& marker path': { fill: 'context-stroke', stroke: 'none' },
  '& :is(a, .here)': {
    position: 'absolute',
    display: 'grid',
    alignContent: 'center',
    boxSizing: 'border-box',
    width: boxWidth,
    height: boxHeight,
    padding: '0 10px',
    border: '1px solid var(--docs-border)',
    borderRadius: 6,
    background: 'var(--docs-ground)',
    color: 'var(--docs-text)',
    textDecoration: 'none',
    fontSize: typeSizes.note,
    lineHeight: 1.25,
  },
  '& a:hover': { borderColor: 'var(--docs-accent)' },
  '& .here': { borderColor: 'var(--docs-accent)', fontWeight: 650 },
  '& :is(a, .here) > span': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& :is(a, .here) > .kind': { color: 'var(--docs-muted)', fontSize: typeSizes.badge },
})

interface Props {
  graph: NodeGraph
  root: { uri: string; name: string; type: string }
}

/** What refers to a page at its left, what it refers to at its right. Nothing is here that the list has not. */
export function DependencyGraph({ graph, root }: Props) {
  const { hrefOf } = useDocsSource()
  const layout = useMemo(() => layoutOf(graph, root.uri), [graph, root.uri])
  const [active, setActive] = useState<string>()
  const arrow = useId()
  return (
    <>
      <Root role="group" aria-label={`Graph of what surrounds ${root.name}`}>
        <div style={{ width: layout.width, height: layout.height }}>
          <svg width={layout.width} height={layout.height} aria-hidden>
            <defs>
              <marker
                id={arrow}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerWidth="7"
                markerHeight="7"
                orient="auto"
              >
                <path d="M0 0 L8 4 L0 8 z" />
              </marker>
            </defs>
            {layout.arrows.map((one) => (
              <path
                key={one.key}
                d={pathOf(one)}
                markerEnd={`url(#${arrow})`}
                data-back={one.isBack || undefined}
                data-active={one.from.key === active || one.to.key === active || undefined}
              />
            ))}
          </svg>
          {layout.boxes.map((box) =>
            box.node ? (
              <Link
                key={box.key}
                to={hrefOf(box.node.slug)}
                title={box.node.name}
                style={placeOf(box)}
                onMouseEnter={() => setActive(box.key)}
                onMouseLeave={() => setActive(undefined)}
                onFocus={() => setActive(box.key)}
                onBlur={() => setActive(undefined)}
              >
                <span>{box.node.name}</span>
                <span className="kind">{box.node.method?.toUpperCase() ?? kindOf(box.node.type)}</span>
              </Link>
            ) : (
              <div
                // At another place, where more or fewer steps are drawn, it is shown anew.
                key={`${box.x} ${box.y}`}
                className="here"
                style={placeOf(box)}
                ref={showHere}
                title={root.name}
              >
                <span>{root.name}</span>
                <span className="kind">{kindOf(root.type)}</span>
              </div>
            ),
          )}
        </div>
      </Root>
      {layout.left > 0 ? <p>{layout.left} more are in the list only.</p> : null}
    </>
  )
}

const padding = 24
const placeOf = ({ x, y }: Box) => ({ left: x + padding, top: y + padding })

/** Scrolls the graph, and nothing else, so that the page is in its middle. */
function showHere(box: HTMLElement | null): void {
  const frame = box?.parentElement?.parentElement
  if (!box || !frame) return
  frame.scrollLeft = box.offsetLeft - (frame.clientWidth - box.offsetWidth) / 2
  frame.scrollTop = box.offsetTop - (frame.clientHeight - box.offsetHeight) / 2
}

function pathOf({ from, to }: Arrow): string {
  const [y1, y2] = [from.y + boxHeight / 2, to.y + boxHeight / 2]
  // One that leads back leaves at the left; to a neighbour it goes round what stands between.
  const x1 = from.x > to.x ? from.x : from.x + boxWidth
  const x2 = from.x < to.x ? to.x : to.x + boxWidth
  const bend = from.x === to.x ? 48 : Math.abs(x2 - x1) / 2
  const [out, back] = [from.x > to.x ? -bend : bend, from.x < to.x ? -bend : bend]
  return `M${x1} ${y1} C${x1 + out} ${y1} ${x2 + back} ${y2} ${x2} ${y2}`
}
