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

/** The first people of many as avatars, and how many more there are. */
export function AvatarList({ people, max, total = people.length }: Props) {
  const shown = people.slice(0, max)
  const more = total - shown.length
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <Box component="ul" sx={{ display: 'flex', flex: 'none', m: 0, p: 0, pl: 0.75, listStyle: 'none' }}>
        {shown.map(({ name, avatarUrl }, index) => (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may share a name, and none has a state here.
            key={index}
            // Not a Tooltip: a table shows hundreds of these.
            title={name}
            sx={{ ml: -0.75, borderRadius: '50%', border: 2, borderColor: 'background.paper' }}
          >
            <PersonAvatar name={name} avatarUrl={avatarUrl} size={28} />
            <Box component="span" sx={visuallyHidden}>
              {name}
            </Box>
          </Box>
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
