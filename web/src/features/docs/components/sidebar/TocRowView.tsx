import LockIcon from '@mui/icons-material/LockOutlined'
import OpenInNewIcon from '@mui/icons-material/OpenInNew'
import VisibilityOff from '@mui/icons-material/VisibilityOff'
import { memo } from 'react'
import { Link } from 'react-router-dom'
import { MethodBadge } from '../../../../shared/ui/MethodBadge.tsx'
import type { TocRow } from '../../toc/toc.ts'
import type { TocNode } from '../../toc/types.ts'
import { useDocsSource } from '../docs-source.tsx'
import { safeHref, untrustedRel } from '../markdown/safety.ts'

interface Props {
  id: string
  row: TocRow
  /** Distance from the top of the list in px. */
  top: number
  active: boolean
  focused: boolean
  onToggle: (key: string, open: boolean) => void
  onIntent?: (node: TocNode) => void
  onPick?: () => void
}

/** One row of the table of contents. */
export const TocRowView = memo(function TocRowView(props: Props) {
  const { id, row, top, active, focused, onToggle, onIntent, onPick } = props
  const source = useDocsSource()
  const depth = row.kind === 'divider' ? 0 : row.depth
  const style = { transform: `translateY(${top}px)`, paddingLeft: 10 + depth * 14 }
  const shared = { id, className: 'row', style, 'data-kind': row.kind, 'data-focused': focused || undefined }
  if (row.kind === 'divider') return <div {...shared}>{row.title}</div>

  const place = {
    tabIndex: -1,
    'aria-level': row.depth + 1,
    'aria-posinset': row.pos,
    'aria-setsize': row.size,
  }
  if (row.kind === 'group') {
    return (
      // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around handles the keyboard
      // biome-ignore lint/a11y/useFocusableInteractive: the tree names its current row by aria-activedescendant
      <div
        {...shared}
        {...place}
        role="treeitem"
        aria-expanded={row.open}
        aria-busy={row.open && row.leftOutAt !== undefined}
        onClick={() => onToggle(row.key, !row.open)}
        title={row.title}
      >
        <span className="title">{row.title}</span>
      </div>
    )
  }
  if (row.kind === 'link') {
    return (
      <a
        {...shared}
        {...place}
        role="treeitem"
        href={safeHref(row.url)}
        target="_blank"
        rel={untrustedRel}
        title={row.title}
      >
        <span className="title">{row.title}</span>
        <OpenInNewIcon fontSize="tiny" titleAccess="opens another site" />
      </a>
    )
  }
  const { node } = row
  const isOperation = node.type === 'http_operation' || node.type === 'http_webhook'
  return (
    <Link
      {...shared}
      {...place}
      role="treeitem"
      to={source.hrefOf(node.slug)}
      title={node.title}
      aria-current={active ? 'page' : undefined}
      aria-selected={active}
      data-active={active || undefined}
      data-deprecated={node.deprecated || undefined}
      onClick={() => onPick?.()}
      onPointerEnter={() => onIntent?.(node)}
    >
      <span className="title">{node.title}</span>
      {node.version ? <span className="version">v{node.version}</span> : null}
      {node.internal ? <LockIcon fontSize="tiny" titleAccess="internal" /> : null}
      {node.hidden ? <VisibilityOff fontSize="tiny" titleAccess="hidden" /> : null}
      {isOperation && node.meta ? <MethodBadge method={node.meta} /> : null}
    </Link>
  )
})
