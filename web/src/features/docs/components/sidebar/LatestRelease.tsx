import NewReleases from '@mui/icons-material/NewReleasesOutlined'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { paths } from '../../../../shared/config/paths.ts'
import { useRead } from '../../../../shared/data/read.ts'
import { RelativeTime } from '../../../../shared/ui/RelativeTime.tsx'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import { latestReleaseQuery, type Project } from '../../queries.ts'

const Root = styled(Link)({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  color: 'var(--docs-muted)',
  fontSize: typeSizes.note,
  textDecoration: 'none',
  '&:hover': { color: 'var(--docs-accent)' },
  '& > strong': {
    color: 'var(--docs-text)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& > .at': { marginLeft: 'auto', flex: 'none' },
})

/** The newest release of the project that is no pre-release, leading to the version that it is of. */
export function LatestRelease({ project }: { project: Project }) {
  const { data: release } = useRead(latestReleaseQuery(project))
  const branch = project.branches.find(({ id }) => id === release?.branch_id)
  if (!release || !branch) return null
  return (
    <Root to={paths.docs(project.slug, branch.slug)} title={release.notes || undefined}>
      <NewReleases fontSize="compact" aria-hidden /> Latest release <strong>{release.version}</strong>
      <span className="at">
        <RelativeTime at={release.created_at} />
      </span>
    </Root>
  )
}
