import MenuBookOutlined from '@mui/icons-material/MenuBookOutlined'
import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { useTheme } from '@mui/material/styles'
import Tooltip from '@mui/material/Tooltip'
import { visuallyHidden } from '@mui/utils'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../shared/config/paths.ts'
import { LogoMark } from '../../../shared/ui/LogoMark.tsx'
import { typeSizes } from '../../../shared/ui/type-sizes.ts'
import { peopleColours } from '../code/code-theme.ts'
import { type PersonHere, usePeople } from '../documents/use-open-document.ts'
import type { StudioBranch, StudioProject } from '../model.ts'
import { written } from '../palette/commands.ts'

interface Props {
  project: StudioProject
  branch: StudioBranch
  /** The version and its menu. */
  version: ReactNode
  /** The way to the comments. */
  comments: ReactNode
  /** The way to what is new elsewhere, where there is such a thing. */
  pull: ReactNode
  changed: number
  /** What happens to changes here; null for who only looks at them. */
  word: 'Publish' | 'Commit' | null
  pathOf: (id: string) => string | undefined
  onGoTo: (documentId: string) => void
  onPalette: () => void
  onPublish: () => void
}

/** What is open, who is here, and what can be done with all of it. */
export function TopBar(props: Props) {
  const { project, branch, version, comments, pull, changed, word } = props
  const { pathOf, onGoTo, onPalette, onPublish } = props
  const docs = branch.is_default ? paths.docs(project.slug) : paths.docs(project.slug, branch.slug)
  return (
    <Box
      component="header"
      sx={{
        flex: 'none',
        minHeight: 48,
        px: 1.5,
        display: 'flex',
        alignItems: 'center',
        gap: { xs: 0.5, md: 1 },
        borderBottom: 1,
        borderColor: 'divider',
      }}
    >
      <IconButton
        component={Link}
        to={paths.home}
        size="small"
        aria-label="Back to the workspace"
        title="Back to the workspace"
      >
        <LogoMark size="line" />
      </IconButton>
      <Box
        component="h1"
        sx={{
          m: 0,
          minWidth: 0,
          overflow: 'hidden',
          textOverflow: 'ellipsis',
          whiteSpace: 'nowrap',
          fontSize: typeSizes.body1,
          fontWeight: 600,
        }}
      >
        {project.name}
      </Box>
      {version}
      <Box sx={{ flex: 1 }} />
      <People pathOf={pathOf} onGoTo={onGoTo} />
      <IconButton
        size="small"
        onClick={onPalette}
        aria-label="Go to a file or run a command"
        sx={{ display: { xs: 'none', md: 'inline-flex' } }}
        title={`Go to a file or run a command (${written('Mod+P')})`}
      >
        <SearchIcon fontSize="small" aria-hidden />
      </IconButton>
      {comments}
      <IconButton
        size="small"
        component={Link}
        to={docs}
        aria-label="Documentation"
        title="Documentation as readers see it"
      >
        <MenuBookOutlined fontSize="small" aria-hidden />
      </IconButton>
      {pull}
      <Button
        size="small"
        variant={word !== null && changed > 0 ? 'contained' : 'outlined'}
        onClick={onPublish}
        sx={{ whiteSpace: 'nowrap', flex: 'none' }}
      >
        {word ?? 'Changes'}
        {changed > 0 ? ` (${changed})` : ''}
      </Button>
    </Box>
  )
}

const mostShown = 5

/** Everybody else who is here; a click goes to the file that they look at. */
function People({ pathOf, onGoTo }: Pick<Props, 'pathOf' | 'onGoTo'>) {
  const people = usePeople()
  const colours = peopleColours(useTheme())
  // Of a person with several windows the first counts.
  const once = [...new Map(people.map((person) => [person.userId ?? -person.client, person])).values()]
  if (once.length === 0) return null
  return (
    <Box
      component="ul"
      aria-label="Who is here"
      sx={{ display: 'flex', gap: 0.25, m: 0, p: 0, listStyle: 'none' }}
    >
      {once.slice(0, mostShown).map((person) => (
        <li key={person.client}>
          <PersonButton person={person} colour={colours[person.colour]} pathOf={pathOf} onGoTo={onGoTo} />
        </li>
      ))}
      {once.length > mostShown ? (
        <Box component="li" sx={{ alignSelf: 'center', pl: 0.5, fontSize: typeSizes.caption }}>
          +{once.length - mostShown}
        </Box>
      ) : null}
    </Box>
  )
}

interface PersonButtonProps extends Pick<Props, 'pathOf' | 'onGoTo'> {
  person: PersonHere
  colour: string | undefined
}

function PersonButton({ person, colour, pathOf, onGoTo }: PersonButtonProps) {
  const { name, documentId } = person
  const path = documentId === null ? undefined : pathOf(documentId)
  const says = path ? `${name} is at ${path}` : `${name} is here`
  return (
    <Tooltip title={says} describeChild>
      <IconButton
        size="small"
        onClick={() => documentId !== null && path && onGoTo(documentId)}
        sx={{
          width: 28,
          height: 28,
          fontSize: typeSizes.caption,
          fontWeight: 700,
          color: 'text.primary',
          border: 2,
          borderColor: colour,
        }}
      >
        <span aria-hidden>{initials(name)}</span>
        <span style={visuallyHidden}>{says}</span>
      </IconButton>
    </Tooltip>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
