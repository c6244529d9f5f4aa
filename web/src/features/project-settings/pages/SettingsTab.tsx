import { OverPlanNotice } from '../../../shared/billing/OverPlanNotice.tsx'
import { isOn } from '../../../shared/data/flags.ts'
import { useWorkspace } from '../../../shared/data/workspace.tsx'
import { BasicsSection } from '../basics/BasicsSection.tsx'
import { BranchesSection } from '../branches/BranchesSection.tsx'
import { DangerSection } from '../DangerSection.tsx'
import { GitInfoSection } from '../git/GitInfoSection.tsx'
import type { SectionProps } from '../model.ts'
import { ServiceAccountSection } from '../service-account/ServiceAccountSection.tsx'
import { StyleGuidesSection } from '../style-guides/StyleGuidesSection.tsx'

/** What a project is, where it comes from, its branches, and deleting it. */
export function SettingsTab({ project, can }: SectionProps) {
  const workspace = useWorkspace()
  return (
    <>
      <OverPlanNotice projectId={project.id} />
      <BasicsSection project={project} can={can} />
      {project.type === 'vcs' ? <GitInfoSection project={project} can={can} /> : null}
      <BranchesSection project={project} can={can} />
      {isOn('ssg_disabled', workspace) ? null : <StyleGuidesSection project={project} can={can} />}
      {project.type === 'vcs' && can('project_update') ? <ServiceAccountSection project={project} /> : null}
      {can('project_delete') ? <DangerSection project={project} /> : null}
    </>
  )
}
