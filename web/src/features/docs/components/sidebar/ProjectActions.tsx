import type { Project } from '../../queries.ts'
import { PinButton } from './PinButton.tsx'
import { SettingsLink } from './SettingsLink.tsx'
import { ShareButton } from './ShareButton.tsx'

/** What members do with the project, beside its name. */
export function ProjectActions({ project }: { project: Project }) {
  return (
    <>
      <ShareButton project={project} />
      <PinButton project={project} />
      <SettingsLink project={project} />
    </>
  )
}
