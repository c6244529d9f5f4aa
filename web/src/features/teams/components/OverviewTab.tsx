import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { Link as RouterLink } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { PersonAvatar } from '../../../shared/ui/PersonAvatar.tsx'
import { RelativeTime } from '../../../shared/ui/RelativeTime.tsx'
import { projectRoleLabel } from '../../../shared/ui/roles.ts'
import { Section } from '../../../shared/ui/Section.tsx'
import { useMyAccess } from '../member-queries.ts'
import { type Team, type TeamProject, useTeamProjects } from '../queries.ts'

interface Props {
  team: Team
  onShowMembers: () => void
}

/** What a team is for, which projects it opens, who runs it, and what the reader is to it. */
export function OverviewTab({ team, onShowMembers }: Props) {
  const access = useMyAccess(team.id).data?.summary
  const more = team.admins_count - team.admins.length
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 3 }}>
      <Section title="Description">
        {team.description ? (
          <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {team.description}
          </Typography>
        ) : (
          <Muted>This team has no description.</Muted>
        )}
      </Section>
      <Section title="Projects">
        <Projects team={team} />
      </Section>
      <Section title="Admins">
        {team.admins.length === 0 ? (
          <Muted>Nobody in the team administers it; workspace owners and admins can.</Muted>
        ) : (
          <Rows>
            {team.admins.map(({ user_id, display_name, avatar_url }) => (
              <Row key={user_id}>
                <PersonAvatar name={display_name} avatarUrl={avatar_url} size="row" />
                <Typography noWrap title={display_name}>
                  {display_name}
                </Typography>
              </Row>
            ))}
          </Rows>
        )}
        {more > 0 ? (
          <Button size="small" onClick={onShowMembers} sx={{ justifySelf: 'start' }}>
            and {more} more
          </Button>
        ) : null}
      </Section>
      {access ? (
        <Section title="Your access">
          <Typography>{sentence(access)}</Typography>
        </Section>
      ) : null}
      <Muted>
        Last edit <RelativeTime at={team.updated_at} />
      </Muted>
    </Box>
  )
}

function Projects({ team }: { team: Team }) {
  const [all, setAll] = useState(false)
  const everything = useTeamProjects(team.id, all)
  const projects = (all ? everything.data : undefined) ?? team.projects
  if (team.project_count === 0) {
    return <Muted>No projects yet. Share a project with this team to open it to everybody in it.</Muted>
  }
  return (
    <>
      <Rows>
        {projects.map((project) => (
          <ProjectRow key={project.id} project={project} />
        ))}
      </Rows>
      {projects.length < team.project_count && !everything.isSuccess ? (
        <Button
          size="small"
          loading={everything.isLoading}
          onClick={() => (everything.isError ? void everything.refetch() : setAll(true))}
          sx={{ justifySelf: 'start' }}
        >
          Show all {team.project_count}
        </Button>
      ) : null}
    </>
  )
}

function ProjectRow({ project }: { project: TeamProject }) {
  return (
    <Row>
      <Link
        component={RouterLink}
        to={paths.docs(project.slug)}
        noWrap
        title={project.name}
        sx={{ flex: 1, minWidth: 0 }}
      >
        {project.name}
      </Link>
      <Typography variant="body2" color="textSecondary">
        {projectRoleLabel(project.role)}
      </Typography>
    </Row>
  )
}

function Rows({ children }: { children: ReactNode }) {
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {children}
    </Box>
  )
}

function Row({ children }: { children: ReactNode }) {
  return (
    <Box component="li" sx={{ display: 'flex', alignItems: 'center', gap: 1.25, minHeight: 36 }}>
      {children}
    </Box>
  )
}

function Muted({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" color="textSecondary">
      {children}
    </Typography>
  )
}

const sentence = (words: string) => `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
