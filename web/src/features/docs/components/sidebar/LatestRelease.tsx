import NewReleases from '@mui/icons-material/NewReleasesOutlined'
import { styled } from '@mui/material/styles'
import { Link } from 'react-router-dom'
import { paths } from '../../../../shared/config/paths.ts'
import { type Query, useRead } from '../../../../shared/data/read.ts'
import { supabase, unwrap } from '../../../../shared/data/supabase.ts'
import { RelativeTime } from '../../../../shared/ui/RelativeTime.tsx'
import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { Project } from '../../queries.ts'

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

interface Release {
  version: string
  notes: string
  created_at: string
  branch_id: number
}

/** The newest release of a project that is no pre-release, of those that the reader sees; null where there is none. */
function latestReleaseQuery(project: Project): Query<Release | null> & { staleTime: number } {
  return {
    key: ['docs-latest-release', { projectId: project.id }],
    read: () =>
      unwrap(
        supabase
          .from('releases')
          .select('version,notes,created_at,branch_id')
          .eq('project_id', project.id)
          .eq('is_prerelease', false)
          .order('precedence', { ascending: false })
          .limit(1)
          .maybeSingle(),
      ),
    staleTime: 60_000,
  }
}
