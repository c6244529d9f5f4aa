import ArrowDownwardIcon from '@mui/icons-material/ArrowDownward'
import ArrowUpwardIcon from '@mui/icons-material/ArrowUpward'
import type { GridColumnHeaderSortIconProps } from '@mui/x-data-grid'

/** How a column is sorted; a sign only, for the whole header is the button and tells it (`aria-sort`). */
export function SortIcon({ direction }: GridColumnHeaderSortIconProps) {
  const Icon = direction === 'desc' ? ArrowDownwardIcon : ArrowUpwardIcon
  return (
    <Icon
      aria-hidden
      className={direction ? 'sorted' : 'unsorted'}
      fontSize="compact"
      sx={{ flex: 'none', color: 'text.secondary' }}
    />
  )
}
