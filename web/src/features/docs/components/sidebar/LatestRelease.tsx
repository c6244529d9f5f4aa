import NewReleases from '@mui/icons-material/NewReleasesOutlined'
import { paths } from '../../../../shared/config/paths.ts'
import { type Query, useRead } from '../../../../shared/data/read.ts'
import { supabase, unwrap } from '../../../../shared/data/supabase.ts'
import { RelativeTime } from '../../../../shared/ui/RelativeTime.tsx'
import type { Project } from '../../queries.ts'
import { SidebarLink } from './SidebarLink.ts'

/** The newest release of the project that is no pre-release, leading to the version that it is of. */
export function LatestRelease({ project }: { project: Project }) {
  const { data: release } = useRead(latestReleaseQuery(project))
  const branch = project.branches.find(({ id }) => id === release?.branch_id)
  if (!release || !branch) return null
  return (
    <SidebarLink to={paths.docs(project.slug, branch.slug)} title={release.notes || undefined}>
      <NewReleases fontSize="compact" aria-hidden />
      <span>
        Latest release <strong>{release.version}</strong> <RelativeTime at={release.created_at} />
      </span>
    </SidebarLink>
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
