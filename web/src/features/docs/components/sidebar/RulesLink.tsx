import Rule from '@mui/icons-material/Rule'
import { paths } from '../../../../shared/config/paths.ts'
import { useRead } from '../../../../shared/data/read.ts'
import { type Branch, type Project, rulesetQuery } from '../../queries.ts'
import { SidebarLink } from './SidebarLink.ts'

/** To the rules of a style guide, which no contents list. */
export function RulesLink({ project, branch }: { project: Project; branch: Branch }) {
  const { data: slug } = useRead(rulesetQuery(branch))
  if (!slug) return null
  return (
    <SidebarLink to={paths.docs(project.slug, branch.slug, slug)}>
      <Rule fontSize="compact" aria-hidden />
      <span>Rules</span>
    </SidebarLink>
  )
}
