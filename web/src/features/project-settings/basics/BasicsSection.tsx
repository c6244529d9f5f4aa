import { Callout } from '../../../shared/ui/Callout.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import type { SectionProps } from '../model.ts'
import { BasicsForm } from './BasicsForm.tsx'

/** Project Basics: name, address, look, group. */
export function BasicsSection({ project, can }: SectionProps) {
  return (
    <Section title="Project Basics" isTopic>
      {can('project_update') ? null : (
        <Callout severity="info">
          Heads up, you'll need admin permission on this project in order to change these settings.
        </Callout>
      )}
      <BasicsForm project={project} can={can} />
    </Section>
  )
}
