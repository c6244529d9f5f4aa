import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import MuiLink from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { MethodBadge } from '../../../shared/ui/MethodBadge.tsx'
import { kindWord } from '../../../shared/ui/node-kinds.ts'
import { ReadFault } from '../../../shared/ui/ReadFault.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import { LevelMark } from '../components/Level.tsx'
import type { BrokenNode, Proposal } from '../model.ts'
import { useImpact } from '../queries.ts'
import { stateText } from './state-text.ts'

/** Who refers to what a proposal changes, in every project that the reader sees. */
export function ImpactTab({ proposal }: { proposal: Proposal }) {
  const impact = useImpact(proposal)
  const note = stateText(proposal)
  const first = impact.data?.pages[0]
  const items = impact.data?.pages.flatMap((page) => page.items) ?? []
  const groups = [...Map.groupBy(items, ({ changed_uri }) => changed_uri)]
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
      {note ? <Callout severity="info">{note}</Callout> : null}
      {impact.isPending ? <Spinner label="Looking for who refers to it" /> : null}
      {impact.isError ? <ReadFault error={impact.error} onRetry={() => void impact.refetch()} /> : null}
      {first ? (
        <Typography role="status">
          {first.total === 0
            ? 'Nothing that you see refers to what changes or goes.'
            : `${first.total.toLocaleString('en')} ${first.total === 1 ? 'page refers' : 'pages refer'} to what changes or goes, in ${
                first.projects === 1 ? 'one project' : `${first.projects} projects`
              } that you see.`}
          {first.is_all ? '' : ' There are more: the most serious are listed.'}
        </Typography>
      ) : null}
      {groups.map(([uri, broken]) => (
        <Changed key={uri} broken={broken} />
      ))}
      {impact.hasNextPage ? (
        <Box>
          <Button loading={impact.isFetchingNextPage} onClick={() => void impact.fetchNextPage()}>
            Show more
          </Button>
        </Box>
      ) : null}
    </Box>
  )
}

function Changed({ broken }: { broken: BrokenNode[] }) {
  const [first] = broken
  if (!first) return null
  return (
    <Box component="section" sx={{ minWidth: 0 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mb: 1 }}>
        <LevelMark level={first.semver} />
        <Typography variant="subtitle1" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {first.changed_name || first.changed_uri}
        </Typography>
      </Box>
      <Box
        component="ul"
        sx={{ m: 0, p: 0, listStyle: 'none', border: 1, borderColor: 'divider', borderRadius: 1 }}
      >
        {broken.map((node) => (
          <Broken key={`${node.project_slug} ${node.uri} ${node.is_outside}`} node={node} />
        ))}
      </Box>
    </Box>
  )
}

function Broken({ node }: { node: BrokenNode }) {
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        gap: 1,
        alignItems: 'center',
        px: 2,
        py: 1,
        '& + li': { borderTop: 1, borderColor: 'divider' },
      }}
    >
      {node.method ? <MethodBadge method={node.method} /> : null}
      <MuiLink
        component={Link}
        to={paths.docs(node.project_slug, node.branch_slug, node.slug)}
        sx={{ overflowWrap: 'anywhere', minWidth: 0 }}
      >
        {node.name || node.uri}
      </MuiLink>
      <Typography variant="body2" color="textSecondary">
        {kindWord(node.type)}
        {node.steps > 1 ? `, over ${node.steps} steps` : ''}
      </Typography>
      <Box sx={{ flex: 1 }} />
      <Typography variant="body2" color={node.is_outside ? 'warning.main' : 'textSecondary'}>
        {node.is_outside ? node.project_name : 'This project'}
      </Typography>
    </Box>
  )
}
