import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { visuallyHidden } from '@mui/utils'
import { PersonAvatar } from './PersonAvatar.tsx'

interface Props {
  people: { name: string; avatarUrl?: string | null | undefined }[]
  max: number
  /** How many there are, where `people` holds only the first of them. */
  total?: number | undefined
}

// Plain items with titles, not tooltips: a table shows hundreds.
const listStyle = {
  display: 'flex',
  flex: 'none',
  m: 0,
  p: 0,
  pl: 0.75,
  listStyle: 'none',
  '& > li': { ml: -0.75, borderRadius: '50%', border: 2, borderColor: 'background.paper' },
} as const

/** The first people of many as avatars, and how many more there are. */
export function AvatarList({ people, max, total = people.length }: Props) {
  const shown = people.slice(0, max)
  const more = total - shown.length
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Box component="ul" sx={listStyle}>
        {shown.map(({ name, avatarUrl }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name, and none has a state here.
          <li key={index} title={name}>
            <PersonAvatar name={name} avatarUrl={avatarUrl} size="row" />
            <span style={visuallyHidden}>{name}</span>
          </li>
        ))}
      </Box>
      {more > 0 ? (
        <Typography variant="body2" color="textSecondary" noWrap>
          {shown.length > 0 ? `and ${more} more` : `${more}`}
        </Typography>
      ) : null}
    </Box>
  )
}
