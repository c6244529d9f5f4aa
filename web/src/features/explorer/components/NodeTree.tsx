import FoldedIcon from '@mui/icons-material/ChevronRight'
import OpenIcon from '@mui/icons-material/ExpandMore'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { Marked } from '../../../shared/ui/Marked.tsx'
import { MethodBadge } from '../../../shared/ui/MethodBadge.tsx'
import { ProjectIcon } from '../../../shared/ui/ProjectIcon.tsx'
import type { KeptNarrowing } from '../narrowing.ts'
import { useContents } from '../queries.ts'
import type { Contents, Row } from '../tree.ts'
import { typeName } from '../tree.ts'
import { RowStar } from './Star.tsx'

const nodeHeight = 45
const projectHeight = 120
const indent = 20
/** Rows before the end at which the next page of projects is asked for. */
const ahead = 20

interface Props {
  rows: Row[]
  kept: KeptNarrowing
  /** Project and node of the address. */
  active: string | undefined
  onToggle: (id: number) => void
  onLoaded: (id: number, contents: Contents) => void
  /** Reads more projects; undefined when there are none. */
  onEnd: (() => void) | undefined
}

// The star stands beside the link: a button within one could not be reached.
const NodeRow = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  height: nodeHeight,
  paddingRight: 12,
  borderBottom: `1px solid ${theme.vars?.palette.divider}`,
  '&:hover': { backgroundColor: theme.vars?.palette.action.hover },
  '&:has(> [aria-current])': { backgroundColor: theme.vars?.palette.action.selected },
  '@media (hover: hover)': {
    '& > .star:not(.on)': { opacity: 0 },
    '&:hover > .star, & > .star:focus-visible': { opacity: 1 },
  },
}))

const NodeLink = styled(Link)(({ theme }) => ({
  display: 'flex',
  flex: 1,
  minWidth: 0,
  alignItems: 'center',
  gap: 10,
  height: '100%',
  paddingInline: '24px 12px',
  color: 'inherit',
  textDecoration: 'none',
  '&:focus-visible': { outline: `2px solid ${theme.vars?.palette.primary.main}`, outlineOffset: -2 },
  '& > .name': { flex: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}))

/** The rows of the explorer; only those in view exist, a workspace may have a million. */
export function NodeTree({ rows, kept, active, onToggle, onLoaded, onEnd }: Props) {
  const scroller = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (rows[index]?.kind === 'project' ? projectHeight : nodeHeight),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
  })
  const shown = list.getVirtualItems()
  const last = shown.at(-1)?.index ?? 0
  useEffect(() => {
    if (last >= rows.length - ahead) onEnd?.()
  }, [last, rows.length, onEnd])
  return (
    <Box
      ref={scroller}
      tabIndex={-1}
      sx={{ flex: 1, minHeight: 0, overflowY: 'auto', borderTop: 1, borderColor: 'divider' }}
    >
      <Box
        role="list"
        aria-label="Projects and their nodes"
        sx={{ position: 'relative', height: list.getTotalSize() }}
      >
        {shown.map(({ index, start }) => {
          const row = rows[index]
          if (!row) return null
          return (
            <Box
              key={row.key}
              role="listitem"
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              sx={{ position: 'absolute', insetInline: 0, top: start }}
            >
              <RowView row={row} kept={kept} active={active} onToggle={onToggle} onLoaded={onLoaded} />
            </Box>
          )
        })}
      </Box>
    </Box>
  )
}

function RowView({
  row,
  kept,
  active,
  onToggle,
  onLoaded,
}: { row: Row } & Pick<Props, 'kept' | 'active' | 'onToggle' | 'onLoaded'>) {
  if (row.kind === 'project') return <ProjectRow row={row} onToggle={onToggle} />
  if (row.kind === 'loading') return <LoadingRow row={row} onLoaded={onLoaded} />
  if (row.kind === 'heading')
    return (
      <Typography
        variant="body2"
        color="textSecondary"
        noWrap
        sx={{ height: nodeHeight, lineHeight: `${nodeHeight}px`, px: 3, fontWeight: 600 }}
        style={{ paddingLeft: 24 + row.heading.depth * indent }}
      >
        {row.heading.heading}
      </Typography>
    )
  const { node, projectSlug, version, star, words } = row
  const isActive = active === `${projectSlug}/${node.slug}`
  return (
    <NodeRow>
      <NodeLink
        to={paths.explore(projectSlug, node.slug, { version, ...kept })}
        style={{ paddingLeft: 24 + node.depth * indent }}
        aria-current={isActive ? 'true' : undefined}
      >
        {node.method ? <MethodBadge method={node.method} /> : null}
        <span className="name">
          <Marked text={node.name} words={words} />
        </span>
        <Typography variant="caption" color="textSecondary" noWrap>
          {typeName(node.type)}
        </Typography>
      </NodeLink>
      {star ? <RowStar node={star} name={node.name} /> : null}
    </NodeRow>
  )
}

function ProjectRow({
  row,
  onToggle,
}: {
  row: Extract<Row, { kind: 'project' }>
  onToggle: Props['onToggle']
}) {
  const { project, open } = row
  return (
    <Box
      sx={{
        height: projectHeight,
        display: 'flex',
        alignItems: 'center',
        gap: 1.5,
        px: 2,
        borderBottom: 1,
        borderColor: 'divider',
        backgroundColor: 'background.paper',
      }}
    >
      <IconButton
        size="small"
        aria-expanded={open}
        aria-label={`${open ? 'Collapse' : 'Expand'} ${project.name}`}
        onClick={() => onToggle(project.id)}
      >
        {open ? <OpenIcon /> : <FoldedIcon />}
      </IconButton>
      <ProjectIcon name={project.icon_name} colour={project.icon_color} size="row" />
      <Box sx={{ minWidth: 0 }}>
        <Typography
          component={Link}
          to={paths.docs(project.slug)}
          variant="h3"
          noWrap
          sx={{
            display: 'block',
            color: 'inherit',
            textDecoration: 'none',
            '&:hover': { textDecoration: 'underline' },
          }}
        >
          {project.name}
        </Typography>
        <Typography variant="body2" color="textSecondary" noWrap>
          {project.description}
        </Typography>
      </Box>
    </Box>
  )
}

// Reads the contents of a project once its row is in view: of ten thousand that are opened at once, those that are looked at.
function LoadingRow({
  row,
  onLoaded,
}: {
  row: Extract<Row, { kind: 'loading' }>
  onLoaded: Props['onLoaded']
}) {
  const contents = useContents(row.project, row.version)
  useEffect(() => {
    if (contents.data) onLoaded(row.project.id, contents.data)
  }, [contents.data, onLoaded, row.project.id])
  return (
    <Typography
      variant="body2"
      color={contents.isError ? 'error' : 'textSecondary'}
      sx={{ lineHeight: `${nodeHeight}px`, px: 3 }}
    >
      {contents.isError ? 'Something went wrong, no data to display' : 'Loading...'}
    </Typography>
  )
}
