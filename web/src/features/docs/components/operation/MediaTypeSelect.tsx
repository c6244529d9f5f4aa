import { typeSizes } from '../../../../shared/ui/type-sizes.ts'
import type { MediaContent } from '../../model/types.ts'
import { Select } from '../Select.tsx'

/** The content type of a body: a select when there are several, else just its name. */
export function MediaTypeSelect({
  contents,
  value,
  onChange,
  label,
}: {
  contents: readonly MediaContent[]
  value: string
  onChange: (mediaType: string) => void
  label: string
}) {
  if (contents.length < 2)
    return <code style={{ fontSize: typeSizes.note, overflowWrap: 'anywhere' }}>{value}</code>
  const options = contents.map(({ mediaType }) => ({ value: mediaType, label: mediaType }))
  return <Select label={label} value={value} options={options} onChange={onChange} />
}
