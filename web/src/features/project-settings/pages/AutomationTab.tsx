import { useSearchParams } from 'react-router-dom'
import { OverPlanNotice } from '../../../shared/billing/OverPlanNotice.tsx'
import { useTasks } from '../../../shared/tasks/queries.ts'
import { TaskTable } from '../../../shared/tasks/TaskTable.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { CommittersSection } from '../automation/CommittersSection.tsx'
import { PushCommand } from '../automation/PushCommand.tsx'
import { WebhookEvents } from '../automation/WebhookEvents.tsx'
import { WebhookSection } from '../automation/WebhookSection.tsx'
import type { SectionProps } from '../model.ts'

// Room for a log that is unfolded; less where there is none.
const tableHeight = 420
const emptyHeight = 168

/** How data comes to the project, and what was done with it. */
export function AutomationTab({ project, can }: SectionProps) {
  const [params] = useSearchParams()
  const tasks = useTasks({ projectId: project.id })
  return (
    <>
      <OverPlanNotice projectId={project.id} />
      {project.type === 'vcs' ? (
        <>
          <WebhookSection project={project} can={can} />
          <WebhookEvents projectId={project.id} />
        </>
      ) : (
        <PushCommand project={project} can={can} />
      )}
      <Section title="Tasks" isTopic>
        <TaskTable
          label="Tasks"
          tasks={tasks}
          emptyText="No events to show here yet..."
          height={tasks.data?.length ? tableHeight : emptyHeight}
          openTask={params.get('task')}
        />
      </Section>
      {project.type === 'vcs' && can('project_editor_add') ? (
        <CommittersSection project={project} can={can} />
      ) : null}
    </>
  )
}
