import Starred from '@mui/icons-material/Star'
import Star from '@mui/icons-material/StarBorder'
import { useIsStarred, useStar } from '../../../shared/data/stars.ts'

/** Stars the page for who reads it, or takes the star back; visitors have no stars. */
export function StarButton({ nodeId }: { nodeId: number }) {
  const starred = useIsStarred(nodeId)
  const star = useStar({ nodeId })
  if (!starred.isSuccess) return null
  const isOn = star.isPending ? star.variables : starred.data
  return (
    <button type="button" aria-pressed={isOn} onClick={() => star.mutate(!isOn)}>
      {isOn ? (
        <Starred fontSize="compact" color="primary" aria-hidden />
      ) : (
        <Star fontSize="compact" aria-hidden />
      )}
      {isOn ? 'Starred' : 'Star'}
    </button>
  )
}
