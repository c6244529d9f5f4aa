import { useHost } from '../../../shared/connections/project-host.ts'
import { Callout } from '../../../shared/ui/Callout.tsx'
import { Section } from '../../../shared/ui/Section.tsx'
import { Spinner } from '../../../shared/ui/Spinner.tsx'
import type { Project } from '../model.ts'
import { CredentialsForm } from './CredentialsForm.tsx'
import { useServiceAccount } from './queries.ts'

/** Version Control Service Account: with which name and key the repository is read, instead of those of its maker. */
export function ServiceAccountSection({ project }: { project: Project }) {
  const host = useHost(project.id)
  const account = useServiceAccount(project.id)
  // Without its integration a project has no host to sign in at.
  if (host.isSuccess && !host.data) return null
  return (
    <Section title="Version Control Service Account" isTopic>
      {host.isError || account.isError ? (
        <Callout severity="error">Something went wrong, no data to display</Callout>
      ) : host.data && account.isSuccess ? (
        <CredentialsForm
          key={account.data?.id ?? 'none'}
          projectId={project.id}
          account={account.data}
          hostName={host.data.name}
        />
      ) : (
        <Spinner label="Loading the service account" />
      )}
    </Section>
  )
}
