import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Path } from '../../../../../../editing/types.ts'
import { useForm } from '../binding/form-context.tsx'

/** Places with forms of their own. */
export function OpenList({ paths }: { paths: readonly Path[] }) {
  const { onOpen } = useForm()
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
      {paths.slice(0, 200).map((path) => (
        <li key={path.join('/')}>
          <Button size="small" onClick={() => onOpen(path)}>
            {String(path.at(-1))}
          </Button>
        </li>
      ))}
    </Box>
  )
}
