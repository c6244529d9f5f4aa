import StarredIcon from '@mui/icons-material/Star'
import StarIcon from '@mui/icons-material/StarBorder'
import IconButton from '@mui/material/IconButton'
import { type ListedNode, useIsListedStarred, useIsStarred, useStar } from '../../../shared/data/stars.ts'

/** Stars the node that is read, or takes the star back. A star is one's own: nobody else sees it. */
export function PanelStar({ nodeId }: { nodeId: number }) {
  const starred = useIsStarred(nodeId)
  return starred.isSuccess ? <Toggle node={{ nodeId }} isStarred={starred.data} /> : null
}

/** The same in a row of the tree; `name` tells it from those of the other rows. */
export function RowStar({ node, name }: { node: ListedNode; name: string }) {
  const starred = useIsListedStarred(node)
  return starred.isSuccess ? <Toggle node={node} isStarred={starred.data} of={name} /> : null
}

function Toggle({ node, isStarred, of }: { node: ListedNode; isStarred: boolean; of?: string }) {
  const star = useStar(node)
  const isOn = star.isPending ? star.variables : isStarred
  const label = isOn ? 'Remove star' : 'Star'
  const size = of === undefined ? undefined : 'compact'
  return (
    <IconButton
      size={of === undefined ? 'medium' : 'small'}
      className={isOn ? 'star on' : 'star'}
      aria-label={of === undefined ? label : `${label}: ${of}`}
      aria-pressed={isOn}
      onClick={() => star.mutate(!isOn)}
    >
      {isOn ? <StarredIcon color="primary" fontSize={size} /> : <StarIcon fontSize={size} />}
    </IconButton>
  )
}
