import { useSearchParams } from 'react-router-dom'
import { useTasks } from '../../../shared/tasks/queries.ts'
import { TaskTable } from '../../../shared/tasks/TaskTable.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { PushCommand } from '../automation/PushCommand.tsx'
import { WebhookEvents } from '../automation/WebhookEvents.tsx'
import type { SectionProps } from '../model.ts'

const tableHeight = 420

/** How data comes to the project, and what was done with it. */
export function AutomationTab({ project, can }: SectionProps) {
  const [params] = useSearchParams()
  const tasks = useTasks({ projectId: project.id })
  return (
    <>
      {project.type === 'vcs' ? (
        <WebhookEvents projectId={project.id} />
      ) : (
        <PushCommand project={project} can={can} />
      )}
      <Section title="Tasks" isTopic>
        <TaskTable
          label="Tasks"
          tasks={tasks}
          emptyText="No events to show here yet..."
          height={tableHeight}
          openTask={params.get('task')}
        />
      </Section>
    </>
  )
}
