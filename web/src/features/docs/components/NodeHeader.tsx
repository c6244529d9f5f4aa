import LinkIcon from '@mui/icons-material/Link'
import LockIcon from '@mui/icons-material/LockOutlined'
import VisibilityOff from '@mui/icons-material/VisibilityOff'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { useToast } from '../../../shared/ui/toast.ts'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import type { DocsNode } from '../model/types.ts'
import { OverrideButton } from '../overrides/OverrideButton.tsx'
import { ExportButton } from './ExportButton.tsx'
import { Mark } from './Mark.tsx'
import { usePagePlace } from './page-place.ts'

// A sentence for a name is cut in the heading and stands below in full.
const LONG_NAME = 120

const Root = styled('header')({
  marginBottom: 20,
  '& > .line': { display: 'flex', alignItems: 'flex-start', gap: 8 },
  '& h1': {
    margin: 0,
    fontSize: typeSizes.h1,
    fontWeight: 680,
    letterSpacing: '-0.02em',
    lineHeight: 1.25,
    '&[data-deprecated]': { color: 'var(--docs-muted)' },
    '&[data-long]': {
      display: '-webkit-box',
      WebkitBoxOrient: 'vertical',
      WebkitLineClamp: 2,
      overflow: 'hidden',
    },
  },
  '& > .whole': { margin: '10px 0 0', color: 'var(--docs-muted)', fontSize: typeSizes.body1 },
  '& .link': { opacity: 0, flex: 'none', transition: 'opacity 120ms' },
  '&:hover .link, & .link:focus-visible': { opacity: 1 },
  '& > .marks': { display: 'flex', flexWrap: 'wrap', gap: 6, marginTop: 10 },
  // Tags are as long as their authors like.
  '& > .marks > *': { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.3 },
  // Beside the heading that the text begins with.
  '&[data-nameless]': { float: 'right', margin: '0 0 8px 16px' },
  '&[data-nameless] .link': { opacity: 1, color: 'var(--docs-muted)' },
  '&[data-nameless] > .marks': { justifyContent: 'flex-end' },
  '@media (hover: none)': { '& .link': { opacity: 1 } },
})

/** Name of a node with what must be known of it at once; without the name where its text begins with one. */
export function NodeHeader({ node, isNamed = true }: { node: DocsNode; isNamed?: boolean }) {
  const toast = useToast()
  const place = usePagePlace()
  const copyLink = async (): Promise<void> => {
    await navigator.clipboard.writeText(place.address())
    toast.success('Link copied')
  }
  const isLong = node.name.length > LONG_NAME
  const marked =
    node.version || node.is_deprecated || node.is_internal || node.is_hidden || node.tags.length > 0
  return (
    <Root data-nameless={isNamed ? undefined : true}>
      <div className="line">
        {isNamed ? (
          <h1 data-deprecated={node.is_deprecated || undefined} data-long={isLong || undefined}>
            {node.name}
          </h1>
        ) : null}
        <IconButton
          className="link"
          title="Copy link"
          aria-label="Copy link to this page"
          onClick={() => void copyLink()}
        >
          <LinkIcon fontSize="small" />
        </IconButton>
        <ExportButton />
        <OverrideButton />
      </div>
      {isNamed && isLong ? <p className="whole">{node.name}</p> : null}
      {marked ? (
        <div className="marks">
          {node.version ? <Mark>{/^\d/.test(node.version) ? `v${node.version}` : node.version}</Mark> : null}
          {node.is_deprecated ? <Mark tone="warning">Deprecated</Mark> : null}
          {node.is_internal ? (
            <Mark title="Only members of the workspace see this page">
              <LockIcon fontSize="tiny" aria-hidden /> Internal
            </Mark>
          ) : null}
          {node.is_hidden ? (
            <Mark title="Only who may change the content sees this page">
              <VisibilityOff fontSize="tiny" aria-hidden /> Hidden
            </Mark>
          ) : null}
          {node.type === 'http_service' ? null : node.tags.map((tag) => <Mark key={tag}>{tag}</Mark>)}
        </div>
      ) : null}
    </Root>
  )
}
